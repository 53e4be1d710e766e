package tileindex_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
)

// process is an index that runs as in a server.
type process struct {
	*tileindex.Index
	log  *lockedBuffer
	stop func() // as a clean end of the process
}

type lockedBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.String()
}

func (b *lockedBuffer) warnings() int { return strings.Count(b.String(), "level=WARN") }

// The lines of the log that say where the rows came from, and that they were saved.
const (
	fromTable    = `msg="tile index loaded"`
	fromSnapshot = `msg="tile index read from its snapshot"`
	wasSaved     = `msg="tile index saved"`
)

// run starts an index over a folder and waits until it is loaded and saved, unless it cannot be.
func run(t *testing.T, db *pgxpool.Pool, folder string) process {
	t.Helper()
	return runTaking(t, db, folder, "")
}

// runTaking is run of an index that may take the files of another one.
func runTaking(t *testing.T, db *pgxpool.Pool, folder, from string) process {
	t.Helper()
	p := process{log: &lockedBuffer{}}
	p.Index = tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.NewTextHandler(p.log, nil)), Registry: prometheus.NewRegistry(), Folder: folder, TakeFrom: from})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	p.stop = func() {
		cancel()
		running.Wait()
	}
	t.Cleanup(p.stop)
	if err := p.CatchUp(ctx); err != nil {
		t.Fatal(err)
	}
	running.Go(func() { p.Run(ctx) })
	done := func() bool {
		log := p.log.String()
		return strings.Contains(log, fromSnapshot) || strings.Contains(log, wasTaken) || strings.Contains(log, fromTable) &&
			(strings.Contains(log, wasSaved) || strings.Contains(log, "not saved") || strings.Contains(log, "another server") || !p.State().HasPoints())
	}
	testenv.Succeeds(t, "the index is ready", func() error {
		if !done() {
			return errors.New(p.log.String())
		}
		return nil
	})
	return p
}

// asLoadedAnew compares an index with one that loads the table into memory, record by record with their details, and with SQL for random Filters.
func asLoadedAnew(t *testing.T, db *pgxpool.Pool, rng *rand.Rand, p process) {
	t.Helper()
	if err := p.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	other := newIndexIn(db, t.TempDir())
	tileindextest.CatchUp(t, other)
	if a, b := p.State().Version(), other.State().Version(); a != b {
		t.Errorf("version %s, loaded anew %s", a, b)
	}
	for _, f := range []surveillance.Filter{surveillance.DefaultFilter(), tileindextest.RandomFilter(rng)} {
		if got, want := records(t, p.State(), f), records(t, other.State(), f); !reflect.DeepEqual(got, want) {
			t.Errorf("%d records, loaded anew %d, or others", len(got), len(want))
		}
		tileindextest.Compare(t, db, p.Index, f)
	}
	if a, b := p.State().Events().Len(), other.State().Events().Len(); a != b {
		t.Errorf("%d sampling events, loaded anew %d", a, b)
	}
}

func newIndexIn(db *pgxpool.Pool, folder string) *tileindex.Index {
	return tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), Folder: folder})
}

