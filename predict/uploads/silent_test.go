package uploads

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects/objectstest"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// logged is what a store logs.
type logged struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

func (l *logged) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.String(), text)
}

func logTo(l *logged) func(*setup) {
	return func(o *setup) { o.Log = slog.New(slog.NewTextHandler(l, nil)) }
}

// runs runs the store as a server does, as long as the test.
func (r room) runs() {
	ctx, cancel := context.WithCancel(context.Background())
	var both sync.WaitGroup
	both.Go(func() { r.Watch(ctx) })
	both.Go(func() { r.Run(ctx) })
	r.t.Cleanup(func() { cancel(); both.Wait() })
}

func (r room) save() (Saved, error) {
	return r.Save(r.t.Context(), []byte("picture"), Prediction{ModelID: "m"})
}

// asked are Files that count how often they are asked to write, and for each file.
type asked struct {
	Files
	mu     sync.Mutex
	writes int
	opened map[string]int
}

func countAsked(a *asked) func(*setup) {
	return func(o *setup) {
		a.Files, a.opened = o.Files, map[string]int{}
		o.Files = a
	}
}

func (a *asked) Write(ctx context.Context, name string, data []byte) error {
	a.mu.Lock()
	a.writes++
	a.mu.Unlock()
	return a.Files.Write(ctx, name, data)
}

func (a *asked) Open(ctx context.Context, name string) (io.ReadSeekCloser, time.Time, error) {
	a.mu.Lock()
	a.opened[name]++
	a.mu.Unlock()
	return a.Files.Open(ctx, name)
}

// times are how often a store was asked to write, and for the file of a picture.
func (a *asked) times(picture uuid.UUID) (writes, opened int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.writes, a.opened[picture.String()+ending]
}

// TestSilentStore: what was asked of a store that says nothing happens when it is back. Nothing of it is left in the end.
func TestSilentStore(t *testing.T) {
	t.Parallel()
	server, log, store := objectstest.Start(t, ""), new(logged), new(asked)
	r := newRoom(t, in(t, server), countAsked(store), logTo(log))
	r.runs()
	before, err := r.save()
	if err != nil {
		t.Fatal(err)
	}
	writes, _ := store.times(before.ID)
	server.Pause()
	if s, err := r.save(); err == nil || s != (Saved{}) {
		t.Errorf("%+v, %v", s, err)
	}
	lost := pgtest.Value[uuid.UUID](t, r.DB, "select id from predictions where id <> $1", before.ID)
	for range 10 {
		if _, err := r.save(); !errors.Is(err, errAway) {
			t.Errorf("another picture: %v", err)
		}
	}
	if w := ask(r.Store, "GET", before.URL); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Cache-Control") != "" {
		t.Errorf("a picture: %d %v %s", w.Code, w.Header(), w.Body)
	}
	if now, opened := store.times(before.ID); now != writes+1 || opened != 0 { // whoever asks a silent store waits
		t.Errorf("a silent store is asked to write %d times, want once, and %d times for a picture", now-writes, opened)
	}
	if c := r.Health(t.Context()); c.Status != httpapi.StatusOK || !strings.Contains(c.Detail, "does not answer") {
		t.Errorf("%+v", c)
	}
	if n := r.rows(); n != 2 {
		t.Errorf("%d rows", n)
	}
	if cited := pgtest.Column[string](t, r.DB, strings.NewReplacer("@id", "$1", "@observation", "$2").Replace(sql.Get("observe/cite.sql").String()), lost, uuid.New()); len(cited) != 0 {
		t.Errorf("the picture that was given up is cited: %q", cited)
	}
	server.Resume()
	testenv.Eventually(t, "it is back", func() bool { return r.Health(t.Context()) == httpapi.Check{Status: httpapi.StatusOK} })
	testenv.Eventually(t, "the picture that arrived late is gone", func() bool {
		_, err := os.Stat(filepath.Join(r.Folder, lost.String()+ending))
		return err != nil && r.rows() == 1
	})
	after, err := r.save()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Saved{before, after} {
		if w := ask(r.Store, "GET", s.URL); w.Code != 200 || w.Body.String() != "picture" {
			t.Errorf("a picture: %d %s", w.Code, w.Body)
		}
	}
	r.want("saved", true, before, after)
	if away, back := log.count("the store of pictures does not answer"), log.count("the store of pictures answers again"); away != 1 || back != 1 {
		t.Errorf("the log says %d times that it went and %d times that it came back: %s", away, back, log)
	}
	if errs := testutil.ToFloat64(r.where.errors.WithLabelValues("write")); errs != 1 {
		t.Errorf("%v errors of writing", errs)
	}
}

