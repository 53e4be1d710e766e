package workbook

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

var notes = table.Schema{Name: "notes", Columns: []table.Column{{Name: "note"}, {Name: "n", Type: table.Number}, {Name: "day", Type: table.Date}}}

// excelize reads the texts as they were: formulas, markup, characters that XML has not, and what looks like their escapes.
func TestTexts(t *testing.T) {
	t.Parallel()
	texts := []string{"=1+1", "<a> & \"b\"", "\x01 tab\tline\nreturn\r", "_x0041_ _x005F_", " blanks ", "\u200f🦟"}
	var out bytes.Buffer
	w, err := New(&out, notes)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		row := table.Row{Values: []table.Value{{Valid: true, Text: []byte(text)}, {Valid: true, Number: 0.1}, {Valid: true, Bits: -40_000}}}
		if err := w.Write(&row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := file.GetRows("notes")
	if err != nil || len(rows) != len(texts)+1 || !slices.Equal(rows[0], []string{"note", "n", "day"}) {
		t.Fatalf("%q, %v", rows, err)
	}
	for i, text := range texts {
		if want := []string{text, "0.1", "1860-06-26"}; !slices.Equal(rows[i+1], want) {
			t.Errorf("row %d is %q, want %q", i, rows[i+1], want)
		}
	}
}

// A text that no cell can hold is refused, not cut, and nothing is left behind.
func TestTooLarge(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	var out bytes.Buffer
	w, err := New(&out, notes)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	row := table.Row{Values: []table.Value{{Valid: true, Text: []byte(strings.Repeat("🦟", maxCellUnits/2+1))}, {}, {}}}
	var large *table.TooLargeError
	err = w.Write(&row)
	if !errors.As(err, &large) || out.Len() > 0 {
		t.Errorf("%v, %d bytes are written", err, out.Len())
	}
	if err == nil || !strings.Contains(err.Error(), "note of row 2 has 32768") {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// A sheet takes as many rows as Excel does, and the error of one more says so.
func TestTooManyRows(t *testing.T) {
	t.Parallel()
	w, err := New(io.Discard, table.Schema{Name: "numbers", Columns: []table.Column{{Name: "n", Type: table.Integer}}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	row := table.Row{Values: []table.Value{{Valid: true, Bits: 1}}}
	for i := range MaxRows {
		if err := w.Write(&row); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
	}
	var large *table.TooLargeError
	if err := w.Write(&row); !errors.As(err, &large) || !strings.Contains(err.Error(), "at most 1048575 rows; it has more") {
		t.Error(err)
	}
}
