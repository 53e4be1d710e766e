package tileindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/coldfile"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestPointDataKeepsTheTime(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"1700-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "2000-01-01T00:00:00Z", "2024-02-29T12:30:00.5Z", "2399-12-31T23:59:59.999999Z"} {
		when, err := time.Parse(time.RFC3339Nano, at)
		if err != nil {
			t.Fatal(err)
		}
		micros := when.UnixMicro() - time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
		for p, name := range precisions {
			parsed, ok := ParsePrecision([]byte(name))
			for _, offset := range []int16{-840, -570, 0, 345, 840} {
				want := offset
				if parsed != PrecisionTime && parsed != PrecisionInterval {
					want = 0
				}
				got := newPointData([16]byte{1, 15: 2}, micros, parsed, offset)
				precision, clock := got.clock()
				if !ok || got.micros() != micros || precision != Precision(p) || clock != want || got.id != [16]byte{1, 15: 2} {
					t.Errorf("%s by the %s at %d minutes became %v: %d, %s at %d minutes", at, name, offset, got, got.micros(), precision, clock)
				}
			}
		}
	}
	if p, ok := ParsePrecision([]byte("week")); ok {
		t.Errorf("week is %v", p)
	}
}

// TestReadersKeepTheirSlots rewrites chunks while others read older ones: what a reader holds stays true, and what nobody
// holds is used again.
func TestReadersKeepTheirSlots(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 9))
	file := newPointFile(t)
	named := func(code uint64) record { // whose id tells its row
		r := record{row: row{code: code}}
		binary.BigEndian.PutUint64(r.id[:], code)
		return r
	}
	records := make([]record, 5*chunkRows/2)
	for i := range records {
		records[i] = named(rng.Uint64())
	}
	sortRecords(records)
	b := builder{file: file}
	b.add(records...)
	b.flush()
	size := file.bytes()
	var newest atomic.Pointer[chunks]
	newest.Store(&b.out)

	done := make(chan struct{})
	var readers sync.WaitGroup
	for seed := range uint64(3) {
		readers.Go(func() {
			rng := rand.New(rand.NewPCG(9, seed))
			var buffer []byte
			for {
				select {
				case <-done:
					return
				default:
				}
				c := (*newest.Load())[rng.IntN(2)]
				runtime.Gosched()
				begin := rng.IntN(c.len())
				end := begin + 1 + rng.IntN(c.len()-begin)
				var ok bool
				if buffer, ok = file.read(c, begin, end, buffer); !ok {
					t.Error("the file was not read")
					return
				}
				for i := begin; i < end; i++ {
					if p := pointDataAt(buffer, i-begin); binary.BigEndian.Uint64(p.id[:]) != c.at(i).code {
						t.Errorf("row %d of %d has the id of another", i, c.len())
						return
					}
				}
			}
		})
	}
	for range 80 {
		gone, came := rng.IntN(len(records)), named(rng.Uint64())
		next, ok := newest.Load().changed([]record{came}, []record{records[gone]}, file)
		if !ok {
			t.Fatal("a record was not found")
		}
		records[gone] = came
		newest.Store(&next)
		runtime.GC() // gives slots back
	}
	close(done)
	readers.Wait()
	if file.bytes() > 8*size { // without reuse it would be some thirty times
		t.Errorf("the file grew from %d bytes to %d", size, file.bytes())
	}
}

