package postgres

import (
	"maps"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// maxOffset is how far a clock may be from UTC: utc_offset in the database.
const maxOffset = 14 * time.Hour

// FilterArgs returns the arguments of sql/fragment/filter.sql, over observations or absences.
func FilterArgs(f surveillance.Filter) Args {
	args := EventArgs(f)
	maps.Copy(args, CatchArgs(f))
	delete(args, monthMask)
	setOneOrMany(args, "month_set", "month_sets", f.Months.Runs())
	return args
}

// BothArgs returns the arguments of queries that have sql/fragment/filter.sql and sql/fragment/filter_sampling.sql.
func BothArgs(f surveillance.Filter) Args {
	args := EventArgs(f)
	maps.Copy(args, FilterArgs(f))
	return args
}

// monthMask is the argument of filter_sampling.sql for the months; records have months in other arguments, for their index.
const monthMask = "month_mask"

// EventArgs returns the arguments of sql/fragment/filter_sampling.sql. The instants of the days lie between start_at and end_at. A list of
// one item becomes an argument of its own, because an index finds one value by equality and returns its rows in order.
func EventArgs(f surveillance.Filter) Args {
	args := Args{
		"sampling_protocols": f.SamplingProtocols, "max_uncertainty_m": f.MaxUncertaintyM, "event_ids": f.EventIDs,
		"start_at": nil, "start_day": f.Start, "end_at": nil, "end_day": f.End,
		"west": nil, "south": nil, "east": nil, "north": nil, "area": nil,
	}
	// An index in the order of time serves instants. A day begins in the east, 14 hours before it does in UTC, and ends in the west.
	if f.Start != nil {
		args["start_at"] = f.Start.Add(-maxOffset)
	}
	if f.End != nil {
		args["end_at"] = f.End.AddDate(0, 0, 1).Add(maxOffset)
	}
	setOneOrMany(args, "country", "countries", f.Countries)
	setOneOrMany(args, "region", "regions", f.Regions)
	setOneOrMany(args, "data_source", "data_sources", f.DataSources)
	if args[monthMask] = nil; f.Months != 0 {
		args[monthMask] = int16(f.Months)
	}
	if b := f.BBox; b != nil {
		args["west"], args["south"], args["east"], args["north"] = b.West, b.South, b.East, b.North
	}
	if f.Areas != nil {
		args["area"] = hexEWKB(f.Areas)
	}
	return args
}

// CatchArgs returns the arguments of sql/fragment/filter_catch.sql: what a record is, wherever and whenever it was caught.
func CatchArgs(f surveillance.Filter) Args {
	args := Args{
		"statuses": f.Statuses, "life_stages": f.LifeStages, "sexes": f.Sexes,
		"flags": nil, "without_flags": nil, "uncertain": nil,
	}
	if f.Flags != 0 {
		args["flags"] = int16(f.Flags)
	}
	if f.WithoutFlags != 0 {
		args["without_flags"] = int16(f.WithoutFlags)
	}
	if f.Qualifier != "" {
		args["uncertain"] = f.Qualifier == surveillance.Uncertain
	}
	setOneOrMany(args, "taxon", "taxa", f.Taxa)
	return args
}

// PoolArgs returns the arguments of sql/fragment/filter_pool.sql.
func PoolArgs(f surveillance.Filter) Args {
	args := EventArgs(f)
	maps.Copy(args, CatchArgs(f))
	delete(args, "statuses")
	delete(args, "without_flags")
	return args
}

// RollupArgs returns the arguments of sql/fragment/filter_rollup.sql.
func RollupArgs(f surveillance.Filter) Args {
	args := FilterArgs(f)
	for _, name := range []string{"start_at", "end_at", "max_uncertainty_m", "event_ids", "west", "south", "east", "north", "area"} {
		delete(args, name) // rollups do not tell
	}
	return args
}

// setOneOrMany sets the argument one for a single item, and many for any other list. nil sets both to null.
func setOneOrMany[T any](args Args, one, many string, items []T) {
	args[one], args[many] = nil, nil
	if len(items) == 1 {
		args[one] = items[0]
	} else if items != nil {
		args[many] = items
	}
}
