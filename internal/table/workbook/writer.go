// Package workbook writes tables as a sheet of an Excel workbook (ECMA-376, Office Open XML). Texts are cells of type text, which no program
// runs as formulas; instants and days are texts too (ISO 8601), because Excel has no day before 1900. Points are two columns, polygons are
// left out. The file is made in the temporary folder, where it has no name, and copied when it is complete.
//
// Reading has github.com/xuri/excelize. Its writer holds the file in memory, cuts long texts and replaces control characters without a word;
// what is needed here is one part of XML that grows with the rows. The package imports internal/table and internal/wkb.
package workbook

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// ContentType of the format.
const ContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Limits of a sheet: the first two are Excel's own.
const (
	MaxRows      = 1<<20 - 1 // below the header
	maxCellUnits = 32_767    // of UTF-16
	maxBytes     = 8 << 30   // of a sheet, inflated
)

type writer struct {
	schema table.Schema
	points bool
	out    io.Writer
	file   *os.File // nil after Discard
	buffer *bufio.Writer
	zip    *zip.Writer
	sheet  io.Writer
	line   []byte
	rows   int // without the header
	column int // of the next cell
	bytes  int64
}

// New begins a file.
func New(w io.Writer, s table.Schema) (table.Writer, error) {
	out := &writer{schema: s, out: w, points: s.Geometry != nil && !s.Geometry.Polygons}
	if err := out.open(); err != nil {
		out.Discard()
		return nil, fmt.Errorf("write a workbook: %w", err)
	}
	return out, nil
}

func (w *writer) open() (err error) {
	if w.file, err = os.CreateTemp("", "skeeter-*.xlsx"); err != nil {
		return err
	}
	if err := os.Remove(w.file.Name()); err != nil {
		return err
	}
	w.buffer = bufio.NewWriter(w.file)
	w.zip = zip.NewWriter(w.buffer)
	for _, p := range parts(w.schema.Name) {
		part, err := w.zip.Create(p.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(part, p.text); err != nil {
			return err
		}
	}
	if w.sheet, err = w.zip.Create(sheetPart); err != nil {
		return err
	}
	w.line = append(w.line[:0], sheetBegins...)
	return w.header()
}

// header writes the names of the columns.
func (w *writer) header() error {
	w.begin()
	for i, c := range w.schema.Columns {
		w.text(c.Name)
		if i == 0 && w.points {
			x, y := "longitude", "latitude"
			if w.schema.Geometry.SRID != table.WGS84 {
				x, y = "easting", "northing"
			}
			w.text(x)
			w.text(y)
		}
	}
	return w.end()
}

// begin begins the row after those that were counted.
func (w *writer) begin() {
	w.column = 0
	w.line = fmt.Appendf(w.line, `<row r="%d">`, w.rows+1)
}

// cellBegins begins a cell with more attributes and its end. It says where it is: some readers go by that.
func (w *writer) cellBegins(rest string) {
	w.line = append(append(w.line, `<c r="`...), letters(w.column)...)
	w.line = append(append(strconv.AppendInt(w.line, int64(w.rows)+1, 10), '"'), rest...)
	w.column++
}

// letters are the name of a column: A to Z, then AA to ZZ, which are more than tables have.
func letters(column int) string {
	const alphabet = 'Z' - 'A' + 1
	last := string(rune('A' + column%alphabet))
	if column < alphabet {
		return last
	}
	return string(rune('A'+column/alphabet-1)) + last
}

func (w *writer) end() error {
	w.line = append(w.line, "</row>"...)
	if w.bytes += int64(len(w.line)); w.bytes > maxBytes {
		return &table.TooLargeError{Limit: fmt.Sprintf("at most %d GiB", maxBytes>>30)}
	}
	_, err := w.sheet.Write(w.line)
	w.line = w.line[:0]
	if err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}
	return nil
}

// Write implements table.Writer.
func (w *writer) Write(row *table.Row) error {
	if w.rows == MaxRows {
		return &table.TooLargeError{Limit: fmt.Sprintf("at most %d rows", MaxRows), Found: "it has more"}
	}
	w.rows++
	w.begin()
	for i, c := range w.schema.Columns {
		if n := units(row.Values[i].Text); n > maxCellUnits {
			return &table.TooLargeError{Limit: fmt.Sprintf("at most %d characters in a cell", maxCellUnits), Found: fmt.Sprintf("%s of %s has %d", c.Name, w.nameOf(row), n)}
		}
		w.cell(c.Type, row.Values[i])
		if i == 0 && w.points {
			x, y, ok := wkb.Point(row.WKB)
			ok = ok && !math.IsNaN(x) && !math.IsNaN(y)
			for _, v := range []float64{x, y} {
				w.number(v, ok)
			}
		}
	}
	return w.end()
}

// nameOf names a row in errors: by its key, else by its number.
func (w *writer) nameOf(row *table.Row) string {
	for i, c := range w.schema.Columns {
		if v := row.Values[i]; c.Key && v.Valid && len(v.Text) > 0 && len(v.Text) <= maxCellUnits {
			return fmt.Sprintf("the row with %s %s", c.Name, v.Text)
		}
	}
	return fmt.Sprintf("row %d", w.rows+1)
}

func (w *writer) text(v string) {
	w.cellBegins(` t="inlineStr">`)
	w.line = appendText(w.line, v)
}

func (w *writer) number(v float64, ok bool) {
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		w.cellBegins("/>")
		return
	}
	w.cellBegins("><v>")
	w.line = append(strconv.AppendFloat(w.line, v, 'g', -1, 64), "</v></c>"...)
}

func (w *writer) cell(t table.Type, v table.Value) {
	switch {
	case !v.Valid:
		w.cellBegins("/>")
	case t == table.Number:
		w.number(v.Number, true)
	case t == table.Integer:
		w.cellBegins("><v>")
		w.line = append(strconv.AppendInt(w.line, v.Bits, 10), "</v></c>"...)
	case t == table.Boolean:
		w.cellBegins(` t="b"><v>`)
		w.line = append(strconv.AppendInt(w.line, v.Bits, 10), "</v></c>"...)
	case t == table.Date:
		w.text(time.Unix(0, 0).UTC().AddDate(0, 0, int(v.Bits)).Format(time.DateOnly))
	case t == table.Time:
		w.text(time.UnixMicro(v.Bits).UTC().Format(time.RFC3339Nano))
	default:
		w.text(string(v.Text))
	}
}

// Close implements table.Writer.
func (w *writer) Close() error {
	defer w.Discard()
	_, err := io.WriteString(w.sheet, sheetEnds)
	if err = errors.Join(err, w.zip.Close(), w.buffer.Flush()); err == nil {
		_, err = w.file.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(w.out, w.file)
	}
	if err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}
	return nil
}

// Discard implements table.Writer. The file has no name: it is gone when it is closed.
func (w *writer) Discard() {
	if w.file != nil {
		_ = w.file.Close()
		w.file = nil
	}
}
