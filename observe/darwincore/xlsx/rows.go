package xlsx

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// rows reads the rows of a sheet that are not blank.
type rows struct {
	*tokens
	book    *workbook
	strings *sharedStrings
	warn    *text.Warnings
	size    int64
	ended   bool
	line    int // of the last row
	column  int // of the last cell, from 0
	bytes   int // of the last row
	values  []string
}

func (w *workbook) rows(s sheet, shared *sharedStrings, warn *text.Warnings) (*rows, error) {
	in, size, err := w.open(s.path)
	if err != nil {
		return nil, err
	}
	return &rows{tokens: in, book: w, strings: shared, warn: warn, size: size}, nil
}

// next reads a row. Its values are valid until the next call. The error is io.EOF at the end.
func (r *rows) next() error {
	for !r.ended {
		token, err := r.tokens.next()
		if err != nil {
			return r.ending(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local != "row" {
				continue
			}
			if err := r.begin(token); err != nil {
				return err
			}
			if err := r.cells(); err != nil {
				return err
			}
			if len(r.values) > 0 {
				return nil
			}
		case xml.EndElement:
			r.ended = token.Name.Local == "sheetData"
		}
	}
	return io.EOF
}

// ending is the error of a sheet that stops before its end.
func (r *rows) ending(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// begin begins a row, whose number may be left out when it follows the one before.
func (r *rows) begin(row xml.StartElement) error {
	r.line++
	if stated := attribute(row, "r"); stated != "" {
		n, err := strconv.Atoi(stated)
		if err != nil || n < r.line || n > maxRow {
			return fmt.Errorf("row %d is followed by row %.20q", r.line-1, stated)
		}
		r.line = n
	}
	r.column, r.bytes, r.values = -1, 0, r.values[:0]
	return nil
}

// cells reads the cells of a row up to its end.
func (r *rows) cells() error {
	for {
		token, err := r.tokens.next()
		if err != nil {
			return r.ending(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local != "c" {
				continue
			}
			if err := r.cell(token); err != nil {
				return err
			}
		case xml.EndElement:
			if token.Name.Local == "row" {
				return nil
			}
		}
	}
}

// cell reads a cell and puts its value, if it has one, into the row.
func (r *rows) cell(start xml.StartElement) error {
	r.column++
	if name := attribute(start, "r"); name != "" {
		column, _, ok := parseCell(name)
		if !ok || column < r.column {
			return fmt.Errorf("a cell is called %.20q", name)
		}
		r.column = column
	}
	value, err := r.value(attribute(start, "t"), attribute(start, "s"))
	if err != nil || value == "" {
		return err
	}
	if r.column >= text.MaxColumns {
		return fmt.Errorf("a row of more than %d values", text.MaxColumns)
	}
	if r.bytes += len(value); r.bytes > text.MaxRowBytes {
		return fmt.Errorf("a row over %d MiB", text.MaxRowBytes>>20)
	}
	for len(r.values) < r.column {
		r.values = append(r.values, "")
	}
	r.values = append(r.values, value)
	return nil
}

// value reads what a cell holds up to its end.
func (r *rows) value(kind, style string) (string, error) {
	var stored, inline string
	formula, valued, element := false, false, ""
	for {
		token, err := r.tokens.next()
		if err != nil {
			return "", r.ending(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
			formula, valued = formula || element == "f", valued || element == "v"
			if element == "is" {
				if inline, err = r.richText("is"); err != nil {
					return "", r.ending(err)
				}
				element = ""
			}
		case xml.CharData:
			if element == "v" {
				stored += string(token)
			}
		case xml.EndElement:
			element = ""
			if token.Name.Local != "c" {
				continue
			}
			if emptyText := kind == "str" && valued; formula && stored == "" && !emptyText {
				r.warn.Add("formula without a stored value, taken for empty; open the file in a spreadsheet program and save it", r.line)
			}
			return r.interpret(kind, style, stored, inline)
		}
		if len(stored) > maxTextBytes {
			return "", fmt.Errorf("a value over %d MiB", maxTextBytes>>20)
		}
	}
}

// interpret makes the text of a cell from its type and its style.
func (r *rows) interpret(kind, style, stored, inline string) (string, error) {
	switch kind {
	case "inlineStr":
		return inline, nil
	case "s":
		if stored = strings.TrimSpace(stored); stored == "" {
			return "", nil
		}
		number, err := strconv.Atoi(stored)
		if err != nil {
			return "", fmt.Errorf("there is no text %.20q", stored)
		}
		return r.strings.at(number)
	case "e":
		r.warn.Add("cells with an error, such as #N/A, taken for empty", r.line)
		return "", nil
	case "b":
		return map[string]string{"1": "true", "0": "false"}[stored], nil
	case "str", "d":
		return unescape(stored), nil
	}
	return r.number(style, stored), nil
}

// number writes a number, or the date that its style makes of it. What is no number stays as it is stored.
func (r *rows) number(style, stored string) string {
	number, err := strconv.ParseFloat(strings.TrimSpace(stored), 64)
	if err != nil {
		return stored
	}
	if n, err := strconv.Atoi(style); err == nil && n >= 0 && n < len(r.book.formats) && r.book.formats[n].any() {
		return r.book.formats[n].iso(number, r.book.from)
	}
	return decimal(number, stored)
}

// decimal writes a number with the 15 digits that Excel has of it, and a whole one that is longer as it is stored.
func decimal(number float64, stored string) string {
	const digits, least, most = 15, 1e-9, 1e15
	size := math.Abs(number)
	if size != 0 && (size < least || size >= most) {
		return strings.TrimSpace(stored)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(number, 'g', digits, 64), 64)
	if err != nil {
		return strings.TrimSpace(stored)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

func attribute(of xml.StartElement, name string) string {
	for _, a := range of.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// parseCell reads the name of a cell, such as AB12. Its column counts from 0, its row from 1.
func parseCell(name string) (column, row int, ok bool) {
	letters := 0
	for letters < len(name) && name[letters] >= 'A' && name[letters] <= 'Z' {
		column = column*26 + int(name[letters]-'A') + 1
		letters++
	}
	const maxLetters = 3
	row, err := strconv.Atoi(name[letters:])
	return column - 1, row, letters > 0 && letters <= maxLetters && err == nil && row > 0 && row <= maxRow
}
