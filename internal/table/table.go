// Package table describes tables of features for the formats that write them: one Schema and one Row, whatever file they end in. Its
// rooms write files: geoparquet, geoarrow, workbook, geopackage. It imports nothing of the project.
package table

import "io"

// Schema describes a table.
type Schema struct {
	Name        string // without blanks
	Title       string // "" for none
	Description string // "" for none
	Columns     []Column
	Geometry    *Geometry // nil for a table without places
}

// Column describes the values of a column. Each may be null.
type Column struct {
	Name        string
	Title       string // "" for none
	Description string // "" for none
	Type        Type
	Key         bool // no two rows have the same value, and none has null
}

// Type of a column.
type Type int

// The types of columns.
const (
	Text    Type = iota // UTF-8
	Integer             // 64 bits, signed
	Number              // 64 bits, floating
	Boolean
	Time // microseconds since 1970-01-01, UTC
	Date // days since 1970-01-01
)

// GeometryName is the column of the geometries.
const GeometryName = "geometry"

// Geometry describes the places of a table.
type Geometry struct {
	Polygons bool   // they are multipolygons, not points
	SRID     int    // code of the EPSG register. Coordinates have the easting, the longitude, first
	WKT      string // definition of the system (OGC 01-009); "" for WGS84, and where it is not known
}

// WGS84 is the SRID of longitudes and latitudes.
const WGS84 = 4326

// Value is the value of a column; the zero Value is null.
type Value struct {
	Valid  bool
	Bits   int64   // of an Integer, a Time, a Date; 1 for a Boolean that is true
	Number float64 // of a Number
	Text   []byte  // of a Text
}

// Row is a row of a table. Its bytes are valid until the next row.
type Row struct {
	Values []Value // one for each column
	WKB    []byte  // two-dimensional, little-endian (OGC 06-103r4, section 8); nil for no place
}

// Writer writes a table. It is for one goroutine.
type Writer interface {
	// Write writes a row, now or with later ones.
	Write(row *Row) error
	// Close completes the file. It does not close what is written to.
	Close() error
	// Discard gives up a file that is not completed, with all that it holds. After Close it does nothing.
	Discard()
}

// Open begins a file.
type Open func(w io.Writer, s Schema) (Writer, error)
