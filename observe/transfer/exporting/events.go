package exporting

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var exportEventsQuery = sql.Get("exporting/events.sql")

// writeEvents writes the sampling events, records and pools of a data source, and completes the file.
func (r *exportRows) writeEvents(out *export.EventWriter, source exportSource) (done Exported, err error) {
	caught, alone := ofSource{key: source.Key, event: new(true)}, ofSource{key: source.Key, event: new(false)}
	if done.Events, err = r.events(out.WriteEvent, *source.Key); err != nil {
		return done, err
	}
	if _, err := r.records(out.WriteLone, alone); err != nil {
		return done, err
	}
	if _, err := r.pools(out.WriteLonePool, alone); err != nil {
		return done, err
	}
	if err := out.Occurrences(); err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	if done.Records, err = r.records(out.Write, caught); err != nil {
		return done, err
	}
	out.Lone()
	lone, err := r.records(out.Write, alone)
	if done.Records += lone; err != nil {
		return done, err
	}
	if source.OfPool {
		if err := out.Pools(); err != nil {
			return done, fmt.Errorf("write the export: %w", err)
		}
		if done.Pools, err = r.pools(out.WritePool, caught); err != nil {
			return done, err
		}
		out.Lone()
		lone, err := r.pools(out.WritePool, alone)
		if done.Pools += lone; err != nil {
			return done, err
		}
	}
	if err := out.Sampling(); err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	if _, err := r.events(out.WriteSampling, *source.Key); err != nil {
		return done, err
	}
	if _, err := r.pools(out.WriteLoneSampling, alone); err != nil {
		return done, err
	}
	if err := out.Close(); err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	return done, nil
}

// events passes the sampling events of a data source that match, or whose records or pools do.
func (r *exportRows) events(write func(export.Event) error, source int32) (n int64, err error) {
	args := postgres.BothArgs(r.filter)
	args["of_source"], args["absences"], args["events"] = source, r.absences, !asksOfRecords(r.filter)
	rows, err := r.tx.Query(r.ctx, exportEventsQuery.String(), args)
	if err != nil {
		return 0, fmt.Errorf("read sampling events: %w", err)
	}
	var e exportEvent
	columns := []any{
		&e.EventID, &e.SiteID, &e.Lon, &e.Lat, &e.AccuracyM, &e.Country, &e.Started, &e.Ended, &e.Offset, &e.Precision, &e.Protocol, &e.Lure,
		&e.Traps, &e.Nights, &e.Effort, &e.EffortUnit, &e.EffortSource, &e.Problem, &e.Targets, &e.Complete, &e.Remarks, &e.Metadata,
		&e.SourceHash, &e.Caught, &e.LeftOut,
	}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		n++
		r.partial.narrow(&e)
		return write(e.event(r.names.datasets[source]))
	})
	if err != nil {
		return n, fmt.Errorf("export sampling events: %w", err)
	}
	return n, nil
}

// exportEvent is a row of sql/exporting/events.sql.
type exportEvent struct {
	EventID, Precision, Metadata                                       string
	SiteID, Country, Protocol, Lure, EffortUnit, EffortSource, Remarks *string
	Lat, Lon                                                           float64
	AccuracyM, Nights, Effort                                          *float64
	Started                                                            *time.Time
	Ended                                                              time.Time
	Offset                                                             int
	Traps                                                              *int
	Problem, Caught, LeftOut, Partial                                  bool
	Complete                                                           *bool
	Targets                                                            []string
	SourceHash                                                         *[16]byte
}

func (e *exportEvent) event(dataset export.Dataset) export.Event {
	out := export.Event{
		EventID: e.EventID, SiteID: text(e.SiteID), Lat: e.Lat, Lon: e.Lon, AccuracyM: e.AccuracyM, Ended: e.Ended, Offset: e.Offset,
		Precision: e.Precision, SamplingProtocol: text(e.Protocol), Effort: e.Effort, EffortUnit: text(e.EffortUnit), Remarks: text(e.Remarks),
		EventTerms: export.EventTerms{
			Lure: text(e.Lure), Traps: e.Traps, Nights: e.Nights, EffortSource: text(e.EffortSource), Problem: e.Problem, Targets: e.Targets,
			Complete: e.Complete, Partial: e.Partial,
		},
		Metadata: json.RawMessage(e.Metadata), CountryCode: strings.ToUpper(text(e.Country)), Caught: e.Caught, Dataset: dataset,
	}
	if e.Started != nil {
		out.Started = *e.Started
	}
	if e.SourceHash != nil {
		out.SourceHash = e.SourceHash[:]
	}
	return out
}