const insertEqual = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
	select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 1, 1, ST_SetSRID(ST_MakePoint(1, 1), 4326), '2020-01-01Z', 'day' from generate_series(%d, %d) n`

// following is an index that is loaded, and what it warned of.
func following(t *testing.T, db *pgxpool.Pool, folder string) (*Index, *strings.Builder) {
	t.Helper()
	log := &strings.Builder{}
	x := New(Options{DB: db, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})), Registry: prometheus.NewRegistry(), Folder: folder})
	if err := errors.Join(x.CatchUp(t.Context()), x.Load(t.Context())); err != nil {
		t.Fatal(err)
	}
	return x, log
}

// TestRecordsAreRemovedByTheirID deletes one of several that count the same.
func TestRecordsAreRemovedByTheirID(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertEqual, 1, 9))
	x, _ := following(t, db, t.TempDir())
	for _, statement := range []string{
		"delete from observations where id::text like '%4'", "delete from observations where id::text like '%1'", "delete from observations where id::text like '%9'",
		fmt.Sprintf(insertEqual, 4, 4), "update observations set observed_at = observed_at + interval '3 hours', date_precision = 'time' where id::text like '%5'",
		"update observations set notes = 'seen' where id::text like '%6'", "update observations set id = '00000000-0000-0000-0000-000000000077' where id::text like '%7'",
	} {
		pgtest.Run(t, db, statement)
		if err := x.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := pgtest.Column[string](t, db, "select id::text || ' ' || extract(epoch from observed_at)::bigint || ' ' || date_precision from observations order by 1")
		var got []string
		points, err := x.State().Select(surveillance.DefaultFilter()).Points(t.Context(), nil, 0, nil, Window{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range points {
			id := fmt.Sprintf("%x-%x-%x-%x-%x", p.ID[:4], p.ID[4:6], p.ID[6:8], p.ID[8:10], p.ID[10:])
			got = append(got, fmt.Sprint(id, " ", p.ObservedAt/1e6+946684800, " ", p.Precision))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the index tells\n%s\nSQL\n%s", statement, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestFileThatFails breaks the file under an index: it warns once, counts on, and leaves single records to SQL.
func TestFileThatFails(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	newest := 9
	pgtest.Run(t, db, fmt.Sprintf(insertEqual, 1, newest))
	for name, breakIt := range map[string]func(t *testing.T, f *pointFile){
		"reading": func(t *testing.T, f *pointFile) {
			if err := f.file.Truncate(0); err != nil {
				t.Fatal(err)
			}
		},
		"writing": func(t *testing.T, f *pointFile) { // as on a disk that is full
			full, err := coldfile.Open("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skip(err)
			}
			f.file = full
		},
	} {
		t.Run(name, func(t *testing.T) {
			x, log := following(t, db, t.TempDir())
			if !x.State().HasPoints() {
				t.Fatal("there are no points")
			}
			before := x.State()
			breakIt(t, before.points)
			for range 3 {
				newest++
				pgtest.Run(t, db, "delete from observations where id = (select min(id::text)::uuid from observations)")
				pgtest.Run(t, db, fmt.Sprintf(insertEqual, newest, newest))
				if err := x.CatchUp(t.Context()); err != nil {
					t.Fatal(err)
				}
				if s := x.State(); !s.Ready() || s.HasPoints() || s.Count(surveillance.DefaultFilter()) != 9 {
					t.Errorf("ready %v, points %v, %d records", s.Ready(), s.HasPoints(), s.Count(surveillance.DefaultFilter()))
				}
			}
			if _, err := before.Select(surveillance.DefaultFilter()).Points(t.Context(), nil, 0, nil, Window{}); !errors.Is(err, errPoints) {
				t.Errorf("a reader of before is told %v", err)
			}
			if n := strings.Count(log.String(), "level=WARN"); n != 1 {
				t.Errorf("%d warnings: %s", n, log)
			}
		})
	}
}

// TestNoFolder holds that an index counts without a file.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertEqual, 1, 3))
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, warnings := range map[string]int{"": 0, inTheWay: 1} {
		x, log := following(t, db, folder)
		if s := x.State(); !s.Ready() || s.HasPoints() || s.Count(surveillance.DefaultFilter()) != 3 || strings.Count(log.String(), "level=WARN") != warnings {
			t.Errorf("folder %q: ready %v, points %v, %d records, log %s", folder, s.Ready(), s.HasPoints(), s.Count(surveillance.DefaultFilter()), log)
		}
	}
}
