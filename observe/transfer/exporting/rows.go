package exporting

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// exportRows reads the records of an export within its transaction.
type exportRows struct {
	ctx      context.Context
	tx       pgx.Tx
	filter   surveillance.Filter
	absences bool
	names    exportNames
	partial  partialEvents
}

// ofSource says of which data source records or pools are exported.
type ofSource struct {
	every bool
	key   *int32 // nil for the records without one
	event *bool  // whether they belong to a sampling event that is stored; nil for all
}

// eventArgs are the arguments of_event and without_event of the queries, of which one is true and the other null, or both are null.
func (of ofSource) eventArgs() (ofEvent, withoutEvent any) {
	switch {
	case of.event == nil:
		return nil, nil
	case *of.event:
		return true, nil
	}
	return nil, true
}

var everySource = ofSource{every: true}

// write writes the records of a data source, and the absences behind them, and completes the file.
func (r *exportRows) write(out export.Writer, of ofSource) (done Exported, err error) {
	if done.Records, err = r.records(out.Write, of); err != nil {
		return done, err
	}
	if err := out.Close(); err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	return done, nil
}

// writeTable writes the records of all data sources to a file of typed columns.
func (r *exportRows) writeTable(w io.Writer, format Format, o Options) (done Exported, err error) {
	out, err := export.NewTable(w, format.open, export.Kind{Private: o.Private, Placed: !format.placeless})
	if err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	defer out.Discard()
	return r.write(out, everySource)
}

func (r *exportRows) records(write func(export.Occurrence) error, of ofSource) (n int64, err error) {
	if n, err = r.occurrences(write, exportObservationsQuery, of); err != nil {
		return n, err
	}
	if r.absences {
		absences, err := r.occurrences(write, exportAbsencesQuery, of)
		if n += absences; err != nil {
			return n, err
		}
	}
	return n, nil
}

func (r *exportRows) occurrences(write func(export.Occurrence) error, query sql.Query, of ofSource) (n int64, err error) {
	args := postgres.FilterArgs(r.filter)
	args["of_source"], args["without_source"] = of.key, nil
	if !of.every && of.key == nil {
		args["without_source"] = true
	}
	args["of_event"], args["without_event"] = of.eventArgs()
	rows, err := r.tx.Query(r.ctx, query.String(), args)
	if err != nil {
		return 0, fmt.Errorf("read records: %w", err)
	}
	var columns exportColumns
	err = postgres.EachRow(rows, columns.bind, func(row postgres.Row) error {
		n++
		return write(columns.occurrence(row, &r.names))
	})
	if err != nil {
		return n, fmt.Errorf("export records: %w", err)
	}
	return n, nil
}

// exportColumns are those of sql/fragment/export_columns.sql and what sql/exporting/observations.sql adds.
type exportColumns struct {
	id, sourceHash                                        postgres.UUIDColumn
	occurrenceID, verbatim, country, lifeStage, sex       postgres.TextColumn
	protocol, eventID, notes, precision, metadata, status postgres.TextColumn
	qualifier, basis, licence                             postgres.TextColumn
	observer, userID, imageURL, predictionID, modelID     postgres.TextColumn
	taxon, count, source                                  postgres.Int4Column
	utcOffset, flags                                      postgres.Int2Column
	lon, lat, accuracyM, confidence                       postgres.Float8Column
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
	c.utcOffset, c.flags, c.qualifier = from.Int2("utc_offset"), from.Int2("flags"), from.Text("identification_qualifier")
	c.basis, c.licence, c.sourceHash = from.Text("basis_of_record"), from.Text("licence"), from.UUID("source_hash")
	c.observer, c.userID, c.imageURL = from.Text("observer_name"), from.Text("user_id"), from.Text("image_url")
	c.predictionID, c.modelID, c.confidence = from.Text("prediction_id"), from.Text("model_id"), from.Float8("confidence")
}

func (c *exportColumns) occurrence(row postgres.Row, names *exportNames) export.Occurrence {
	taxon := names.taxa[c.taxon.Of(row)]
	count := int(c.count.Of(row))
	o := export.Occurrence{
		ID: uuid.UUID(c.id.Of(row)).String(), OccurrenceID: c.occurrenceID.Of(row), ScientificName: taxon.name, Rank: taxon.rank,
		Family: taxon.family, VerbatimScientificName: c.verbatim.Of(row), Qualifier: c.qualifier.Of(row), Count: count, Absent: count == 0,
		Lat: c.lat.Of(row), Lon: c.lon.Of(row), LifeStage: c.lifeStage.Of(row), Sex: c.sex.Of(row), SamplingProtocol: c.protocol.Of(row),
		EventID: c.eventID.Of(row), Notes: c.notes.Of(row), BasisOfRecord: c.basis.Of(row), Licence: c.licence.Of(row), Status: c.status.Of(row),
		Metadata: json.RawMessage(c.metadata.Of(row)), CountryCode: strings.ToUpper(c.country.Of(row)), Dataset: names.datasets[c.source.Of(row)],
		Date: dates.Date{
			Start: c.observedAt.Of(row), Precision: dates.Precision(c.precision.Of(row)), Until: c.until.Of(row), Offset: int(c.utcOffset.Of(row)),
		},
		AccuracyM: optional(c.accuracyM.Of(row)),
		Private: export.Private{
			Observer: c.observer.Of(row), UserID: c.userID.Of(row), ImageURL: c.imageURL.Of(row), PredictionID: c.predictionID.Of(row),
			ModelID: c.modelID.Of(row), Confidence: optional(c.confidence.Of(row)), SourceHash: c.sourceHash.Raw(row),
		},
	}
	if flags := surveillance.Flags(c.flags.Of(row)); flags != 0 {
		o.Flags = flags.Names()
	}
	return o
}

// optional is nil for the null of a column of numbers.
func optional(f float64) *float64 {
	if math.IsNaN(f) {
		return nil
	}
	return &f
}
