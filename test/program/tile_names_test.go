package program_test

import (
	"context"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
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

const (
	namedRows = 150 // while tiles are asked for
	namedEach = 10 * time.Millisecond
)

// oneNameOneContent asks all servers for a tile of records and one of cells while rows come in: whatever has the same ETag is
// the same.
func (g serverGroup) oneNameOneContent() {
	var mu sync.Mutex
	contents := map[string]string{}
	versions := map[string]bool{}
	ctx, stop := context.WithCancel(context.Background())
	var asking sync.WaitGroup
	for _, s := range g.servers {
		for _, path := range []string{tilePath(deepZoom, nice), tilePath(2, nice), tilePath(8, nice)} {
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
	db := g.deployment.Connect()
	for range namedRows {
		pgtest.Run(g.t, db, insertRow, nice[0], nice[1])
		time.Sleep(namedEach)
	}
	stop()
	asking.Wait()
	if len(versions) < 20 {
		g.t.Errorf("only %d versions were seen: the test proves nothing", len(versions))
	}
	g.show("what came in meanwhile", 2+namedRows, 4+2*namedRows)
}