// records returns what a layer shows of all records that match.
func records(t *testing.T, s *tileindex.State, f surveillance.Filter) (lines []string) {
	t.Helper()
	found, err := s.Select(f).Newest(t.Context(), 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := found.Each(func(p *tileindex.Point, d *tileindex.Details) error {
		lines = append(lines, fmt.Sprintf("%x %d %v %d %d %d %d %d %v %d %v %v %d %s %s %s %s %s", p.ID, p.ObservedAt, *p.Traits, p.X, p.Y, p.Taxon, p.Count,
			p.LastDay, p.Precision, p.UTCOffset, d.Lon, d.Lat, d.UTCOffset, d.Notes, d.OccurrenceID, d.Qualifier, d.BasisOfRecord, d.Licence))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestSnapshotIsContinued stops an index, changes the records and more, and starts it again.
func TestSnapshotIsContinued(t *testing.T) {
	t.Parallel()
	const move = `update observations set geom = ST_SetSRID(ST_MakePoint(12.5, 40), 4326), notes = 'moved' where id in (select id from observations order by id limit 50)`
	for name, c := range map[string]struct {
		between func(t *testing.T, db *pgxpool.Pool)
		want    string
	}{
		"nothing":     {func(*testing.T, *pgxpool.Pool) {}, fromSnapshot},
		"rows come":   {func(t *testing.T, db *pgxpool.Pool) { pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 300)) }, fromSnapshot},
		"rows change": {func(t *testing.T, db *pgxpool.Pool) { pgtest.Run(t, db, move) }, fromSnapshot},
		"rows go": {func(t *testing.T, db *pgxpool.Pool) {
			pgtest.Run(t, db, "delete from observations where taxon_key < 20")
		}, fromSnapshot},
		"all rows go":  {func(t *testing.T, db *pgxpool.Pool) { pgtest.Run(t, db, "delete from observations") }, fromSnapshot},
		"a truncation": {func(t *testing.T, db *pgxpool.Pool) { pgtest.Run(t, db, "truncate observations cascade") }, fromTable},
		"a crash": {func(t *testing.T, db *pgxpool.Pool) {
			pgtest.Run(t, db, "truncate observation_epoch, observation_changes, observation_touches")
		}, fromTable},
		"another cluster": {func(t *testing.T, db *pgxpool.Pool) {
			pgtest.Run(t, db, "update observation_epoch set cluster = cluster + 1")
		}, fromTable},
		"a migration": {func(t *testing.T, db *pgxpool.Pool) {
			pgtest.Run(t, db, "update schema_migrations set version = version + 1")
		}, fromTable},
		"an earlier copy": {func(t *testing.T, db *pgxpool.Pool) { pgtest.Run(t, db, "delete from index_snapshots") }, fromTable},
		"a log that is old, and all in the snapshot": {forget, fromSnapshot},
		"a log that forgot": {func(t *testing.T, db *pgxpool.Pool) {
			pgtest.Run(t, db, move)
			forget(t, db)
		}, fromTable},
		"a log that forgot a part": {func(t *testing.T, db *pgxpool.Pool) {
			pgtest.Run(t, db, move)
			forget(t, db)
			pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 5))
		}, fromTable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, 5))
			db, folder := pgtest.Pool(t), t.TempDir()
			pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 1000))
			first := run(t, db, folder)
			asLoadedAnew(t, db, rng, first)
			pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 30))
			asLoadedAnew(t, db, rng, first)
			first.stop()
			if n := strings.Count(first.log.String(), wasSaved); n != 2 {
				t.Errorf("saved %d times: %s", n, first.log)
			}
			c.between(t, db)
			for range 2 { // the second continues from what the first saved
				again := run(t, db, folder)
				if !strings.Contains(again.log.String(), c.want) || again.log.warnings() > 1 || c.want == fromSnapshot && again.log.warnings() > 0 {
					t.Errorf("the log of the next start: %s", again.log)
				}
				asLoadedAnew(t, db, rng, again)
				pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 20))
				asLoadedAnew(t, db, rng, again)
				again.stop()
				c.want = fromSnapshot
			}
			if entries, err := os.ReadDir(folder); err != nil || len(entries) != 4 {
				t.Errorf("the folder holds %v, %v", entries, err)
			}
		})
	}
}

// TestKilledProcess starts from what a process left that wrote on without saving: its files hold more than the snapshot knows.
func TestKilledProcess(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 6))
	db, folder, copied := pgtest.Pool(t), t.TempDir(), t.TempDir()
	rows := 8_000
	if testenv.Long() {
		rows = 40_000
	}
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, rows))
	first := run(t, db, folder)
	for range 20 { // slots of the snapshot must not be written again
		pgtest.Run(t, db, "update observations set count = count % 1000 + 1, notes = 'again' where random() < 40e0 / $1", rows)
		if err := first.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	again := run(t, db, copied)
	if !strings.Contains(again.log.String(), fromSnapshot) {
		t.Errorf("the log of the next start: %s", again.log)
	}
	asLoadedAnew(t, db, rng, again)
}

