package geojson

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// The columns that a feature has beside its properties.
const (
	columnID  = "feature_id"
	columnLat = geometry.ColumnLat
	columnLon = geometry.ColumnLon
)

// Table reads features as rows. It reads the file twice: first for the columns that its features have between them.
type Table struct {
	name     string
	open     text.Opener
	header   []string
	index    map[string]int // of header
	features int
	crs      string
	stream   *stream
}

// Open opens a text that Looks like GeoJSON. An error is a *text.FileError.
func Open(name string, open text.Opener) (*Table, error) {
	t := &Table{name: name, open: open, index: map[string]int{}}
	for _, own := range []string{columnID, columnLat, columnLon} {
		t.column(own)
	}
	if err := t.findColumns(); err != nil {
		return nil, err
	}
	stream, err := openStream(name, open)
	if err != nil {
		return nil, err
	}
	t.stream = stream
	return t, nil
}

func (t *Table) column(name string) {
	if _, known := t.index[name]; !known {
		t.index[name] = len(t.header)
		t.header = append(t.header, name)
	}
}

// findColumns counts the features and reads the names of all their properties.
func (t *Table) findColumns() error {
	stream, err := openStream(t.name, t.open)
	if err != nil {
		return err
	}
	defer stream.file.Close() //nolint:errcheck // it was only read
	for {
		raw, line, err := stream.next()
		if errors.Is(err, io.EOF) {
			t.crs = stream.crs
			return nil
		}
		if err != nil {
			return err
		}
		t.features++
		var f feature
		if json.Unmarshal(raw, &f) != nil {
			continue // its row says what is wrong
		}
		for _, key := range slices.Sorted(maps.Keys(f.Properties)) {
			t.column(propertyColumn(key))
		}
		if len(t.header) > text.MaxColumns {
			return text.Fail(t.name, line, fmt.Sprintf("the features have more than %d properties between them", text.MaxColumns), nil)
		}
	}
}

// propertyColumn names the column of a property. The feature's own columns keep their names.
func propertyColumn(key string) string {
	switch key {
	case columnID, columnLat, columnLon:
		return "properties." + key
	}
	return key
}

// Header names the columns: feature_id, decimalLatitude, decimalLongitude, then the properties.
func (t *Table) Header() []string { return t.header }

// CRS is the reference system of the points: WGS 84, unless the file names another as the format of 2008 did.
func (t *Table) CRS() string { return t.crs }

// Features is the number of features in the file.
func (t *Table) Features() int { return t.features }

// Next returns the next feature as a row. What is no feature, and a feature that has no place, has a Fault.
func (t *Table) Next() (text.Row, error) {
	raw, line, err := t.stream.next()
	if err != nil {
		return text.Row{}, err
	}
	row := text.Row{Line: line, Values: make([]string, len(t.header))}
	f, ok := parse(raw)
	if !ok {
		row.Fault = errors.New("not a GeoJSON Feature")
		row.Values[0] = string(raw) // for the rejected rows, so that nothing is lost
		return row, nil
	}
	row.Values[t.index[columnID]] = textOf(f.ID)
	for key, value := range f.Properties {
		at, known := t.index[propertyColumn(key)]
		if !known {
			return text.Row{}, text.Fail(t.name, line, "the file changed while it was read", nil)
		}
		row.Values[at] = textOf(value)
	}
	row.Values[t.index[columnLon]], row.Values[t.index[columnLat]], row.Fault = f.Geometry.point()
	return row, nil
}

// Progress returns how many bytes of the file have been read, of how many.
func (t *Table) Progress() (done, total int64) { return t.stream.file.Progress() }

// Close closes the file.
func (t *Table) Close() error { return t.stream.file.Close() }
