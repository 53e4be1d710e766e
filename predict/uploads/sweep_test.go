package uploads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
	"github.com/skeeter-surveillance/skeeter/sql"
)

const day = 24 * time.Hour

func (r room) sweep() {
	r.t.Helper()
	if err := r.Sweep(r.t.Context(), time.Now()); err != nil {
		r.t.Fatal(err)
	}
}

// cite stores an observation that cites a prediction.
func (r room) cite(db postgres.Querier, id uuid.UUID) {
	r.t.Helper()
	const statement = `
		with taxon as (
			insert into taxa (id, scientific_name, genus) values ('aedes-nemo', 'Aedes nemo', 'Aedes')
			on conflict (id) do update set genus = 'Aedes' returning key
		)
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, prediction_id)
		select gen_random_uuid(), key, 1, 'SRID=4326;POINT(7 43)', '2024-06-01Z', 'day', $1 from taxon`
	pgtest.Run(r.t, db, statement, id)
}

// has says whether a picture's file and row are there, which have to agree.
func (r room) has(s Saved) bool {
	r.t.Helper()
	row := pgtest.Value[bool](r.t, r.DB, "select exists (select from predictions where id = $1)", s.ID)
	if file := slices.Contains(r.files(), s.ID.String()+ending); file != row {
		r.t.Errorf("%s: file %t, row %t", s.ID, file, row)
	}
	return row
}

func (r room) want(what string, want bool, pictures ...Saved) {
	r.t.Helper()
	for i, s := range pictures {
		if r.has(s) != want {
			r.t.Errorf("%s %d: it is there: %t", what, i, !want)
		}
	}
}

func maxAge(d time.Duration) func(*setup) { return func(o *setup) { o.MaxAge = d } }
func maxBytes(n int64) func(*setup)       { return func(o *setup) { o.MaxBytes = n } }

func TestSweepByAge(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxAge(10*day))
		old, young := r.keep(1, 10*day+time.Minute), r.keep(1, 10*day-time.Minute)
		r.sweep()
		r.want("old", false, old)
		r.want("young", true, young)
		if deleted, bytes := r.counted("deleted"), r.counted(""); deleted != 1 || bytes != 1 {
			t.Errorf("%v deleted, %v bytes", deleted, bytes)
		}
		forever := newRoom(t, where, maxAge(0))
		ancient := forever.keep(1, 10_000*day)
		forever.sweep()
		forever.want("ancient", true, ancient)
	})
}

func TestSweepByBytes(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxBytes(1000))
		byAge := make([]Saved, 11)
		for _, i := range []int{4, 0, 9, 2, 6, 1, 8, 3, 7, 5} { // saved in another order than that of their age
			byAge[i] = r.keep(100, time.Duration(20-i)*day)
		}
		r.sweep()
		r.want("within the limit", true, byAge[:10]...)
		byAge[10] = r.keep(99, 0)
		r.sweep()
		r.want("the oldest", false, byAge[:2]...) // 1099 - 200 is the first below 900
		r.want("the others", true, byAge[2:]...)
		if deleted, bytes := r.counted("deleted"), r.counted(""); deleted != 2 || bytes != 899 {
			t.Errorf("%v deleted, %v bytes", deleted, bytes)
		}
	})
}

// Pictures are looked at in parts; the limit is that of all.
func TestSweepOfManyStopsAtNineTenths(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		const size, limit = 10, sweepBatch + 20
		r := newRoom(t, where, maxBytes(size*limit))
		ids := make([]uuid.UUID, 2*sweepBatch)
		for i := range ids {
			ids[i] = uuid.New()
			if err := os.WriteFile(filepath.Join(r.Folder, ids[i].String()+ending), make([]byte, size), 0o600); err != nil {
				t.Fatal(err)
			}
			r.grow(ids[i].String()+ending, time.Duration(len(ids)-i)*time.Hour)
		}
		pgtest.Run(t, r.DB, "insert into predictions (id, image_url, model_id, confidence) select id, '/x', 'm', 1 from unnest($1::uuid[]) id", ids)
		r.sweep()
		if n, want := r.rows(), limit*9/10; n != want || len(r.files()) != want {
			t.Errorf("%d rows and %d files are left, want %d", n, len(r.files()), want)
		}
		r.want("the youngest", true, Saved{ID: ids[len(ids)-1]})
	})
}

