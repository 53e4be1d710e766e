package geopackage

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
)

var notes = table.Schema{Name: "notes", Columns: []table.Column{{Name: `a "b"`}, {Name: "at", Type: table.Time}, {Name: "day", Type: table.Date}}}

func rowOf(text string, at, day int64) table.Row {
	return table.Row{Values: []table.Value{{Valid: true, Text: []byte(text)}, {Valid: true, Bits: at}, {Valid: true, Bits: day}}}
}

// SQLite finds what was written: instants with milliseconds, days before 1970.
func TestValues(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w, err := New(&out, notes)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []table.Row{rowOf("'; drop table notes; --", 1_500_000, -1), rowOf("é\n", 1, 0)} {
		if err := w.Write(&row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "notes.gpkg")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var got string
	const all = `select group_concat(fid || '|' || "a ""b""" || '|' || cast(at as text) || '|' || cast(day as text), ';') || (select data_type from gpkg_contents) from notes`
	if err := db.QueryRow(all).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if want := "1|'; drop table notes; --|1970-01-01T00:00:01.500Z|1969-12-31;2|é\n|1970-01-01T00:00:00.000Z|1970-01-01attributes"; got != want {
		t.Errorf("the file holds %q, want %q", got, want)
	}
}

// A file that grows beyond its limit is refused before anything is written, and leaves nothing behind.
func TestTooLarge(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	var out bytes.Buffer
	w, err := newWriter(&out, notes, 200<<10)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	row := rowOf(strings.Repeat("x", 50<<10), 0, 0)
	for range 10 {
		if err = w.Write(&row); err != nil {
			break
		}
	}
	var large *table.TooLargeError
	if !errors.As(err, &large) || out.Len() > 0 {
		t.Errorf("%v, %d bytes are written", err, out.Len())
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestFullDisk: a disk without room is no file that is too large.
func TestFullDisk(t *testing.T) {
	t.Setenv("TMPDIR", tmpfs.Mount(t, "1m"))
	w, err := New(&bytes.Buffer{}, notes)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	row := rowOf(strings.Repeat("x", 50<<10), 0, 0)
	for i := 0; err == nil && i < 1000; i++ {
		err = w.Write(&row)
	}
	if err == nil {
		err = w.Close()
	}
	if large := new(table.TooLargeError); !errors.Is(err, syscall.ENOSPC) || errors.As(err, &large) {
		t.Errorf("a full disk: %v", err)
	}
}
