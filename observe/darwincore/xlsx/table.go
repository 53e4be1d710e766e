package xlsx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Table reads a sheet as rows. The line of a row is its number in the sheet.
type Table struct {
	name    string
	file    *os.File
	rows    *rows
	strings *sharedStrings
	merges  *merges
	warn    *text.Warnings
	header  []string
	pending []text.Row // read ahead to find the header
}

// Open opens a sheet of a workbook, by name, or the only one with data. known tells a header from the titles above it. The
// Table closes the file when it is closed; an error is a *text.FileError and leaves it open.
func Open(ctx context.Context, name string, file *os.File, sheetName string, known text.Known, warn *text.Warnings) (*Table, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, text.Fail(name, 0, "cannot be read", err)
	}
	book, err := openWorkbook(ctx, name, file, info.Size())
	if err != nil {
		return nil, err
	}
	t := &Table{name: name, file: file, warn: warn}
	if t.strings, err = book.readStrings(); err != nil {
		return nil, text.Fail(name, 0, "the workbook cannot be read", err)
	}
	if err := t.open(book, sheetName, known); err != nil {
		return nil, errors.Join(err, t.strings.close())
	}
	return t, nil
}

func (t *Table) open(book *workbook, sheetName string, known text.Known) error {
	chosen, err := t.choose(book, sheetName)
	if err != nil {
		return err
	}
	if t.merges, err = book.readMerges(chosen); err != nil {
		return t.fail(0, err)
	}
	if t.rows, err = book.rows(chosen, t.strings, t.warn); err != nil {
		return t.fail(0, err)
	}
	if err := t.findHeader(known); err != nil {
		return errors.Join(err, t.rows.feed.in.Close())
	}
	return nil
}

// choose finds the sheet by its name, or the only one with data. Hidden ones count when no other has data.
func (t *Table) choose(book *workbook, name string) (sheet, error) {
	if len(book.sheets) == 0 {
		return sheet{}, text.Fail(t.name, 0, "the workbook has no sheet with cells", nil)
	}
	if name != "" {
		for _, s := range book.sheets {
			if strings.EqualFold(s.name, name) {
				return s, nil
			}
		}
		return sheet{}, text.Fail(t.name, 0, fmt.Sprintf("there is no sheet %q; the sheets are %s", name, text.ListSheets(namesOf(book.sheets))), nil)
	}
	if len(book.sheets) == 1 {
		return book.sheets[0], nil
	}
	var visible, hidden []sheet
	for _, s := range book.sheets {
		filled, err := t.filled(book, s)
		switch {
		case err != nil:
			return sheet{}, t.fail(0, err)
		case filled && s.visible:
			visible = append(visible, s)
		case filled:
			hidden = append(hidden, s)
		}
	}
	switch {
	case len(visible) == 1:
		for _, s := range hidden {
			t.warn.Add(fmt.Sprintf("the hidden sheet %q not read", s.name), 0)
		}
		return visible[0], nil
	case len(visible) == 0 && len(hidden) == 1:
		return hidden[0], nil
	case len(visible)+len(hidden) == 0:
		return sheet{}, text.Fail(t.name, 0, "the workbook is empty", nil)
	}
	return sheet{}, text.Fail(t.name, 0, "several sheets have data", &text.SheetsError{Sheets: namesOf(append(visible, hidden...))})
}

// filled reports whether a sheet has a row that is not blank.
func (t *Table) filled(book *workbook, s sheet) (bool, error) {
	r, err := book.rows(s, t.strings, &text.Warnings{})
	if err != nil {
		return false, err
	}
	defer r.feed.in.Close() //nolint:errcheck // it was only read
	err = r.next()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}

func namesOf(sheets []sheet) []string {
	names := make([]string, len(sheets))
	for i, s := range sheets {
		names[i] = s.name
	}
	return names
}

func (t *Table) fail(line int, err error) error {
	return text.Fail(t.name, line, "the sheet cannot be read", err)
}

// read returns the next row that is not blank.
func (t *Table) read() (text.Row, error) {
	if err := t.rows.next(); errors.Is(err, io.EOF) {
		return text.Row{}, io.EOF
	} else if err != nil {
		return text.Row{}, t.fail(t.rows.line, err)
	}
	return text.Row{Line: t.rows.line, Values: slices.Clone(t.rows.values)}, nil
}

// findHeader takes the first row for the header, or the one of the first rows whose values are best known as columns.
func (t *Table) findHeader(known text.Known) error {
	best, most := 0, 0
	for len(t.pending) < headerRows {
		row, err := t.read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if names, _ := known(trimmed(row.Values)); names > most {
			best, most = len(t.pending), names
		}
		t.pending = append(t.pending, row)
	}
	if len(t.pending) == 0 {
		return text.Fail(t.name, 0, "the sheet is empty", nil)
	}
	if best > 0 {
		t.warn.AddRows("rows above the header not read", t.pending[0].Line, best)
	}
	t.header = trimmed(t.pending[best].Values)
	t.pending = t.pending[best+1:]
	return nil
}

func trimmed(values []string) []string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = strings.TrimSpace(value)
	}
	for len(out) > 1 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// Header names the columns, without blanks around their names.
func (t *Table) Header() []string { return t.header }

// CRS is empty: a workbook does not say what its coordinates are of.
func (t *Table) CRS() string { return "" }

// Next returns the next row that is not blank. It has as many values as the header, or a Fault. The error is io.EOF at the
// end, else a *text.FileError.
func (t *Table) Next() (row text.Row, err error) {
	if len(t.pending) > 0 {
		row, t.pending = t.pending[0], t.pending[1:]
	} else if row, err = t.read(); err != nil {
		return row, err
	}
	values, filled := t.merges.fill(row.Line, row.Values)
	if filled {
		t.warn.Add("merged cells: their value counts for each row that they span", row.Line)
	}
	row.Values = values
	for len(row.Values) < len(t.header) {
		row.Values = append(row.Values, "")
	}
	row.Fit(len(t.header))
	return row, nil
}

// Progress returns how many bytes of the sheet have been read, of how many, inflated.
func (t *Table) Progress() (done, total int64) { return t.rows.feed.n.Load(), t.rows.size }

// Close closes the file and removes the temporary ones.
func (t *Table) Close() error {
	return errors.Join(t.rows.feed.in.Close(), t.strings.close(), t.file.Close())
}