func TestSweepSparesCited(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxAge(day))
		cited, other := r.keep(10, 100*day), r.keep(10, 90*day)
		r.cite(r.DB, cited.ID)
		r.sweep()
		r.want("cited", true, cited)
		r.want("other", false, other)
		pgtest.Run(t, r.DB, "delete from observations")
		r.sweep()
		r.want("cited no more", false, cited)
	})
}

// The limit holds for all pictures together, so younger ones go in the place of those that are cited.
func TestSweepDeletesYoungerOnesInPlaceOfCited(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		var log bytes.Buffer
		r := newRoom(t, where, maxBytes(800), func(o *setup) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		var pictures []Saved
		for i := range 10 {
			pictures = append(pictures, r.keep(100, time.Duration(20-i)*time.Minute))
		}
		for _, s := range pictures[:4] {
			r.cite(r.DB, s.ID)
		}
		r.sweep()
		r.want("cited", true, pictures[:4]...)
		r.want("older", false, pictures[4:7]...)
		r.want("younger", true, pictures[7:]...)
		if strings.Contains(log.String(), "cite take more") {
			t.Errorf("four tenths of the pictures are cited, and the log says: %s", &log)
		}
	})
}

// Who cites a picture holds its row from then on until the observation is stored, or is not.
func TestSweepSparesWhatIsBeingCited(t *testing.T) {
	t.Parallel()
	for name, commit := range map[string]bool{"stored": true, "not stored": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRoom(t, maxAge(day))
			cited, other := r.keep(10, 100*day), r.keep(10, 90*day)
			tx, err := r.DB.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback(context.Background())
			if _, err := postgres.Exec(t.Context(), tx, sql.Get("observe/cite.sql"), pgx.StrictNamedArgs{"id": cited.ID, "observation": uuid.New()}); err != nil {
				t.Fatal(err)
			}
			r.sweep() // does not wait either
			r.want("being cited", true, cited)
			r.want("other", false, other)
			end := tx.Rollback
			if commit {
				r.cite(tx, cited.ID)
				end = tx.Commit
			}
			if err := end(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.sweep()
			r.want("in the end", commit, cited)
		})
	}
}

// A file that the database does not know may be another's: of a second database, or from before `migrate down` and up.
func TestSweepLeavesUnknownPictures(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxBytes(1), maxAge(200*day))
		unknown, cited, known := r.keep(1, 300*day), r.keep(1, 300*day), r.keep(1, 100*day)
		r.cite(r.DB, cited.ID)
		if _, err := r.DB.Exec(t.Context(), "delete from predictions where id <> $1", known.ID); err != nil { // as `migrate down` and up do
			t.Fatal(err)
		}
		r.sweep()
		files := r.files()
		for what, tc := range map[string]struct {
			Saved
			want bool
		}{"unknown": {unknown, true}, "known": {known, false}, "cited by an observation": {cited, true}} {
			if slices.Contains(files, tc.ID.String()+ending) != tc.want {
				t.Errorf("%s: it is there: %t", what, !tc.want)
			}
		}
	})
}

func TestSweepLeavesOtherFiles(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxAge(day), maxBytes(1))
		id := uuid.NewString()
		names := []string{"notes.txt", "photo.jpg", ".hidden", id, id + ".png", id + ".jpg.bak", strings.ToUpper(id) + ".jpg", "{" + id + "}.jpg",
			"d41d8cd98f00b204e9800998ecf8427e.jpg"} // as programs name pictures by their MD5
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(r.Folder, name), []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			r.grow(name, 100*day)
		}
		below := uuid.NewString() + ".jpg"
		if err := os.Mkdir(filepath.Join(r.Folder, below), 0o700); err != nil {
			t.Fatal(err)
		}
		r.sweep()
		for _, name := range append(names, below) {
			if !slices.Contains(r.files(), name) {
				t.Errorf("%s is gone", name)
			}
		}
	})
}

