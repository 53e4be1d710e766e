package faults_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// TestEmbedded breaks a server that runs its own PostgreSQL. A second one reaches that through a network that fails.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	d.pictures.folder = filepath.Join(d.dir, "images")
	d.embedded(d.database(), d.pictures.settings()...)
	network, through := newProxy(d)
	d.add("SKEETER_DATABASE_URL=" + through)
	d.start()
	inject(d, []fault{
		{"server killed", true, func(d *deployment) { d.servers[0].kill(d.t, syscall.SIGKILL) }},
		{"connections cut", true, func(d *deployment) { cuts(d, network) }},
		{"server killed again and again", false, killedAgain},
		{"server stopped in order", false, func(d *deployment) { d.servers[0].kill(d.t, syscall.SIGTERM) }},
		{"postmaster killed", false, func(d *deployment) { d.signalPostgres(syscall.SIGKILL, false) }},
		{"PostgreSQL killed as a whole", false, func(d *deployment) { d.signalPostgres(syscall.SIGKILL, true) }},
		{"session of PostgreSQL killed", true, sessionKilled},
		{"PostgreSQL stands still for ten seconds", false, standstill},
		{"clients leave in the middle", false, clientsLeave},
		{"second server on the folder", true, secondServer},
		{"server killed while it saves pictures", false, killedSaving},
		{"server stands still for five seconds", false, func(d *deployment) {
			d.servers[0].process.Signal(syscall.SIGSTOP)
			time.Sleep(5 * time.Second)
			d.servers[0].process.Signal(syscall.SIGCONT)
		}},
		{"folder of pictures deleted", false, imagesDeleted},
		{"pool exhausted by a lock", false, locked},
	})
}

// killedAgain kills the server while it comes up after having been killed.
func killedAgain(d *deployment) {
	s := d.servers[0]
	for range 4 {
		s.kill(d.t, syscall.SIGKILL)
		s.start()
		d.waitBetween(0, 1500*time.Millisecond)
	}
	s.kill(d.t, syscall.SIGKILL)
}

// sessionKilled kills a process of PostgreSQL that works for a server: all sessions end, and PostgreSQL recovers by itself.
func sessionKilled(d *deployment) {
	db := d.connect()
	pid := d.number(db, "select pid from pg_stat_activity where application_name like 'skeeter%' and backend_type = 'client backend' order by random() limit 1")
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		d.t.Fatal(err)
	}
	testenv.Eventually(d.t, "PostgreSQL ends the other sessions", func() bool { return db.Ping(context.Background()) != nil })
}

// standstill pauses every process of PostgreSQL for ten seconds.
func standstill(d *deployment) {
	d.signalPostgres(syscall.SIGSTOP, true)
	time.Sleep(10 * time.Second)
	d.signalPostgres(syscall.SIGCONT, true)
}

// clientsLeave opens connections that read a part of a download, or send a part of a record, and are reset.
func clientsLeave(d *deployment) {
	s := d.servers[0]
	create := string(d.writes.add(d.random, true).created(d.writes.user))
	post := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", records, len(create))
	requests := []struct {
		send string
		read int64 // bytes at most
	}{
		{"GET " + features + " HTTP/1.1\r\nHost: x\r\n\r\n", 200_000},
		{"GET " + export + " HTTP/1.1\r\nHost: x\r\n\r\n", 200_000},
		{post + create[:len(create)/2], 0}, // half a body
		{post + create, 0},                 // leaves before its answer
	}
	var all sync.WaitGroup
	for range 8 {
		for _, r := range requests {
			upTo := d.random.Int64N(r.read + 1)
			all.Go(func() {
				conn, err := net.Dial("tcp", s.Address())
				if err != nil {
					return
				}
				_, _ = conn.Write([]byte(r.send))
				buffer := make([]byte, 4096)
				for n := 0; int64(n) < upTo; {
					m, err := conn.Read(buffer)
					if n += m; err != nil {
						break
					}
				}
				_ = conn.(*net.TCPConn).SetLinger(0)
				_ = conn.Close()
			})
		}
	}
	all.Wait()
}

// secondServer checks that a second server does not get the folder, and that the first is not disturbed.
func secondServer(d *deployment) {
	first := d.servers[0]
	second := first.deployment.With("SKEETER_LISTEN_ADDR=127.0.0.1:0").Run("serve")
	if want := fmt.Sprintf("process id %d", first.process.Pid()); second.Code == 0 || !strings.Contains(second.Stderr, want) {
		d.t.Errorf("the second server: %d, want an error with %q\n%s%s", second.Code, want, second.Stdout, second.Stderr)
	}
}

// killedSaving kills the server while pictures come.
func killedSaving(d *deployment) {
	s := d.servers[0]
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 50 {
			if _, err := d.tryPredict(s); err != nil {
				return
			}
		}
	}()
	time.Sleep(time.Duration(time.Now().UnixNano() % int64(time.Second))) // d.random makes the pictures
	s.kill(d.t, syscall.SIGKILL)
	<-done
	d.pictures.interrupted = true
}

// imagesDeleted deletes the folder of the pictures under the server. Predictions are answered all the same; pictures are kept
// again once the folder is there again.
func imagesDeleted(d *deployment) {
	s := d.servers[0]
	kept := d.predict(s)
	if err := os.RemoveAll(d.pictures.folder); err != nil {
		d.t.Fatal(err)
	}
	d.pictures.saved, d.pictures.interrupted = nil, false
	pgtest.Run(d.t, d.connect(), "delete from predictions") // they went with the folder
	if d.predict(s) {
		d.t.Error("a picture was saved in no folder")
	}
	if err := os.Mkdir(d.pictures.folder, 0o750); err != nil {
		d.t.Fatal(err)
	}
	if !kept || !d.predict(s) {
		d.t.Error("a picture was not saved though the folder was there")
	}
}

// locked keeps every statement on the records waiting for a while, first the writing ones, so that they use up the pool.
func locked(d *deployment) {
	for _, mode := range []string{"share row exclusive", "access exclusive"} {
		tx := pgtest.Begin(d.t, d.connect())
		pgtest.Run(d.t, tx, "lock table observations in "+mode+" mode")
		time.Sleep(4 * time.Second)
		for _, s := range d.servers {
			if a := s.ask(context.Background(), "GET", "/livez", ""); a.Status != 200 {
				d.t.Errorf("livez while the pool is exhausted: %d %v", a.Status, a.err)
			}
		}
		if err := tx.Rollback(context.Background()); err != nil {
			d.t.Fatal(err)
		}
	}
}
