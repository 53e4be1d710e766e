package eventindex

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// reader makes events, catch and pools of the rows of queries.
type reader struct {
	dict     *dictionary
	counting map[uint16]bool // kinds of records that a query says count; nil where it does not say
}

// query is a query and its arguments; nil for none.
type query struct {
	sql.Query
	args any
}

func (q query) rows(ctx context.Context, tx pgx.Tx) (pgx.Rows, error) {
	if q.args == nil {
		return tx.Query(ctx, q.String(), pgx.QueryExecModeDescribeExec)
	}
	return tx.Query(ctx, q.String(), pgx.QueryExecModeDescribeExec, q.args)
}

// read returns events and their catch, both in one transaction.
func (r reader) read(ctx context.Context, tx pgx.Tx, events, catch query) (list []loaded, err error) {
	rows, err := events.rows(ctx, tx)
	if err == nil {
		list, err = r.events(rows)
	}
	if err != nil {
		return nil, fmt.Errorf("read the sampling events: %w", err)
	}
	if len(list) == 0 {
		return nil, nil
	}
	if rows, err = catch.rows(ctx, tx); err == nil {
		err = r.catch(rows, list)
	}
	if err != nil {
		return nil, fmt.Errorf("read the catch of sampling events: %w", err)
	}
	return list, nil
}

// samplingColumns are the columns of a Sampling.
type samplingColumns struct {
	lon, lat                             postgres.Float8Column
	first, last                          postgres.DateColumn
	months                               postgres.Int2Column
	source                               postgres.Int4Column
	country, region, protocol, precision postgres.TextColumn
}

func (v *samplingColumns) bind(c *postgres.Columns) {
	v.lon, v.lat, v.first, v.last = c.Float8("lon"), c.Float8("lat"), c.Date("first_day"), c.Date("last_day")
	v.months, v.source, v.country, v.region = c.Int2("months"), c.Int4("data_source_key"), c.Text("country_id"), c.Text("region_id")
	v.protocol, v.precision = c.Text("sampling_protocol"), c.Text("date_precision")
}