// A picture that never arrives leaves a row, which goes once nothing can arrive.
func TestGivenUpRowGoes(t *testing.T) {
	t.Parallel()
	r := newRoom(t, inBucket(t))
	late, soon, kept := r.keep(1, 0), r.keep(1, 0), r.keep(1, 0)
	given := []uuid.UUID{late.ID, soon.ID}
	pgtest.Run(t, r.DB, strings.ReplaceAll(giveUpQuery.String(), "@ids", "$1"), given)
	for _, s := range []Saved{late, soon} {
		if w := ask(r.Store, "GET", s.URL); w.Code != 404 {
			t.Errorf("a picture that was given up: %d", w.Code)
		}
		if err := os.Remove(filepath.Join(r.Folder, s.ID.String()+ending)); err != nil { // it never arrived
			t.Fatal(err)
		}
	}
	pgtest.Run(t, r.DB, "update predictions set cited_at = now() - interval '11 minutes' where id = $1", late.ID)
	r.sweep()
	if got := pgtest.Column[uuid.UUID](t, r.DB, "select id from predictions"); len(got) != 2 || got[0] == late.ID || got[1] == late.ID {
		t.Errorf("%v are left of %v", got, given)
	}
	r.want("kept", true, kept)
}

// TestSilentDelete: a store that says nothing to a sweep may delete the picture later, so no record may cite it any more.
func TestSilentDelete(t *testing.T) {
	t.Parallel()
	server := objectstest.Start(t, "")
	r := newRoom(t, in(t, server), maxAge(day))
	old := r.keep(1, 100*day)
	// The sweep lists first, so the store falls silent between the two.
	l, pictures := limits{now: time.Now(), maxAge: day, maxSum: 1 << 40}, []file{{name: old.ID.String() + ending, id: old.ID, bytes: 1}}
	server.Pause()
	if err := r.delete(t.Context(), &l, pictures); err == nil {
		t.Error("a silent store deleted a picture")
	}
	if n := pgtest.Value[int](t, r.DB, "select count(*) from predictions where cited_by = $1", uuid.Nil); n != 1 {
		t.Errorf("%d pictures were given up", n)
	}
	server.Resume()
	r.runs()
	testenv.Eventually(t, "the file is gone", func() bool { return len(r.files()) == 0 })
	testenv.Eventually(t, "the store is back", func() bool { return r.Health(t.Context()).Detail == "" })
	pgtest.Run(t, r.DB, "update predictions set cited_at = now() - interval '11 minutes'")
	if err := r.removeGivenUp(t.Context()); err != nil || r.rows() != 0 {
		t.Errorf("%v, %d rows", err, r.rows())
	}
}

// TestSilentAtStart: a server starts without its store.
func TestSilentAtStart(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]func(*objectstest.Server) (back func()){
		"stands still": func(s *objectstest.Server) func() { s.Pause(); return s.Resume },
		"is not there": func(s *objectstest.Server) func() { s.Stop(); return s.Run },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := objectstest.Start(t, "")
			back := silent(server)
			r := newRoom(t, in(t, server))
			if _, err := r.save(); !errors.Is(err, errAway) || r.rows() != 0 {
				t.Errorf("%v, %d rows", err, r.rows())
			}
			r.runs()
			back()
			testenv.Eventually(t, "a picture is saved", func() bool { _, err := r.save(); return err == nil })
			testenv.Eventually(t, "the bytes are counted", func() bool { return r.counted("") >= 7 })
		})
	}
}