// TestDamagedSnapshot cuts off each file, flips bytes of each, and holds that every start answers as the table does.
func TestDamagedSnapshot(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	db, folder := pgtest.Pool(t), t.TempDir()
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 2000))
	first := run(t, db, folder)
	first.stop()
	names, err := fs.Glob(os.DirFS(folder), "[^l]*")
	if err != nil || len(names) != 3 {
		t.Fatalf("%v, %v", names, err)
	}
	damaged := func(name string, damage func(b []byte) []byte) string {
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(copied, name)
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, damage(b), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return copied
	}
	want := records(t, first.State(), surveillance.DefaultFilter())
	holds := func(what, folder string, anew bool) {
		p := run(t, db, folder)
		defer p.stop()
		if got := records(t, p.State(), surveillance.DefaultFilter()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the records differ", what)
		}
		if log := p.log.String(); anew != strings.Contains(log, fromTable) || anew != (p.log.warnings() == 1) {
			t.Errorf("%s: the log: %s", what, log)
		}
	}
	holds("whole", damaged(names[0], func(b []byte) []byte { return b }), false)
	for _, name := range names {
		holds(name+" is empty", damaged(name, func([]byte) []byte { return nil }), true)
		holds(name+" is cut off", damaged(name, func(b []byte) []byte { return b[:len(b)/2] }), true)
		for range 8 {
			at := 0
			copied := damaged(name, func(b []byte) []byte {
				for at = rng.IntN(len(b)); b[at] == 0; at = rng.IntN(len(b)) { // zeros may be the space between columns
				}
				b[at] ^= 1 << rng.IntN(8)
				return b
			})
			holds(fmt.Sprintf("byte %d of %s is another", at, name), copied, true)
		}
	}
	missing := damaged(names[0], func(b []byte) []byte { return b })
	if err := os.Remove(filepath.Join(missing, names[2])); err != nil {
		t.Fatal(err)
	}
	holds(names[2]+" is missing", missing, true)
}

// TestFolderOfAnother holds that a second server neither uses nor harms the files of the first.
func TestFolderOfAnother(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 9))
	db, folder := pgtest.Pool(t), t.TempDir()
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 500))
	first := run(t, db, folder)
	second := run(t, db, folder)
	if second.log.warnings() != 1 || !strings.Contains(second.log.String(), "another server") || strings.Contains(second.log.String(), wasSaved) {
		t.Errorf("the log of the second: %s", second.log)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 4 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 50))
	asLoadedAnew(t, db, rng, first)
	asLoadedAnew(t, db, rng, second)
	second.stop()
	first.stop()
	again := run(t, db, folder)
	if !strings.Contains(again.log.String(), fromSnapshot) {
		t.Errorf("the log of the next start: %s", again.log)
	}
	asLoadedAnew(t, db, rng, again)
	other := pgtest.Pool(t) // whose server has the folder next
	pgtest.Run(t, other, fmt.Sprintf(tileindextest.InsertRows, 300))
	again.stop()
	moved := run(t, other, folder)
	if !strings.Contains(moved.log.String(), fromTable) || !strings.Contains(moved.log.String(), "another database") {
		t.Errorf("the log of the start over another database: %s", moved.log)
	}
	asLoadedAnew(t, other, rng, moved)
}

// TestDiskWithoutRoom holds that the index answers from memory, and reads single records by SQL where their file has no room.
func TestDiskWithoutRoom(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(10, 10))
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 6000))
	for size, points := range map[string]bool{"160k": false, "420k": true} { // the files of records take 300 kB, the snapshot half of that
		p := run(t, db, tmpfs.Mount(t, size))
		if p.log.warnings() != 1 || p.State().HasPoints() != points {
			t.Errorf("%s: points %v, log %s", size, p.State().HasPoints(), p.log)
		}
		tileindextest.Compare(t, db, p.Index, surveillance.DefaultFilter())
		if points {
			asLoadedAnew(t, db, rng, p)
		}
		p.stop()
	}
}
