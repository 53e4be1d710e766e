package darwincore

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// archiveTable reads one table of an archive, from all its files.
type archiveTable struct {
	bundle  *bundle
	files   []string // names in the bundle
	spec    dataFile
	warn    *warnings
	names   []string
	width   int // columns that lie in the file; defaults follow
	current *delimited
	at      int   // of files
	done    int64 // bytes of the files before current
	total   int64
	pending *rawRow // read ahead to learn the width
}

// openArchiveTable opens a table whose files lie in dir. idName names the column of the id where no
// field does.
func openArchiveTable(b *bundle, dir string, spec dataFile, idName string, warn *warnings) (*archiveTable, error) {
	t := &archiveTable{bundle: b, spec: spec, warn: warn}
	for _, location := range spec.locations {
		name, found := b.find(dir, location)
		if !found {
			return nil, fileError(location, "the descriptor names this file, it is not there", nil)
		}
		file, size, err := b.open(name)
		if err != nil {
			return nil, fileError(location, "cannot be opened", err)
		}
		if err := file.Close(); err != nil {
			return nil, fileError(location, "cannot be closed", err)
		}
		t.files = append(t.files, name)
		t.total += size
	}
	headings, err := t.open(0)
	if err != nil {
		return nil, err
	}
	first, err := t.read()
	if err != nil && !isEOF(err) {
		return nil, errors.Join(err, t.close())
	}
	if err == nil {
		t.pending = &first
	}
	t.layOut(headings, idName, len(first.values))
	return t, nil
}

// open opens the i-th file and passes its header lines, the last of which it returns.
func (t *archiveTable) open(i int) (headings []string, err error) {
	name := t.files[i]
	text, err := openText(path.Base(name), t.bundle.opener(name), t.spec.encoding)
	if err != nil {
		return nil, err
	}
	if text.charset == windows1252 && isUTF8Label(t.spec.encoding) {
		t.warn.add("read as windows-1252: the text is not valid UTF-8", 0)
	}
	prefix, err := text.Peek(sniffBytes)
	if err != nil && !isEOF(err) {
		return nil, errors.Join(fileError(text.name, "cannot be read", err), text.Close())
	}
	d := t.spec.dialect
	d.cr = endsInCR(prefix, d.quote)
	t.current = &delimited{text: text, warn: t.warn, scan: newScanner(text.name, text, d)}
	t.at = i
	for range t.spec.skip {
		if err := t.current.scan.next(); isEOF(err) {
			break
		} else if err != nil {
			return nil, errors.Join(err, t.close())
		}
		headings = t.current.decode(make([]string, t.current.scan.len()))
	}
	return headings, nil
}

func isUTF8Label(label string) bool {
	label = strings.ToLower(strings.TrimSpace(label))
	return label == "" || label == "utf-8" || label == "utf8"
}

// layOut names the columns: by their fields, the id, the header line, their number; then come the
// fields that have no column of their own.
func (t *archiveTable) layOut(headings []string, idName string, firstRow int) {
	t.width = max(len(headings), firstRow, t.spec.id+1)
	for _, f := range t.spec.fields {
		t.width = max(t.width, f.index+1)
	}
	t.names = make([]string, t.width)
	for _, f := range t.spec.fields {
		if f.index >= 0 && t.names[f.index] == "" {
			t.names[f.index] = f.term
		}
	}
	if id := t.spec.id; id >= 0 && t.names[id] == "" {
		t.names[id] = idName
	}
	for i, name := range t.names {
		if name != "" {
			continue
		}
		if i < len(headings) {
			name = strings.TrimSpace(headings[i])
		}
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		t.names[i] = name
		t.warn.add("column that the descriptor does not describe, kept in the metadata", 0)
	}
	for _, f := range t.spec.fields {
		if f.index < 0 && f.fallback != "" || f.index >= 0 && t.names[f.index] != f.term {
			t.names = append(t.names, f.term)
		}
	}
}

// read reads the next row as it lies in the files.
func (t *archiveTable) read() (rawRow, error) {
	for {
		row, err := t.current.read()
		if !isEOF(err) || t.at+1 == len(t.files) {
			return row, err
		}
		t.done += t.current.text.size
		if err := t.close(); err != nil {
			return rawRow{}, fileError(t.current.text.name, "cannot be closed", err)
		}
		if _, err := t.open(t.at + 1); err != nil {
			return rawRow{}, err
		}
	}
}

func (t *archiveTable) next() (rawRow, error) {
	var row rawRow
	if t.pending != nil {
		row, t.pending = *t.pending, nil
	} else {
		var err error
		if row, err = t.read(); err != nil {
			return row, err
		}
	}
	return t.complete(row), nil
}

// complete gives a row the values of the columns that it lacks.
func (t *archiveTable) complete(row rawRow) rawRow {
	n := len(row.values)
	if n > t.width && strings.Join(row.values[t.width:], "") != "" {
		row.fault = fmt.Sprintf("row has %d values, the header has %d", n, t.width)
		return row
	}
	values := row.values
	if cap(values) < len(t.names) {
		values = make([]string, len(t.names))
		copy(values, row.values)
	}
	values = values[:len(t.names)]
	virtual := t.width
	for _, f := range t.spec.fields {
		switch {
		case f.index < 0 && f.fallback != "":
			values[virtual] = f.fallback
			virtual++
		case f.index >= 0 && t.names[f.index] != f.term:
			values[virtual] = values[f.index]
			if trim(values[virtual]) == "" {
				values[virtual] = f.fallback
			}
			virtual++
		case f.index >= 0 && f.fallback != "" && trim(values[f.index]) == "":
			values[f.index] = f.fallback
		}
	}
	if id := t.spec.id; id >= 0 {
		row.key = trim(values[id])
	}
	row.values = values
	return row
}

func (t *archiveTable) header() []string { return t.names }

func (t *archiveTable) progress() (done, total int64) {
	return t.done + t.current.text.raw.n.Load(), t.total
}

func (t *archiveTable) close() error { return t.current.close() }

// countRows counts the rows of a table that is not read.
func countRows(t table) (int, error) {
	for n := 0; ; n++ {
		if _, err := t.next(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
	}
}
