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
)

// TestEmbedded breaks a server that runs its own PostgreSQL. A second one reaches that by way of a network that fails.
func TestEmbedded(t *testing.T) {
	w := newWorld(t)
	w.album.folder = filepath.Join(w.dir, "images")
	w.embedded(filepath.Join(w.dir, "db"), w.album.settings()...)
	network, through := newWay(w)
	w.add("SKEETER_DATABASE_URL=" + through)
	w.start()
	suffer(w, []fault{
		{"server killed", true, func(w *world) { w.servers[0].kill(w.t, syscall.SIGKILL) }},
		{"connections cut", true, func(w *world) { cuts(w, network) }},
		{"server killed again and again", false, killedAgain},
		{"server stopped in order", false, func(w *world) { w.servers[0].kill(w.t, syscall.SIGTERM) }},
		{"postmaster killed", false, func(w *world) { w.signalPostgres(syscall.SIGKILL, false) }},
		{"PostgreSQL killed as a whole", false, func(w *world) { w.signalPostgres(syscall.SIGKILL, true) }},
		{"session of PostgreSQL killed", true, sessionKilled},
		{"PostgreSQL stands still for ten seconds", false, standstill},
		{"clients leave in the middle", false, clientsLeave},
		{"second server on the folder", true, secondServer},
		{"server killed while it saves pictures", false, killedSaving},
		{"server stands still for five seconds", false, func(w *world) {
			_ = w.servers[0].cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(5 * time.Second)
			_ = w.servers[0].cmd.Process.Signal(syscall.SIGCONT)
		}},
		{"folder of pictures deleted", false, imagesDeleted},
		{"pool exhausted by a lock", false, locked},
	})
}

// killedAgain kills the server while it comes up after having been killed.
func killedAgain(w *world) {
	s := w.servers[0]
	for range 4 {
		s.kill(w.t, syscall.SIGKILL)
		s.start(w.t)
		w.moment(0, 1500*time.Millisecond)
	}
	s.kill(w.t, syscall.SIGKILL)
}

// sessionKilled kills a process of PostgreSQL that works for a server: all sessions end, and PostgreSQL recovers by itself.
func sessionKilled(w *world) {
	db := w.connect()
	pid := w.number(db, "select pid from pg_stat_activity where application_name like 'skeeter%' and backend_type = 'client backend' order by random() limit 1")
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		w.t.Fatal(err)
	}
	w.eventually("PostgreSQL noticed", 10*time.Second, func() error {
		if db.Ping(context.Background()) == nil {
			return fmt.Errorf("a session lives")
		}
		return nil
	})
}

// standstill stops every process of PostgreSQL for ten seconds.
func standstill(w *world) {
	w.signalPostgres(syscall.SIGSTOP, true)
	time.Sleep(10 * time.Second)
	w.signalPostgres(syscall.SIGCONT, true)
}

// clientsLeave opens connections that read a part of a download, or send a part of a record, and are reset.
func clientsLeave(w *world) {
	s := w.servers[0]
	create := string(w.ledger.add(w.random, true).created(w.ledger.user))
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
			upTo := w.random.Int64N(r.read + 1)
			all.Go(func() {
				conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
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

// secondServer holds that a second server does not get the folder, and that the first does not feel it.
func secondServer(w *world) {
	first := w.servers[0]
	second := &server{base: first.base, home: first.home, env: append(first.env[:len(first.env):len(first.env)], "SKEETER_LISTEN_ADDR=127.0.0.1:0")}
	out, err := second.command("serve").CombinedOutput()
	if want := fmt.Sprintf("process id %d", first.cmd.Process.Pid); err == nil || !strings.Contains(string(out), want) {
		w.t.Errorf("the second server: %v, want an error with %q\n%s", err, want, out)
	}
}

// killedSaving kills the server while pictures come.
func killedSaving(w *world) {
	s := w.servers[0]
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 50 {
			if _, err := w.tryPredict(s); err != nil {
				return
			}
		}
	}()
	time.Sleep(time.Duration(time.Now().UnixNano() % int64(time.Second))) // w.random makes the pictures
	s.kill(w.t, syscall.SIGKILL)
	<-done
	w.album.torn = true
}

// imagesDeleted deletes the folder of the pictures under the server. Predictions are answered all the same; pictures are kept
// again when somebody has put a folder there.
func imagesDeleted(w *world) {
	s := w.servers[0]
	kept := w.predict(s)
	if err := os.RemoveAll(w.album.folder); err != nil {
		w.t.Fatal(err)
	}
	w.album.saved, w.album.torn = nil, false
	if _, err := w.connect().Exec(context.Background(), "delete from predictions"); err != nil { // they went with the folder
		w.t.Fatal(err)
	}
	if w.predict(s) {
		w.t.Error("a picture was saved in no folder")
	}
	if err := os.Mkdir(w.album.folder, 0o750); err != nil {
		w.t.Fatal(err)
	}
	if !kept || !w.predict(s) {
		w.t.Error("a picture was not saved though the folder was there")
	}
}

// locked keeps every statement on the records waiting for a while, first the writing ones, so that they take up the pool.
func locked(w *world) {
	ctx := context.Background()
	for _, mode := range []string{"share row exclusive", "access exclusive"} {
		tx, err := w.connect().Begin(ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		if _, err := tx.Exec(ctx, "lock table observations in "+mode+" mode"); err != nil {
			w.t.Fatal(err)
		}
		time.Sleep(4 * time.Second)
		for _, s := range w.servers {
			live, cancel := context.WithTimeout(ctx, 2*time.Second)
			if a := s.ask(live, "GET", "/livez", nil); a.status != 200 {
				w.t.Errorf("livez while the pool is exhausted: %d %v", a.status, a.err)
			}
			cancel()
		}
		if err := tx.Rollback(ctx); err != nil {
			w.t.Fatal(err)
		}
	}
}
