package program_test

import (
	"context"
	"net/http"
	"sync"
	"syscall"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// listenersSilent checks that a server sees a change even when its listening connection falls silent without an error, as when a
// firewall drops it.
func (g serverGroup) listenersSilent() {
	db := g.deployment.Connect()
	pids := pgtest.Column[int](g.t, db, "select pid "+whoListens)
	if len(pids) != len(g.servers) {
		g.t.Fatalf("%d servers listen, want %d", len(pids), len(g.servers))
	}
	defer func() {
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}()
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			g.t.Fatal(err)
		}
	}
	pgtest.Run(g.t, db, insertRow, nice[0], nice[1])
	g.show("a row of which nobody is told", 2, 4)
}

const namedRows = 5 // for each version of the tiles that are asked for meanwhile

// oneNameOneContent asks all servers for a tile of records and one of cells while rows come in: whatever has the same ETag is
// the same.
func (g serverGroup) oneNameOneContent() {
	var mu sync.Mutex
	contents := map[string]string{}
	versions := map[string]bool{}
	ctx, stop := context.WithCancel(context.Background())
	var asking sync.WaitGroup
	for _, s := range g.servers {
		for _, path := range []string{skeetertest.TilePath(deepZoom, nice), skeetertest.TilePath(2, nice), skeetertest.TilePath(8, nice)} {
			asking.Go(func() {
				for ctx.Err() == nil {
					a := s.Get(path)
					if a.Status != http.StatusOK && a.Status != http.StatusServiceUnavailable {
						g.t.Errorf("%s: %d %s", path, a.Status, a.Body)
					}
					if a.Status != http.StatusOK {
						continue
					}
					name := path + a.Header.Get("ETag")
					mu.Lock()
					if known, ok := contents[name]; ok && known != string(a.Body) {
						g.t.Errorf("%s has two contents, of %d and %d bytes", name, len(known), len(a.Body))
					}
					contents[name] = string(a.Body)
					versions[a.Header.Get("ETag")] = true
					mu.Unlock()
				}
			})
		}
	}
	namedVersions := 5
	if testenv.Long() {
		namedVersions = 25
	}
	db := g.deployment.Connect()
	seen := func() int { mu.Lock(); defer mu.Unlock(); return len(versions) }
	for range namedVersions {
		before := seen()
		for range namedRows {
			pgtest.Run(g.t, db, insertRow, nice[0], nice[1])
		}
		testenv.Eventually(g.t, "somebody sees a new version", func() bool { return seen() > before })
	}
	stop()
	asking.Wait()
	g.show("what came in meanwhile", 2+namedVersions*namedRows, 4+2*namedVersions*namedRows)
}