// TestFullBucket: what does not fit leaves nothing, and the next picture that fits is saved.
func TestFullBucket(t *testing.T) {
	t.Parallel()
	r := newRoom(t, in(t, objectstest.Start(t, tmpfs.Mount(t, "1m"))))
	for range 3 {
		if _, err := r.Save(t.Context(), make([]byte, 3<<20), Prediction{ModelID: "m"}); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	if c := r.Health(t.Context()); c.Status != httpapi.StatusOK || !strings.Contains(c.Detail, "could not be saved") || r.rows() != 0 || len(r.files()) != 0 {
		t.Errorf("%+v, %d rows, %q", c, r.rows(), r.files())
	}
	r.want("what fits", true, r.keep(1000, 0))
	if c := r.Health(t.Context()); c.Detail != "" {
		t.Errorf("%+v", c)
	}
}

// A store that is full when the server starts does not keep it from starting.
func TestFullAtStart(t *testing.T) {
	t.Parallel()
	small, log := tmpfs.Mount(t, "64k"), new(logged)
	_ = os.WriteFile(filepath.Join(small, "filler"), make([]byte, 1<<20), 0o600) // as much as fits
	r := newRoom(t, logTo(log), func(o *setup) { o.Folder = small })
	if err := os.Remove(filepath.Join(small, "filler")); err != nil {
		t.Fatal(err)
	}
	r.want("saved", true, r.keep(10, 0))
}

// TestServersShareOneStore: a picture is everybody's, and the limits are those of all.
func TestServersShareOneStore(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		const size, limit, many = 10, 400, 90
		servers := make([]room, 3)
		for i := range servers {
			servers[i] = newRoom(t, where, maxBytes(size*limit), func(o *setup) {
				if i > 0 {
					o.DB, o.Folder = servers[0].DB, servers[0].Folder
				}
			})
		}
		all := make([]Saved, many)
		for i := range all {
			all[i] = servers[i%3].keep(size, time.Duration(many-i)*time.Hour)
		}
		for _, r := range servers {
			for _, s := range all[:3] {
				if w := ask(r.Store, "GET", s.URL); w.Code != 200 || w.Body.Len() != size {
					t.Errorf("a picture of another server: %d %s", w.Code, w.Body)
				}
			}
			r.MaxBytes = 50 * size
		}
		servers[0].cite(servers[0].DB, all[0].ID)
		// All sweep at once, again and again: whoever finds another one at it leaves it to that one.
		var wait sync.WaitGroup
		for _, r := range servers {
			wait.Go(func() {
				for range 5 {
					if err := r.Sweep(t.Context(), time.Now()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		servers[0].sweep()
		servers[0].want("cited", true, all[0])
		servers[1].want("the oldest", false, all[1:many-44]...)
		servers[2].want("the youngest", true, all[many-44:]...) // nine tenths of 50, with the one that is cited
		deleted := 0.0
		for _, r := range servers {
			deleted += r.counted("deleted")
		}
		if deleted != many-45 {
			t.Errorf("%v were deleted", deleted)
		}
	})
}

// One server sweeps at a time; the others come again.
func TestOneSweepsAtATime(t *testing.T) {
	t.Parallel()
	r := newRoom(t, maxAge(day))
	old := r.keep(1, 100*day)
	tx, err := r.DB.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	if !pgtest.Value[bool](t, tx, sweepingQuery.String()) {
		t.Fatal("the lock is taken")
	}
	r.sweep()
	r.want("while another server sweeps", true, old)
	if len(r.full) != 1 {
		t.Error("the sweep is not tried again soon")
	}
	if err := tx.Rollback(t.Context()); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		t.Fatal(err)
	}
	r.sweep()
	r.want("afterwards", false, old)
}

func TestNoPicturesAreHealthy(t *testing.T) {
	t.Parallel()
	var none *Store
	if c := none.Health(t.Context()); c.Status != httpapi.StatusNotConfigured {
		t.Errorf("%+v", c)
	}
}
