package counting

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	daysQuery      = sql.Get("geo/days.sql")
	daysRangeQuery = sql.Get("geo/days_range.sql")
)

// Days returns the first and the last day of the observations, in days since 1970-01-01; ok is false without any.
func (c *Counter) Days(ctx context.Context) (first, last int32, ok bool, err error) {
	if s := c.index.State(); s.Ready() {
		first, last, ok = s.Days()
		return first, last, ok, nil
	}
	var from, to *int32
	if err := c.db.QueryRow(ctx, daysRangeQuery.String()).Scan(&from, &to); err != nil {
		return 0, 0, false, fmt.Errorf("find the days of the observations: %w", err)
	}
	if from == nil || to == nil {
		return 0, 0, false, nil
	}
	return *from, *to, true, nil
}

// Series sums up the observations that match by bins of time, as tileindex.State.Series does.
func (c *Counter) Series(ctx context.Context, f surveillance.Filter, bins int, place func(first, last int32) int) (surveillance.Series, error) {
	out := surveillance.Series{Bins: make([]surveillance.SeriesBin, bins), ByTaxon: map[int32]int64{}}
	if f.MatchesNothing() {
		return out, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Series(f, bins, place), nil
	}
	days, err := postgres.All[struct {
		First     int32  `db:"first"`
		Last      int32  `db:"last"`
		Taxon     int32  `db:"taxon_key"`
		Sex       string `db:"sex"`
		Records   int64  `db:"records"`
		Specimens int64  `db:"specimens"`
	}](ctx, c.db, daysQuery, postgres.FilterArgs(f))
	if err != nil {
		return out, fmt.Errorf("sum observations by day: %w", err)
	}
	type name struct {
		bin   int
		taxon int32
	}
	seen := map[name]bool{}
	for _, d := range days {
		bin := place(d.First, d.Last)
		if bin < 0 {
			out.Unplaced += d.Records
			continue
		}
		out.Bins[bin].Records += d.Records
		out.Bins[bin].Specimens += d.Specimens
		out.ByTaxon[d.Taxon] += d.Specimens
		if !surveillance.StatesSex(d.Sex) {
			out.Unsexed += d.Specimens
		}
		if n := (name{bin, d.Taxon}); !seen[n] {
			seen[n] = true
			out.Bins[bin].Species++
		}
	}
	return out, nil
}
