// Package exporting writes records to files of the field, from one snapshot of the database: as CSV or a Darwin Core archive with Darwin Core
// terms, as GeoParquet or Arrow with the same, as GeoJSON, or as a table of pools. The records of several data sources make a zip with one archive each. CSV and archives carry the
// identity of each record, so that an import knows them again. A public export names no observer; a private copy holds all that is stored. It
// imports observe/darwincore, internal packages and sql.
package exporting

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/table/geoarrow"
	"github.com/skeeter-surveillance/skeeter/internal/table/geopackage"
	"github.com/skeeter-surveillance/skeeter/internal/table/geoparquet"
	"github.com/skeeter-surveillance/skeeter/internal/table/workbook"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Format is a file format of exports.
type Format struct {
	Name        string // as in ?format= and --format
	ContentType string
	Extension   string
	open        table.Open // of a file of typed columns, nil for others
	placeless   bool       // which has no geometries
}

// Formats of an export.
var Formats = []Format{
	{Name: "csv", ContentType: "text/csv; charset=utf-8; header=present", Extension: "csv"},
	{Name: "geojson", ContentType: geojson.ContentType, Extension: "geojson"},
	{Name: "geojsonseq", ContentType: "application/geo+json-seq", Extension: "geojsonl"},
	{Name: "geoparquet", ContentType: geoparquet.ContentType, Extension: "parquet", open: geoparquet.New},
	{Name: "arrow", ContentType: geoarrow.ContentType, Extension: "arrows", open: geoarrow.New},
	{Name: "gpkg", ContentType: geopackage.ContentType, Extension: "gpkg", open: geopackage.New},
	{Name: "xlsx", ContentType: workbook.ContentType, Extension: "xlsx", open: workbook.New, placeless: true},
	{Name: "dwca", ContentType: "application/zip", Extension: "zip"},
	{Name: "pools", ContentType: "text/csv; charset=utf-8; header=present", Extension: "csv"}, // in the place of records
}

// FindFormat returns a format by its name.
func FindFormat(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// FormatNames lists the formats' names.
func FormatNames() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}

var (
	exportObservationsQuery   = sql.Get("exporting/observations.sql")
	exportAbsencesQuery       = sql.Get("exporting/absences.sql")
	exportFeaturesQuery       = sql.Get("exporting/features.sql")
	anyEventQuery             = sql.Get("exporting/any_event.sql")
	anyPoolQuery              = sql.Get("exporting/any_pool.sql")
	exportAbsentFeaturesQuery = sql.Get("exporting/features_absent.sql")
)

// exportTimeout bounds the query of one export. It is long enough for ten million rows over a slow connection.
const exportTimeout = time.Hour

// Options of an export. The zero value is that of a public download.
type Options struct {
	BOM      bool      // CSV: begin with a byte order mark, for spreadsheet programs
	Raw      bool      // CSV: cells as they are, also those that a spreadsheet program takes for formulas
	Absences bool      // add the absences that match
	Private  bool      // all but GeoJSON: name observers, users, pictures and predictions
	Lang     lang.Code // GeoJSON: language of the common names
}

// Exported is what an export holds.
type Exported struct {
	Records int64 // observations and absences
	Events  int64 // sampling events, which only archives hold
	Pools   int64 // which archives and their own table hold
	// EventsLeftOut reports that sampling events are stored, and the format has no place for them.
	EventsLeftOut bool
	// PoolsLeftOut reports that pools are stored, and the format has no place for them.
	PoolsLeftOut bool
}

// Exporter exports records. A public export names no observer.
type Exporter struct {
	db      postgres.Database
	lookups *postgres.Lookups
}

// New returns an Exporter.
func New(db postgres.Database, lookups *postgres.Lookups) *Exporter {
	return &Exporter{db: db, lookups: lookups}
}

// Export writes the records that match, newest first, from one snapshot of the database. It stops when ctx ends. It writes nothing before
// the first query succeeded.
func (e *Exporter) Export(ctx context.Context, w io.Writer, format Format, f surveillance.Filter, o Options) (done Exported, err error) {
	err = postgres.Transaction(ctx, e.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, exportTimeout); err != nil {
			return fmt.Errorf("prepare the export: %w", err)
		}
		if format.Name != "dwca" && format.Name != "pools" {
			if err := tx.QueryRow(ctx, anyPoolQuery.String()).Scan(&done.PoolsLeftOut); err != nil {
				return fmt.Errorf("look for pools: %w", err)
			}
			if err := tx.QueryRow(ctx, anyEventQuery.String()).Scan(&done.EventsLeftOut); err != nil {
				return fmt.Errorf("look for sampling events: %w", err)
			}
		}
		switch format.Name {
		case "geojson", "geojsonseq":
			done.Records, err = e.features(ctx, tx, w, format.Name == "geojsonseq", f, o)
			return err
		}
		rows := &exportRows{ctx: ctx, tx: tx, filter: f, absences: o.Absences, partial: partialEvents{filter: f, names: e.lookups.Current()}}
		if rows.names, err = readExportNames(ctx, tx); err != nil {
			return err
		}
		leftOut, options := done, export.CSVOptions{BOM: o.BOM, Raw: o.Raw, Private: o.Private}
		switch {
		case format.Name == "dwca":
			done, err = writeArchives(w, rows, o)
		case format.Name == "pools":
			done, err = rows.writePools(export.NewPools(w, options))
		case format.open != nil:
			done, err = rows.writeTable(w, format, o)
		default:
			done, err = rows.write(export.NewCSV(w, options), everySource)
		}
		done.EventsLeftOut, done.PoolsLeftOut = leftOut.EventsLeftOut, leftOut.PoolsLeftOut
		return err
	})
	return done, err
}

func (e *Exporter) features(ctx context.Context, tx pgx.Tx, w io.Writer, sequence bool, f surveillance.Filter, o Options) (n int64, err error) {
	begin, before, between, after, end := `{"type":"FeatureCollection","features":[`+"\n", "", ",\n", "", "\n]}\n"
	if sequence { // RFC 8142: a record separator before and a line feed after every feature
		begin, before, between, after, end = "", "\x1e", "", "\n", ""
	}
	buf := append(make([]byte, 0, 2*exportFlush), begin...)
	queries := []sql.Query{exportFeaturesQuery}
	if o.Absences {
		queries = append(queries, exportAbsentFeaturesQuery)
	}
	for _, query := range queries {
		rows, err := tx.Query(ctx, query.String(), postgres.FilterArgs(f))
		if err != nil {
			return n, fmt.Errorf("read records: %w", err)
		}
		encoder := geojson.NewEncoder(e.lookups.Current(), o.Lang)
		err = postgres.EachRow(rows, encoder.Bind, func(row postgres.Row) error {
			if n > 0 {
				buf = append(buf, between...)
			}
			n++
			buf = append(buf, before...)
			buf = append(encoder.AppendFeature(buf, row), after...)
			if len(buf) < exportFlush {
				return nil
			}
			_, err := w.Write(buf)
			buf = buf[:0]
			return err
		})
		if err != nil {
			return n, fmt.Errorf("export records: %w", err)
		}
	}
	if _, err = w.Write(append(buf, end...)); err != nil {
		return n, fmt.Errorf("export records: %w", err)
	}
	return n, nil
}

// exportFlush is how many bytes of GeoJSON are buffered before they are written.
const exportFlush = 64 << 10
