package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Format is a file format of exports.
type Format struct {
	Name        string // as in ?format= and --format
	ContentType string
	Extension   string
}

// Formats of an export.
var Formats = []Format{
	{"csv", "text/csv; charset=utf-8; header=present", "csv"},
	{"geojson", geojson.ContentType, "geojson"},
	{"geojsonseq", "application/geo+json-seq", "geojsonl"},
	{"dwca", "application/zip", "zip"},
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
	exportObservationsQuery = sql.Get("exporting/observations.sql")
	exportAbsencesQuery     = sql.Get("exporting/absences.sql")
	exportFeaturesQuery     = sql.Get("exporting/features.sql")
	exportSourcesQuery      = sql.Get("exporting/sources.sql")
)

// exportTimeout bounds the query of one export. It is long enough for ten million rows over a slow connection.
const exportTimeout = time.Hour

// ExportOptions of an export. The zero value is that of a public download.
type ExportOptions struct {
	BOM      bool      // CSV: begin with a byte order mark, for spreadsheet programs
	Absences bool      // CSV and archive: add the absences of the Filter's data sources
	Lang     lang.Code // GeoJSON: language of the common names
}

// Exporter exports records. No export names an observer.
type Exporter struct {
	db      *pgxpool.Pool
	lookups *postgres.Lookups
}

// NewExporter returns an Exporter.
func NewExporter(db *pgxpool.Pool, lookups *postgres.Lookups) *Exporter {
	return &Exporter{db: db, lookups: lookups}
}

// Export writes the observations that match, newest first, from one snapshot of the database, and returns their number. It stops when
// ctx ends. It writes nothing before the query succeeded.
func (e *Exporter) Export(ctx context.Context, w io.Writer, format Format, f surveillance.Filter, o ExportOptions) (n int64, err error) {
	err = postgres.Transaction(ctx, e.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, exportTimeout); err != nil {
			return fmt.Errorf("prepare the export: %w", err)
		}
		switch format.Name {
		case "geojson", "geojsonseq":
			n, err = e.features(ctx, tx, w, format.Name == "geojsonseq", f, o)
		default:
			n, err = e.occurrences(ctx, tx, w, format.Name == "dwca", f, o)
		}
		return err
	})
	return n, err
}

func (e *Exporter) features(ctx context.Context, tx pgx.Tx, w io.Writer, sequence bool, f surveillance.Filter, o ExportOptions) (n int64, err error) {
	rows, err := tx.Query(ctx, exportFeaturesQuery.String(), postgres.FilterArgs(f))
	if err != nil {
		return 0, fmt.Errorf("read observations: %w", err)
	}
	begin, before, between, after, end := `{"type":"FeatureCollection","features":[`+"\n", "", ",\n", "", "\n]}\n"
	if sequence { // RFC 8142: a record separator before and a line feed after every feature
		begin, before, between, after, end = "", "\x1e", "", "\n", ""
	}
	encoder := geojson.NewEncoder(e.lookups.Current(), o.Lang)
	buf := append(make([]byte, 0, 2*exportFlush), begin...)
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
	if err == nil {
		_, err = w.Write(append(buf, end...))
	}
	if err != nil {
		return n, fmt.Errorf("export observations: %w", err)
	}
	return n, nil
}

// exportFlush is how many bytes of GeoJSON are buffered before they are written.
const exportFlush = 64 << 10

func (e *Exporter) occurrences(ctx context.Context, tx pgx.Tx, w io.Writer, archive bool, f surveillance.Filter, o ExportOptions) (n int64, err error) {
	names := e.lookups.Current()
	var out darwincore.Writer
	if archive {
		sources, err := exportSources(ctx, tx, names, f)
		if err != nil {
			return 0, err
		}
		var options darwincore.ArchiveOptions
		if len(sources) == 1 { // an import finds the same source by the title
			options.Title, options.Licence = sources[0].Name, sources[0].Licence
		}
		out = darwincore.NewArchive(w, sources, options)
	} else {
		out = darwincore.NewCSV(w, o.BOM)
	}
	if n, err = writeOccurrences(ctx, tx, out, names, exportObservationsQuery, postgres.FilterArgs(f)); err != nil {
		return n, err
	}
	if o.Absences {
		absences, err := writeOccurrences(ctx, tx, out, names, exportAbsencesQuery, pgx.StrictNamedArgs{"data_sources": f.DataSources})
		if err != nil {
			return n, err
		}
		n += absences
	}
	if err := out.Close(); err != nil {
		return n, fmt.Errorf("write the export: %w", err)
	}
	return n, nil
}

