package counting

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// counting are the queries that count: the same of the table and of the rollups.
type counting struct {
	count, counts, months, years, partly, facets, byStatus sql.Query
}

var (
	tableCounting = counting{
		count: sql.Get("geo/count.sql"), counts: sql.Get("geo/cells.sql"), months: sql.Get("geo/months.sql"), years: sql.Get("geo/years.sql"),
		partly: sql.Get("geo/partly.sql"), facets: sql.Get("geo/facets.sql"), byStatus: sql.Get("geo/count_by_status.sql"),
	}
	rollupCounting = counting{
		count: sql.Get("rollups/count.sql"), counts: sql.Get("rollups/counts.sql"), months: sql.Get("rollups/months.sql"), years: sql.Get("rollups/years.sql"),
		partly: sql.Get("rollups/partly.sql"), facets: sql.Get("rollups/facets.sql"), byStatus: sql.Get("rollups/count_by_status.sql"),
	}
)

// source is what counts by SQL: the table, or the rollups in a transaction with one snapshot.
type source struct {
	counting
	db     postgres.Querier
	folded string // of the rollups; "" for the table
}

// bySQL counts in the rollups where the index is beyond its limit and they tell what is asked for, else in the table. do may run twice, and then has
// to begin anew.
func (c *Counter) bySQL(ctx context.Context, told bool, do func(source) error) error {
	if told && c.index.Beyond() {
		counted := false
		err := postgres.Transaction(ctx, c.db, rollups.Snapshot, func(tx pgx.Tx) error {
			folded, err := rollups.Folded(ctx, tx)
			if err != nil || folded == "" {
				return err
			}
			counted = true
			return do(source{rollupCounting, tx, folded})
		})
		switch {
		case errors.Is(err, rollups.ErrInexact): // the table knows
		case err != nil || counted:
			return err
		}
	}
	return do(source{counting: tableCounting, db: c.db})
}

// told says whether the rollups tell the sums of what a Filter matches.
func told(f surveillance.Filter) bool {
	_, ok := rollups.World(f, false)
	return ok
}

// args are those of a query that sums up, by month or not.
func (s source) args(f surveillance.Filter, byMonth bool) postgres.Args {
	if s.folded == "" {
		return postgres.FilterArgs(f)
	}
	grain, _ := rollups.World(f, byMonth)
	return grain.Args(f, s.folded)
}

// traitArgs are those of a query that counts records, or their traits.
func (s source) traitArgs(f surveillance.Filter) postgres.Args {
	if s.folded == "" {
		return postgres.FilterArgs(f)
	}
	grain, _ := rollups.WorldByTraits(f)
	return grain.Args(f, s.folded)
}

func (s source) Count(ctx context.Context, f surveillance.Filter) (n int64, err error) {
	args := s.args(f, false)
	if !told(f) {
		args = s.traitArgs(f)
	}
	if err := s.db.QueryRow(ctx, s.count.String(), args).Scan(&n); err != nil {
		return 0, fmt.Errorf("count observations: %w", err)
	}
	return n, nil
}

func (s source) Counts(ctx context.Context, f surveillance.Filter) (surveillance.Counts, error) {
	rows, err := postgres.All[struct {
		surveillance.Count
		Exact bool `db:"exact"` // the days are those of records that are there
	}](ctx, s.db, s.counts, s.args(f, false))
	if err != nil {
		return nil, fmt.Errorf("sum observations: %w", err)
	}
	counts := make(surveillance.Counts, len(rows))
	for i, r := range rows {
		if !r.Exact {
			return nil, rollups.ErrInexact
		}
		counts[i] = r.Count
	}
	return counts, nil
}

func (s source) Stats(ctx context.Context, f surveillance.Filter) (out surveillance.Stats, err error) {
	if out.Counts, err = s.Counts(ctx, f); err != nil {
		return out, err
	}
	if out.Months, err = postgres.All[surveillance.Month](ctx, s.db, s.months, s.args(f, true)); err != nil {
		return out, fmt.Errorf("sum observations by month: %w", err)
	}
	if out.Years, err = postgres.All[surveillance.Year](ctx, s.db, s.years, s.args(f, true)); err != nil {
		return out, fmt.Errorf("sum observations by year: %w", err)
	}
	if f.Start == nil && f.End == nil {
		return out, nil
	}
	undated := f
	undated.Start, undated.End = nil, nil
	args := s.args(undated, true)
	args["from"], args["till"] = f.Start, f.End
	if err = s.db.QueryRow(ctx, s.partly.String(), args).Scan(&out.PartlyInRange); err != nil {
		return out, fmt.Errorf("count partly matching observations: %w", err)
	}
	return out, nil
}

func (s source) Facets(ctx context.Context, f surveillance.Filter) (surveillance.Facets, error) {
	out := surveillance.NewFacets()
	rows, err := postgres.All[struct {
		Grouping int    `db:"grouping"`
		Value    string `db:"value"`
		Flags    int16  `db:"flags"`
		Records  int64  `db:"records"`
	}](ctx, s.db, s.facets, s.traitArgs(f))
	if err != nil {
		return out, fmt.Errorf("count observations by facet: %w", err)
	}
	byGrouping := map[int]surveillance.ValueCounts{
		0b0111111: out.LifeStages, 0b1011111: out.Sexes, 0b1101111: out.SamplingProtocols, 0b1110111: out.Statuses, 0b1111011: out.Regions,
		0b1111110: out.Qualifiers,
	}
	for _, r := range rows {
		if counts, ok := byGrouping[r.Grouping]; ok {
			counts.Add(r.Value, r.Records)
		} else {
			out.AddFlags(surveillance.Flags(r.Flags), r.Records)
		}
	}
	return out, nil
}

func (s source) ByStatus(ctx context.Context) (surveillance.StatusCounts, error) {
	var args []any
	if s.folded != "" {
		all := postgres.Args{}
		grain, _ := rollups.World(surveillance.Filter{}, false)
		grain.SetArgs(all, s.folded)
		args = append(args, all)
	}
	rows, err := postgres.All[struct {
		DataSourceKey int32  `db:"data_source_key"`
		Status        string `db:"status"`
		TaxonKey      int32  `db:"taxon_key"`
		Records       int64  `db:"records"`
	}](ctx, s.db, s.byStatus, args...)
	if err != nil {
		return surveillance.StatusCounts{}, fmt.Errorf("count observations by data source and status: %w", err)
	}
	out, taxa := surveillance.NewStatusCounts(), map[int32]bool{}
	for _, r := range rows {
		out.Add(r.DataSourceKey, r.Status, r.Records)
		if r.Status != surveillance.Rejected {
			taxa[r.TaxonKey] = true
		}
	}
	out.Taxa = len(taxa)
	return out, nil
}
