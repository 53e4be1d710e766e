package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// row is a row with the id of the core row that it is or extends.
type row struct {
	text.Row
	key string
}

// table reads one table of an archive, from all its files.
type table struct {
	files   *Files
	names   []string // of the table's files
	spec    dataFile
	warn    *text.Warnings
	header  []string
	width   int // columns that lie in the file; fields without one of their own follow
	current *text.Reader
	at      int   // of names
	done    int64 // bytes of the files before current
	total   int64
	pending *text.Row // read ahead to learn the width
}

// openTable opens a table whose files lie in dir. idName names the column of the id where no field does.
func openTable(files *Files, dir string, spec dataFile, idName string, warn *text.Warnings) (*table, error) {
	t := &table{files: files, spec: spec, warn: warn}
	for _, location := range spec.locations {
		name, found := files.find(dir, location)
		if !found {
			return nil, text.Fail(location, 0, "the descriptor names this file, it is not there", nil)
		}
		file, size, err := files.open(name)
		if err != nil {
			return nil, text.Fail(location, 0, "cannot be opened", err)
		}
		if err := file.Close(); err != nil {
			return nil, text.Fail(location, 0, "cannot be closed", err)
		}
		t.names = append(t.names, name)
		t.total += size
	}
	headings, err := t.open(0)
	if err != nil {
		return nil, err
	}
	first, err := t.read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.Join(err, t.close())
	}
	if err == nil {
		t.pending = &first
	}
	t.layOut(headings, idName, len(first.Values))
	return t, nil
}

// open opens the i-th file and passes its header lines, the last of which it returns.
func (t *table) open(i int) (headings []string, err error) {
	name := t.names[i]
	file, err := text.Open(path.Base(name), t.files.Opener(name), t.spec.encoding)
	if err != nil {
		return nil, err
	}
	reader, err := text.NewReader(file, t.spec.dialect, t.warn)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	t.current, t.at = reader, i
	for range t.spec.skip {
		line, err := t.current.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.Join(err, t.close())
		}
		headings = line.Values
	}
	return headings, nil
}

// layOut names the columns: by their fields, the id, the header line, their number; then come the fields that have no
// column of their own.
func (t *table) layOut(headings []string, idName string, firstRow int) {
	t.width = max(len(headings), firstRow, t.spec.id+1)
	for _, f := range t.spec.fields {
		t.width = max(t.width, f.index+1)
	}
	t.header = make([]string, t.width)
	for _, f := range t.spec.fields {
		if f.index >= 0 && t.header[f.index] == "" {
			t.header[f.index] = f.term
		}
	}
	if id := t.spec.id; id >= 0 && t.header[id] == "" {
		t.header[id] = idName
	}
	for i, name := range t.header {
		if name != "" {
			continue
		}
		if i < len(headings) {
			name = strings.TrimSpace(headings[i])
		}
		t.header[i] = cmp.Or(name, fmt.Sprintf("column %d", i+1))
		t.warn.Add("column that the descriptor does not describe, kept in the metadata", 0)
	}
	for _, f := range t.spec.fields {
		if f.index < 0 && f.fallback != "" || f.index >= 0 && t.header[f.index] != f.term {
			t.header = append(t.header, f.term)
		}
	}
}

// read reads the next row as it lies in the files.
func (t *table) read() (text.Row, error) {
	for {
		r, err := t.current.Next()
		if !errors.Is(err, io.EOF) || t.at+1 == len(t.names) {
			return r, err
		}
		_, size := t.current.Progress()
		t.done += size
		if err := t.close(); err != nil {
			return text.Row{}, text.Fail(t.current.Name(), 0, "cannot be closed", err)
		}
		if _, err := t.open(t.at + 1); err != nil {
			return text.Row{}, err
		}
	}
}

func (t *table) next() (row, error) {
	if t.pending != nil {
		r := *t.pending
		t.pending = nil
		return t.complete(r), nil
	}
	r, err := t.read()
	if err != nil {
		return row{Row: r}, err
	}
	return t.complete(r), nil
}

// complete gives a row the values of the columns that it lacks.
func (t *table) complete(r text.Row) row {
	r.Fit(t.width)
	if r.Fault != nil {
		return row{Row: r}
	}
	n := len(r.Values)
	values := slices.Grow(r.Values, len(t.header)-n)[:len(t.header)]
	clear(values[n:])
	behind := t.width
	for _, f := range t.spec.fields {
		switch {
		case f.index < 0 && f.fallback != "":
			values[behind] = f.fallback
			behind++
		case f.index >= 0 && t.header[f.index] != f.term:
			values[behind] = values[f.index]
			if strings.TrimSpace(values[behind]) == "" {
				values[behind] = f.fallback
			}
			behind++
		case f.index >= 0 && f.fallback != "" && strings.TrimSpace(values[f.index]) == "":
			values[f.index] = f.fallback
		}
	}
	r.Values = values
	if t.spec.id < 0 {
		return row{Row: r}
	}
	return row{Row: r, key: strings.TrimSpace(values[t.spec.id])}
}

// count reads the rest of a table for the number of its rows.
func (t *table) count() (n int, err error) {
	for ; ; n++ {
		if _, err := t.next(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
	}
}

func (t *table) progress() (done, total int64) {
	done, _ = t.current.Progress()
	return t.done + done, t.total
}

func (t *table) close() error { return t.current.Close() }