func exportSources(ctx context.Context, tx pgx.Tx, names *surveillance.Names, f surveillance.Filter) ([]darwincore.Source, error) {
	rows, _ := tx.Query(ctx, exportSourcesQuery.String(), postgres.FilterArgs(f)) // CollectRows returns the error
	keys, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		return nil, fmt.Errorf("find the data sources: %w", err)
	}
	var sources []darwincore.Source
	for _, key := range keys {
		if d, ok := names.DataSource(key); ok {
			sources = append(sources, darwincore.Source{Name: d.Name, Licence: d.Licence, Citation: d.Citation, URL: d.URL})
		}
	}
	return sources, nil
}

func writeOccurrences(ctx context.Context, tx pgx.Tx, out darwincore.Writer, names *surveillance.Names, query sql.Query, args pgx.QueryRewriter) (n int64, err error) {
	rows, err := tx.Query(ctx, query.String(), args)
	if err != nil {
		return 0, fmt.Errorf("read observations: %w", err)
	}
	var columns exportColumns
	err = postgres.EachRow(rows, columns.bind, func(row postgres.Row) error {
		n++
		return out.Write(columns.occurrence(row, names))
	})
	if err != nil {
		return n, fmt.Errorf("export observations: %w", err)
	}
	return n, nil
}

// exportColumns are those of sql/fragment/export_columns.sql.
type exportColumns struct {
	id                                                    postgres.UUIDColumn
	occurrenceID, verbatim, country, lifeStage, sex       postgres.TextColumn
	protocol, eventID, notes, precision, metadata, status postgres.TextColumn
	taxon, count, source                                  postgres.Int4Column
	lon, lat, accuracyM                                   postgres.Float8Column
	observedAt                                            postgres.TimestampColumn
	until                                                 postgres.DateColumn
}

func (c *exportColumns) bind(from *postgres.Columns) {
	c.id, c.occurrenceID, c.eventID = from.UUID("id"), from.Text("occurrence_id"), from.Text("event_id")
	c.taxon, c.verbatim, c.count = from.Int4("taxon_key"), from.Text("verbatim_scientific_name"), from.Int4("count")
	c.lon, c.lat, c.accuracyM, c.country = from.Float8("lon"), from.Float8("lat"), from.Float8("location_accuracy_m"), from.Text("country_id")
	c.observedAt, c.precision, c.until = from.Timestamp("observed_at"), from.Text("date_precision"), from.Date("observed_until")
	c.lifeStage, c.sex, c.protocol = from.Text("life_stage"), from.Text("sex"), from.Text("sampling_protocol")
	c.source, c.notes, c.metadata, c.status = from.Int4("data_source_key"), from.Text("notes"), from.Text("metadata"), from.Text("status")
}

func (c *exportColumns) occurrence(row postgres.Row, names *surveillance.Names) darwincore.Occurrence {
	taxon, _ := names.Taxon(c.taxon.Of(row))
	source, _ := names.DataSource(c.source.Of(row))
	count := int(c.count.Of(row))
	o := darwincore.Occurrence{
		ID: c.occurrenceID.Of(row), ScientificName: taxon.ScientificName, VerbatimScientificName: c.verbatim.Of(row), Count: count,
		Absent: count == 0, Lat: c.lat.Of(row), Lon: c.lon.Of(row), LifeStage: c.lifeStage.Of(row), Sex: c.sex.Of(row),
		SamplingProtocol: c.protocol.Of(row), EventID: c.eventID.Of(row), Notes: c.notes.Of(row), Metadata: json.RawMessage(c.metadata.Of(row)),
		Date: dates.Date{
			Start: c.observedAt.Of(row), Precision: dates.Precision(c.precision.Of(row)), Until: c.until.Of(row),
		},
		CountryCode: strings.ToUpper(c.country.Of(row)), IdentificationVerificationStatus: c.status.Of(row),
		DatasetID: source.ID, DatasetName: source.Name, Licence: source.Licence,
	}
	if o.ID == "" {
		o.ID = uuid.UUID(c.id.Of(row)).String()
	}
	if accuracy := c.accuracyM.Of(row); !math.IsNaN(accuracy) {
		o.AccuracyM = &accuracy
	}
	return o
}
