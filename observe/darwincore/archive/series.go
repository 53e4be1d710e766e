package archive

import (
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Series reads the tables of an archive one after another: its events, its occurrences, then its pools. Nothing is joined and nothing is held in
// memory, so that it may have any number of events. The header is that of the events and the other columns of the tables behind it.
type Series struct {
	File   string // that holds the occurrences, for messages
	Source Source

	header []string
	tables []*table
	from   [][]int // where each column of a table goes in header
	at     int     // of tables
}

// OpenSeries opens an archive of events and occurrences, with pools or without, if apart says by the columns of these tables that they are
// read so; else it returns nil. An error is a *text.FileError.
func OpenSeries(files *Files, descriptor string, apart func(tables ...[]string) bool, warn *text.Warnings) (*Series, error) {
	data, err := files.readAll(descriptor, maxDescriptorBytes)
	if err != nil {
		return nil, err
	}
	d, err := parseDescriptor(path.Base(descriptor), data)
	if err != nil {
		return nil, err
	}
	specs := d.series()
	columns := make([][]string, len(specs))
	for i, spec := range specs {
		columns[i] = spec.terms()
	}
	if len(specs) < 2 || !apart(columns...) {
		return nil, nil
	}
	a := &Archive{files: files, dir: path.Dir(descriptor), warn: warn}
	a.readSource(d.metadata)
	s := &Series{File: specs[1].locations[0], Source: a.Source}
	for _, spec := range specs {
		t, err := openTable(files, a.dir, spec, coreIDName, warn)
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		from := make([]int, len(t.header))
		for i, name := range t.header {
			if from[i] = slices.Index(s.header, name); from[i] < 0 {
				from[i] = len(s.header)
				s.header = append(s.header, name)
			}
		}
		s.tables, s.from = append(s.tables, t), append(s.from, from)
	}
	return s, nil
}

// series are the tables of events, of occurrences and, where there is one, of pools; fewer than two for another archive.
func (d *descriptor) series() (specs []dataFile) {
	if !isEvent(d.core.rowType) {
		return nil
	}
	specs = []dataFile{d.core}
	for _, is := range []func(string) bool{isOccurrence, isMaterialEntity} {
		if at := slices.IndexFunc(d.extensions, func(f dataFile) bool { return is(f.rowType) }); at >= 0 {
			specs = append(specs, d.extensions[at])
		}
	}
	return specs
}

func isMaterialEntity(rowType string) bool { return strings.EqualFold(rowType, materialEntity) }

// terms are the names of the fields.
func (f *dataFile) terms() []string {
	names := make([]string, len(f.fields))
	for i, field := range f.fields {
		names[i] = field.term
	}
	return names
}

// Header names the columns.
func (s *Series) Header() []string { return s.header }

// CRS is empty, as that of an Archive.
func (s *Series) CRS() string { return "" }

// Next returns the next row. The error is io.EOF at the end, else a *text.FileError.
func (s *Series) Next() (text.Row, error) {
	for {
		r, err := s.tables[s.at].next()
		if errors.Is(err, io.EOF) && s.at+1 < len(s.tables) {
			s.at++
			continue
		}
		if err != nil || r.Fault != nil {
			return r.Row, err
		}
		values := make([]string, len(s.header))
		for i, to := range s.from[s.at] {
			values[to] = r.Values[i]
		}
		r.Values = values
		return r.Row, nil
	}
}

// Progress returns how many bytes of the tables have been read, of how many.
func (s *Series) Progress() (done, total int64) {
	for _, t := range s.tables {
		d, n := t.progress()
		done, total = done+d, total+n
	}
	return done, total
}

// Close closes the tables; the Files stay open.
func (s *Series) Close() error {
	var err error
	for _, t := range s.tables {
		err = errors.Join(err, t.close())
	}
	return err
}
