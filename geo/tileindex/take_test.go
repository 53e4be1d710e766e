package tileindex_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// wasTaken is the line of the log of an index that took the files of another one.
const wasTaken = "tile index read from the files of another server"

// TestTakesTheFilesOfAnother starts a second index beside one that writes on, and holds that both answer as the table does.
func TestTakesTheFilesOfAnother(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 1))
	db, folder, second := pgtest.Pool(t), t.TempDir(), t.TempDir()
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 2000))
	first := run(t, db, folder)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 200)) // the files do not have these
	asLoadedAnew(t, db, rng, first)
	other := runTaking(t, db, second, folder)
	if log := other.log.String(); !strings.Contains(log, wasTaken) || other.log.warnings() > 0 {
		t.Errorf("the log of the second: %s", log)
	}
	asLoadedAnew(t, db, rng, other)
	for range 3 { // each has slots of its own
		pgtest.Run(t, db, "update observations set count = count % 1000 + 1, notes = 'again' where random() < 0.05")
		asLoadedAnew(t, db, rng, first)
		asLoadedAnew(t, db, rng, other)
	}
	first.stop()
	other.stop()
	again := runTaking(t, db, second, folder)
	if log := again.log.String(); !strings.Contains(log, fromSnapshot) || strings.Contains(log, wasTaken) {
		t.Errorf("the log of the next start, which has files of its own: %s", log)
	}
	asLoadedAnew(t, db, rng, again)
}

// TestTakesOnlyWhatFits holds that files that are old, broken, of another database or not there leave the table to be loaded, with one line that says why.
func TestTakesOnlyWhatFits(t *testing.T) {
	t.Parallel()
	change := func(prefix string, how func([]byte) []byte) func(*testing.T, *pgxpool.Pool, string) {
		return func(t *testing.T, _ *pgxpool.Pool, folder string) {
			for _, path := range mustGlob(t, filepath.Join(folder, prefix)) {
				b, err := os.ReadFile(path)
				if err == nil {
					err = os.WriteFile(path, how(b), 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	flip := func(b []byte) []byte {
		b[len(b)/2] ^= 1
		return b
	}
	for name, c := range map[string]struct {
		spoil  func(t *testing.T, db *pgxpool.Pool, folder string)
		reason string
	}{
		"no folder": {func(t *testing.T, _ *pgxpool.Pool, folder string) {
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
		}, "no such file"},
		"an empty index":     {change("index", func([]byte) []byte { return nil }), "damaged"},
		"an index cut off":   {change("index", func(b []byte) []byte { return b[:len(b)/2] }), "damaged"},
		"a bit of the index": {change("index", flip), "damaged"},
		"a bit of a point":   {change("points-*", func(b []byte) []byte { b[3] ^= 1; return b }), "damaged"},
		"a former format": {change("index", func(b []byte) []byte { // whose directory has other fields, which its fingerprint tells
			b[8]++
			binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[:60], crc32.MakeTable(crc32.Castagnoli)))
			return b
		}), "another version"},
		"another version":  {change("index", func(b []byte) []byte { b[7]++; return b }), "another version"},
		"another database": {func(t *testing.T, db *pgxpool.Pool, _ string) { pgtest.Run(t, db, "delete from index_snapshots") }, "another database"},
		"a log begun anew": {func(t *testing.T, db *pgxpool.Pool, _ string) {
			pgtest.Run(t, db, "update observation_epoch set cluster = cluster + 1")
		}, "another database"},
		"a log that is short": {func(t *testing.T, db *pgxpool.Pool, _ string) {
			pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 50))
			forget(t, db)
		}, "no longer holds"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, folder := pgtest.Pool(t), filepath.Join(t.TempDir(), "other")
			pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 500))
			run(t, db, folder).stop()
			c.spoil(t, db, folder)
			p := runTaking(t, db, t.TempDir(), folder)
			if log := p.log.String(); !strings.Contains(log, fromTable) || !strings.Contains(log, c.reason) || p.log.warnings() != 1 {
				t.Errorf("the log: %s", log)
			}
			asLoadedAnew(t, db, rand.New(rand.NewPCG(21, 2)), p)
		})
	}
}

// TestLinksOnlyItsOwn: the index of another server is shared on the disk, unless another user may change it.
func TestLinksOnlyItsOwn(t *testing.T) {
	t.Parallel()
	db, folder := pgtest.Pool(t), t.TempDir()
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 500))
	run(t, db, folder).stop()
	theirs := filepath.Join(folder, "index")
	nobody := func(t *testing.T) {
		if err := os.Chown(theirs, 65534, -1); err != nil {
			t.Skip("only root gives files away")
		}
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T)
		shared bool
	}{
		{"its own", func(*testing.T) {}, true},
		{"writable by others", func(t *testing.T) {
			if err := os.Chmod(theirs, 0o666); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"a link", func(t *testing.T) {
			if err := os.Chmod(theirs, 0o600); err != nil {
				t.Fatal(err)
			}
			moved := filepath.Join(t.TempDir(), "index")
			if err := os.Rename(theirs, moved); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _, _ = os.Remove(theirs), os.Rename(moved, theirs) })
			if err := os.Symlink(moved, theirs); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"another user's", nobody, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.change(t)
			second := t.TempDir()
			p := runTaking(t, db, second, folder)
			if log := p.log.String(); !strings.Contains(log, wasTaken) {
				t.Errorf("the log: %s", log)
			}
			a, err1 := os.Lstat(theirs)
			b, err2 := os.Lstat(filepath.Join(second, "index"))
			if err1 != nil || err2 != nil || os.SameFile(a, b) != c.shared || !b.Mode().IsRegular() {
				t.Errorf("shared %v, %s, %v, %v", os.SameFile(a, b), b.Mode(), err1, err2)
			}
		})
	}
}

// TestTakesNothingFromItself holds that a folder is not copied onto itself.
func TestTakesNothingFromItself(t *testing.T) {
	t.Parallel()
	db, folder := pgtest.Pool(t), t.TempDir()
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 500))
	p := runTaking(t, db, folder, folder)
	if log := p.log.String(); !strings.Contains(log, fromTable) || !strings.Contains(log, "the folder of this server") {
		t.Errorf("the log: %s", log)
	}
}

func mustGlob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	return paths
}

// forget makes the log forget what it has now.
func forget(t *testing.T, db *pgxpool.Pool) {
	t.Helper()
	for range 2 {
		if err := tileindextest.Reference(db).DropOldChanges(t.Context()); err != nil {
			t.Fatal(err)
		}
		pgtest.Run(t, db, "update observation_epoch set horizon_at = horizon_at - interval '2 hours'")
	}
	if err := tileindextest.Reference(db).DropOldChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
}
