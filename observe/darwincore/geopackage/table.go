package geopackage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Table reads a layer as rows. The line of a row is its place in the layer.
type Table struct {
	name   string
	db     *database
	layer  layer
	header []string
	fields int // columns of the layer, which begin the header
	lat    int // in the header; -1 without geometries
	lon    int
	rows   *sql.Rows
	values []sql.NullString
	line   int
	done   atomic.Int64
	total  int64
}

// Open opens the file at path and a layer of it: by name, or the only one. name is that of the file, for messages. An error
// is a *text.FileError.
func Open(ctx context.Context, name, path, layerName string) (*Table, error) {
	db, err := openDatabase(ctx, path)
	if err != nil {
		return nil, text.Fail(name, 0, "the SQLite database cannot be read", err)
	}
	t := &Table{name: name, db: db}
	if err := t.open(ctx, layerName); err != nil {
		return nil, errors.Join(text.Fail(name, 0, "the GeoPackage cannot be read", err), db.close())
	}
	return t, nil
}

func (t *Table) open(ctx context.Context, layerName string) error {
	ours, err := t.db.isGeoPackage(ctx)
	if err != nil {
		return err
	}
	if !ours {
		return text.Fail(t.name, 0, "this is an SQLite database, but no GeoPackage; export its table as .csv, for example: "+
			"sqlite3 -header -csv records.sqlite \"select * from records\" > records.csv", nil)
	}
	layers, err := t.db.layers(ctx)
	if err != nil {
		return err
	}
	if t.layer, err = t.choose(layers, layerName); err != nil {
		return err
	}
	if t.header, err = t.db.columns(ctx, t.layer); err != nil {
		return err
	}
	if len(t.header) > text.MaxColumns {
		return fmt.Errorf("the layer has more than %d columns", text.MaxColumns)
	}
	t.fields = len(t.header)
	t.values = make([]sql.NullString, t.fields)
	t.rows, t.total, err = t.db.rows(ctx, t.layer, t.header) //nolint:rowserrcheck // Next checks it
	t.addPlace()
	return err
}

// addPlace adds the columns of the place. A column of the layer with such a name stands behind them under another one.
func (t *Table) addPlace() {
	t.lat, t.lon = -1, -1
	if t.layer.geometry == "" {
		return
	}
	for i, name := range t.header {
		if name == geometry.ColumnLat || name == geometry.ColumnLon {
			t.header[i] = "properties." + name
		}
	}
	t.lon, t.lat = t.fields, t.fields+1
	t.header = append(t.header, geometry.ColumnLon, geometry.ColumnLat)
}

// choose finds the layer by its name, or the only one.
func (t *Table) choose(layers []layer, name string) (layer, error) {
	at := slices.IndexFunc(layers, func(l layer) bool { return strings.EqualFold(l.name, name) })
	switch {
	case len(layers) == 0:
		return layer{}, text.Fail(t.name, 0, "the GeoPackage has no layer of features", nil)
	case name != "" && at < 0:
		return layer{}, text.Fail(t.name, 0, fmt.Sprintf("there is no layer %q; the layers are %s", name, text.ListSheets(namesOf(layers))), nil)
	case name == "" && len(layers) > 1:
		return layer{}, text.Fail(t.name, 0, "there are several layers", &text.SheetsError{Sheets: namesOf(layers)})
	}
	chosen := layers[max(at, 0)]
	switch kind := strings.ToUpper(chosen.kind); {
	case chosen.geometry == "", kind == "POINT", kind == "MULTIPOINT", kind == "GEOMETRY", kind == "":
		return chosen, nil
	default:
		return layer{}, text.Fail(t.name, 0, fmt.Sprintf("the layer %q holds geometries of the type %s; wanted are points", chosen.name, kind), nil)
	}
}

func namesOf(layers []layer) []string {
	names := make([]string, len(layers))
	for i, l := range layers {
		names[i] = l.name
	}
	return names
}

// Header names the columns: those of the layer, then decimalLongitude and decimalLatitude for its points.
func (t *Table) Header() []string { return t.header }

// CRS is the coordinate reference system of the points; empty when the layer does not say.
func (t *Table) CRS() string {
	if t.layer.geometry == "" {
		return ""
	}
	return geometry.OfAuthority(t.layer.crs.authority, t.layer.crs.code, undefined(t.layer.crs.name))
}

// undefined returns no name for the two systems that stand for none.
func undefined(name string) string {
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(name)), "undefined") {
		return ""
	}
	return name
}

// Next returns the next feature as a row. One that has no place has a Fault. The error is io.EOF at the end, else a
// *text.FileError.
func (t *Table) Next() (text.Row, error) {
	if !t.rows.Next() {
		if err := t.rows.Err(); err != nil {
			return text.Row{}, text.Fail(t.name, 0, "the GeoPackage cannot be read", err)
		}
		return text.Row{}, io.EOF
	}
	t.line++
	t.done.Store(int64(t.line))
	targets := make([]any, 0, len(t.values)+1)
	for i := range t.values {
		targets = append(targets, &t.values[i])
	}
	raw := sql.RawBytes{}
	if t.lat >= 0 {
		targets = append(targets, &raw)
	}
	if err := t.rows.Scan(targets...); err != nil {
		return text.Row{}, text.Fail(t.name, 0, fmt.Sprintf("row %d cannot be read", t.line), err)
	}
	row := text.Row{Line: t.line, Values: make([]string, len(t.header))}
	for i, value := range t.values {
		row.Values[i] = value.String
	}
	if t.lat < 0 {
		return row, nil
	}
	var x, y float64
	if x, y, row.Fault = point(raw); row.Fault == nil {
		row.Values[t.lon], row.Values[t.lat] = geometry.Number(x), geometry.Number(y)
	}
	return row, nil
}

// point reads the position of a point in the binary of GeoPackage: a header, an envelope of a size that its flags say, and
// well-known binary.
func point(binary []byte) (x, y float64, err error) {
	const header, emptyFlag, coordinate = 8, 1 << 4, 8
	if len(binary) == 0 {
		return 0, 0, geometry.ErrNoCoordinates
	}
	if len(binary) < header || string(binary[:2]) != "GP" {
		return 0, 0, geometry.ErrMalformed
	}
	flags := binary[3]
	if flags&emptyFlag != 0 {
		return 0, 0, geometry.ErrNoCoordinates
	}
	numbers := map[byte]int{0: 0, 1: 4, 2: 6, 3: 6, 4: 8}
	n, known := numbers[flags>>1&7]
	if !known || len(binary) < header+n*coordinate {
		return 0, 0, geometry.ErrMalformed
	}
	return geometry.Point(binary[header+n*coordinate:])
}

// Progress returns how many rows have been read, of how many.
func (t *Table) Progress() (done, total int64) { return t.done.Load(), t.total }

// Close closes the file.
func (t *Table) Close() error { return errors.Join(t.rows.Close(), t.db.close()) }
