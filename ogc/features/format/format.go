// Package format writes features in the formats of a page: texts (GeoJSON, JSON-FG, CSV, GeoJSON text sequences), and files of typed columns (FlatGeobuf,
// GeoParquet, Arrow, GeoPackage, Excel workbooks), which all have the one table.Schema of a layout. Each appends bytes, straight from PostgreSQL's binary columns, which come from the database or from a
// copy in memory. It imports ogc/features/query for the layout of the columns, ogc/features/crs, ogc/features/flatgeobuf, internal/table, internal/geojson and ogc/resource.
package format

import (
	"context"
	"os"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Format writes features. Nil functions write nothing.
type Format struct {
	resource.Format
	Begin   func(b []byte, e *Encoder, l *query.Layout) ([]byte, error)
	Feature func(b []byte, e *Encoder, l *query.Layout, row postgres.Row) ([]byte, error)
	Between string // two features
	End     func(b []byte, e *Encoder, envelope Envelope) ([]byte, error)
	Whole   bool   // a request without limit asks for all features, not for a page
	Profile string // of GeoJSON: its name in the register of OGC; "" for other formats

	Extension string // of the file that browsers save; "" for what they show
	MaxRows   int64  // that a file can hold; 0: any number
	// Indexed returns the format as it is written into a file in which readers find the features of a box. Nil: there is no such form.
	Indexed func(ctx context.Context, file *os.File) Format
}

// All are the formats for programs, in the order in which they are preferred.
var All = []Format{GeoJSON, csv, geoJSONSeq, JSONFG, flatGeobuf, geoParquet, arrow, geoPackage, xlsx}

// Prepare adds to a query what features in the format have beside their properties.
func (f Format) Prepare(q *query.Query) {
	q.Times = f.Profile == JSONFG.Profile
	q.Degrees = q.Times
}

// Envelope is what an answer says beside its features.
type Envelope struct {
	Links    []resource.Link
	Returned int
	Matched  *int64 // how many features there are on all pages; nil: not known
	At       time.Time
}
