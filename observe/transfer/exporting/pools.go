package exporting

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var exportPoolsQuery = sql.Get("exporting/pools.sql")

// writePools writes the pools that match, and completes the file.
func (r *exportRows) writePools(out *export.PoolWriter) (done Exported, err error) {
	if done.Pools, err = r.pools(out.Write, everySource); err != nil {
		return done, err
	}
	if err := out.Close(); err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	return done, nil
}

// pools passes the pools of a data source that match.
func (r *exportRows) pools(write func(export.Pool) error, of ofSource) (n int64, err error) {
	args := postgres.PoolArgs(r.filter)
	args["of_source"] = of.key
	args["of_event"], args["without_event"] = of.eventArgs()
	rows, err := r.tx.Query(r.ctx, exportPoolsQuery.String(), args)
	if err != nil {
		return 0, fmt.Errorf("read pools: %w", err)
	}
	var p exportPool
	columns := []any{
		&p.ID, &p.PoolID, &p.Pathogen, &p.Result, &p.Method, &p.TestedOn, &p.Size, &p.Taxon, &p.Verbatim, &p.Qualifier, &p.Sex, &p.LifeStage, &p.Source,
		&p.EventID, &p.Protocol, &p.Lon, &p.Lat, &p.AccuracyM, &p.Started, &p.Ended, &p.Offset, &p.Precision, &p.Country, &p.Remarks, &p.Metadata,
		&p.SourceHash, &p.OfEvent[0], &p.OfEvent[1], &p.OfEvent[2],
	}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		n++
		return write(p.pool(&r.names))
	})
	if err != nil {
		return n, fmt.Errorf("export pools: %w", err)
	}
	return n, nil
}

// exportPool is a row of sql/exporting/pools.sql.
type exportPool struct {
	ID                                                                               uuid.UUID
	PoolID, Pathogen, Result, Precision, Metadata                                    string
	Method, Verbatim, Qualifier, Sex, LifeStage, EventID, Protocol, Country, Remarks *string
	TestedOn, Started                                                                *time.Time
	Ended                                                                            time.Time
	Size, Offset                                                                     int
	Taxon, Source                                                                    int32
	Lat, Lon                                                                         float64
	AccuracyM                                                                        *float64
	SourceHash                                                                       *[16]byte
	OfEvent                                                                          [3]bool // by export.PoolFields
}

func (p *exportPool) pool(names *exportNames) export.Pool {
	out := export.Pool{
		ID: p.ID.String(), PoolID: p.PoolID, Pathogen: p.Pathogen, Result: p.Result, Method: text(p.Method), Size: p.Size, ScientificName: names.taxa[p.Taxon].name,
		VerbatimName: text(p.Verbatim), Qualifier: text(p.Qualifier), Sex: text(p.Sex), LifeStage: text(p.LifeStage), EventID: text(p.EventID),
		SamplingProtocol: text(p.Protocol), Lat: p.Lat, Lon: p.Lon, AccuracyM: p.AccuracyM, Ended: p.Ended, Offset: p.Offset, Precision: p.Precision,
		CountryCode: strings.ToUpper(text(p.Country)), Remarks: text(p.Remarks), Metadata: json.RawMessage(p.Metadata), Dataset: names.datasets[p.Source],
	}
	if p.TestedOn != nil {
		out.TestedOn = *p.TestedOn
	}
	if p.Started != nil {
		out.Started = *p.Started
	}
	for i, takes := range p.OfEvent {
		if takes {
			out.OfEvent = append(out.OfEvent, export.PoolFields[i])
		}
	}
	if p.SourceHash != nil {
		out.SourceHash = p.SourceHash[:]
	}
	return out
}
