package eventindex

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var matchingPoolsQuery = sql.Get("eventindex/matching_pools.sql")

// PoolConditions select the pools that were tested for a pathogen. Pools have no status, which asks nothing of them, and no flags: asking for
// one finds none.
type PoolConditions struct {
	surveillance.Filter
	Pathogen string // in lower case
}

// Pools is the pools of PoolConditions.
type Pools struct {
	Codes

	chunks []*poolChunk
	match  func(*Pool) bool // nil: all
}

// Each visits the pools as Selection.Each does events.
func (s *Pools) Each(ctx context.Context, begin func() (visit func(uuid.UUID, *Pool), finish func())) error {
	return eachChunk(ctx, s.chunks, func() (func(*poolChunk), func()) {
		visit, finish := begin()
		return func(c *poolChunk) {
			for i := range c.pools {
				if p := &c.pools[i]; s.match == nil || s.match(p) {
					visit(c.ids[i], p)
				}
			}
		}, finish
	})
}

// SelectPools returns the pools of the State that match. The Filter must be one that it Holds.
func (s *State) SelectPools(c PoolConditions) *Pools {
	return &Pools{s.codes, s.pools, s.codes.poolMatcher(c)}
}

// poolMatcher returns the test of a pool.
func (c Codes) poolMatcher(asked PoolConditions) func(*Pool) bool {
	f := asked.Filter
	sampled := c.matcher(f)
	tests, taxa, accurate := make([]bool, len(c.Tests)), make([]bool, len(c.Taxa)), make([]bool, len(c.Accuracies))
	for i, t := range c.Tests {
		tests[i] = t.Pathogen == asked.Pathogen && in(f.Sexes, t.Sex) && in(f.LifeStages, t.LifeStage) && f.Flags == 0 &&
			(f.Qualifier == "" || t.Uncertain == (f.Qualifier == surveillance.Uncertain))
	}
	for i, key := range c.Taxa {
		taxa[i] = f.Taxa == nil || slices.Contains(f.Taxa, key)
	}
	for i, m := range c.Accuracies {
		accurate[i] = f.MaxUncertaintyM == nil || !(m > *f.MaxUncertaintyM)
	}
	return func(p *Pool) bool {
		return tests[p.Test] && taxa[p.Taxon] && accurate[p.Accuracy] && sampled(&p.Sampling)
	}
}

// MatchingPools selects by SQL.
func MatchingPools(ctx context.Context, db postgres.Querier, c PoolConditions) (*Pools, error) {
	args := postgres.PoolArgs(c.Filter)
	args["pathogen"] = c.Pathogen
	r := reader{dict: newDictionary()}
	rows, err := db.Query(ctx, matchingPoolsQuery.String(), pgx.QueryExecModeDescribeExec, args)
	if err != nil {
		return nil, fmt.Errorf("read the pools: %w", err)
	}
	list, err := r.pools(rows)
	if err != nil {
		return nil, fmt.Errorf("read the pools: %w", err)
	}
	return &Pools{Codes: r.dict.codes(), chunks: split(list, newPoolChunk)}, nil
}