func (v *samplingColumns) read(row postgres.Row, dict *dictionary) (s Sampling, err error) {
	s = Sampling{
		Lon: units(v.lon.Of(row)), Lat: units(v.lat.Of(row)), Source: v.source.Of(row), Months: surveillance.Months(v.months.Of(row)),
		FirstDay: int32(v.first.Of(row).Unix() / secondsADay), LastDay: int32(v.last.Of(row).Unix() / secondsADay),
		Precision: precisions[v.precision.Of(row)],
	}
	for _, w := range []struct {
		number *uint16
		word   string
	}{{&s.Country, v.country.Of(row)}, {&s.Region, v.region.Of(row)}, {&s.Protocol, v.protocol.Of(row)}} {
		if *w.number, err = dict.words.number(w.word); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (r reader) events(rows pgx.Rows) (list []loaded, err error) {
	var v struct {
		samplingColumns
		id                       postgres.UUIDColumn
		effort, nights, accuracy postgres.Float8Column
		site, target, units      postgres.TextColumn
		problem, complete        postgres.BoolColumn
	}
	bind := func(c *postgres.Columns) {
		v.bind(c)
		v.id, v.site, v.target, v.problem, v.complete = c.UUID("id"), c.Text("site_id"), c.Text("target"), c.Bool("problem"), c.Bool("complete")
		v.effort, v.units, v.nights, v.accuracy = c.Float8("effort"), c.Text("effort_unit"), c.Float8("nights"), c.Float8("location_accuracy_m")
	}
	err = postgres.EachRow(rows, bind, func(row postgres.Row) (err error) {
		e := Event{Unit: unitNumber(v.units.Of(row)), Nights: v.nights.Of(row), AccuracyM: v.accuracy.Of(row)}
		if e.Sampling, err = v.read(row, r.dict); err != nil {
			return err
		}
		if !v.effort.IsNull(row) {
			e.Effort = v.effort.Of(row)
		}
		if v.problem.Of(row) {
			e.Traits |= Problem
		}
		if !v.complete.IsNull(row) {
			e.Traits |= Incomplete
			if v.complete.Of(row) {
				e.Traits ^= Incomplete | Complete
			}
		}
		if e.Target, err = r.dict.targets.number(v.target.Of(row)); err != nil {
			return err
		}
		if e.Site, err = r.dict.site(e.Source, v.site.Of(row), e.Lon, e.Lat); err != nil {
			return err
		}
		list = append(list, loaded{id: v.id.Of(row), event: e})
		return nil
	})
	return list, err
}

// pools returns pools.
func (r reader) pools(rows pgx.Rows) (list []loadedPool, err error) {
	var v struct {
		samplingColumns
		id                             postgres.UUIDColumn
		accuracy                       postgres.Float8Column
		taxon                          postgres.Int4Column
		size                           postgres.Int2Column
		pathogen, sex, stage, result   postgres.TextColumn
		uncertain, retested, disagreed postgres.BoolColumn
	}
	bind := func(c *postgres.Columns) {
		v.bind(c)
		v.id, v.accuracy, v.taxon, v.size = c.UUID("id"), c.Float8("location_accuracy_m"), c.Int4("taxon_key"), c.Int2("size")
		v.pathogen, v.sex, v.stage, v.result = c.Text("pathogen"), c.Text("sex"), c.Text("life_stage"), c.Text("result")
		v.uncertain, v.retested, v.disagreed = c.Bool("uncertain"), c.Bool("retested"), c.Bool("disagreed")
	}
	err = postgres.EachRow(rows, bind, func(row postgres.Row) (err error) {
		p := Pool{Size: v.size.Of(row)}
		if p.Sampling, err = v.read(row, r.dict); err != nil {
			return err
		}
		if p.Accuracy, err = r.dict.accuracy(v.accuracy.Of(row)); err != nil {
			return err
		}
		if p.Taxon, err = r.dict.taxa.number(v.taxon.Of(row)); err != nil {
			return err
		}
		p.Test, err = r.dict.tests.number(Test{
			Pathogen: v.pathogen.Of(row), Sex: v.sex.Of(row), LifeStage: v.stage.Of(row), Result: v.result.Of(row),
			Uncertain: v.uncertain.Of(row), Retested: v.retested.Of(row), Disagreed: v.disagreed.Of(row),
		})
		list = append(list, loadedPool{v.id.Of(row), p})
		return err
	})
	return list, err
}

// catch gives the events their catch.
func (r reader) catch(rows pgx.Rows, list []loaded) error {
	at := make(map[uuid.UUID]int32, len(list))
	for i, e := range list {
		at[e.id] = int32(i)
	}
	var v struct {
		id                 postgres.UUIDColumn
		taxon, count       postgres.Int4Column
		status, sex, stage postgres.TextColumn
		flags              postgres.Int2Column
		uncertain, counts  postgres.BoolColumn
	}
	bind := func(c *postgres.Columns) {
		v.id, v.taxon, v.count, v.status = c.UUID("id"), c.Int4("taxon_key"), c.Int4("count"), c.Text("status")
		v.sex, v.stage, v.flags, v.uncertain = c.Text("sex"), c.Text("life_stage"), c.Int2("flags"), c.Bool("uncertain")
		if r.counting != nil {
			v.counts = c.Bool("counts")
		}
	}
	var caught []eventCatch
	err := postgres.EachRow(rows, bind, func(row postgres.Row) error {
		i, ok := at[v.id.Of(row)]
		if !ok {
			return nil
		}
		taxon, err := r.dict.taxa.number(v.taxon.Of(row))
		if err != nil {
			return err
		}
		kind, err := r.dict.kinds.number(Kind{
			Sex: v.sex.Of(row), LifeStage: v.stage.Of(row), Status: v.status.Of(row), Flags: surveillance.Flags(v.flags.Of(row)),
			Uncertain: v.uncertain.Of(row),
		})
		if r.counting != nil && v.counts.Of(row) {
			r.counting[kind] = true
		}
		caught = append(caught, eventCatch{i, Catch{taxon, kind, v.count.Of(row)}})
		return err
	})
	if err != nil {
		return err
	}
	share(list, caught)
	return nil
}

// eventCatch is a record's specimens and the position of its event.
type eventCatch struct {
	event int32
	Catch
}

// share gives each event its part of one array.
func share(list []loaded, caught []eventCatch) {
	ends := make([]int32, len(list)+1)
	for _, c := range caught {
		ends[c.event+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	all, next := make([]Catch, len(caught)), slices.Clone(ends)
	for _, c := range caught {
		all[next[c.event]] = c.Catch
		next[c.event]++
	}
	for i := range list {
		list[i].catch = all[ends[i]:ends[i+1]]
	}
}

const secondsADay = 86400

// units returns degrees as 1e-7 degrees: places have at most seven decimals.
func units(degrees float64) int32 { return int32(math.Round(degrees * 1e7)) }

// unitNumber returns the number of a unit of effort, from 1; 0 for none.
func unitNumber(unit string) uint8 { return uint8(slices.Index(surveillance.EffortUnits, unit) + 1) }

// precisions are the values of date_precision.
var precisions = map[string]Precision{"time": ExactDays, "day": ExactDays, "week": WholeWeek, "month": WholeMonth, "year": WholeYear}