func TestSweepRemovesPartialFiles(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where)
		young := folder.PartialPrefix + uuid.NewString() + ending
		for name, age := range map[string]time.Duration{
			folder.PartialPrefix + uuid.NewString() + ending: time.Hour + time.Minute, young: time.Hour - time.Minute, ".new-and-mine": day,
		} {
			if err := os.WriteFile(filepath.Join(r.Folder, name), []byte("partial"), 0o600); err != nil {
				t.Fatal(err)
			}
			r.grow(name, age)
		}
		r.sweep()
		if files := r.files(); len(files) != 2 || !slices.Contains(files, young) || !slices.Contains(files, ".new-and-mine") {
			t.Errorf("%q is left", files)
		}
	})
}

// Two servers of one database, each with a disk of its own.
func TestSweepLeavesAnothersPictures(t *testing.T) {
	t.Parallel()
	here := newRoom(t, maxAge(day), maxBytes(1))
	there := newRoom(t, func(o *setup) { o.DB = here.DB })
	mine, theirs := here.keep(10, 100*day), there.keep(10, 100*day)
	here.sweep()
	there.sweep()
	here.want("mine", false, mine)
	there.want("theirs", true, theirs)
}

// Pictures are saved while others go; whoever was told of one finds it.
func TestSweepWhileSaving(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxAge(day))
		var wait sync.WaitGroup
		saved := make([]Saved, 40)
		for worker := range 4 {
			wait.Go(func() {
				for i := worker; i < len(saved); i += 4 {
					var err error
					if saved[i], err = r.Save(t.Context(), []byte(fmt.Sprint(i)), Prediction{ModelID: "m"}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for range 2 {
			wait.Go(func() {
				for range 10 {
					if err := r.Sweep(t.Context(), time.Now()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		r.want("saved", true, saved...)
	})
}

// One file that stays must not keep the others.
func TestSweepGoesOnAfterAFileThatCannotBeDeleted(t *testing.T) {
	t.Parallel()
	small := tmpfs.Mount(t, "1m")
	r := newRoom(t, maxAge(day), func(o *setup) { o.Folder = small })
	stuck, old := r.keep(1, 100*day), r.keep(1, 90*day)
	file := filepath.Join(small, stuck.ID.String()+ending)
	if out, err := exec.Command("mount", "--bind", file, file).CombinedOutput(); err != nil { // a mount point is busy
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", file).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	for range 2 {
		if err := r.Sweep(t.Context(), time.Now()); !errors.Is(err, syscall.EBUSY) {
			t.Errorf("the file that cannot be deleted: %v", err)
		}
	}
	r.want("old", false, old)
}

func TestSweepWithoutDatabaseDeletesNothing(t *testing.T) {
	t.Parallel()
	r := newRoom(t, maxAge(day), maxBytes(1))
	r.keep(10, 100*day)
	r.DB.Close()
	if err := r.Sweep(t.Context(), time.Now()); err == nil || len(r.files()) != 1 {
		t.Errorf("%v, %q", err, r.files())
	}
}

// Run sweeps at once, again when the limit is passed, and ends with its context.
func TestRun(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where, maxBytes(1000), maxAge(day))
		first := r.keep(950, 5*time.Hour)
		ctx, cancel := context.WithCancel(t.Context())
		r.keep(10, 100*day)
		ended := make(chan struct{})
		go func() { r.Run(ctx); close(ended) }()
		testenv.Eventually(t, "the first sweep", func() bool { return r.counted("deleted") == 1 })
		r.want("within the limit", true, first)
		second := r.keep(100, 0)
		testenv.Eventually(t, "the limit is kept", func() bool { return r.counted("deleted") == 2 })
		r.want("the oldest", false, first)
		r.want("the youngest", true, second)
		cancel()
		testenv.Receive(t, "Run ends with its context", ended)
	})
}
