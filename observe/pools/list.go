package pools

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// conditions are what a list asks of pools.
type conditions struct {
	filter    surveillance.Filter
	pathogens []string // lower case; nil for any
	results   []string // nil for any
}

// args returns the arguments of sql/fragment/filtered_pools.sql.
func (c conditions) args() postgres.Args {
	args := postgres.PoolArgs(c.filter)
	args["pathogens"], args["results"] = c.pathogens, c.results
	return args
}

// key is a text that two lists share exactly when they ask for the same pools.
func (c conditions) key() string {
	return fmt.Sprintf("%s pathogens=%q results=%q", c.filter.Key(), c.pathogens, c.results)
}

// poolList is the envelope of the list.
type poolList struct {
	Count int64  `json:"count"`
	Pools []Pool `json:"pools"`
	// Included are the names that a condition on species, genus or disease finds.
	Included []surveillance.Included `json:"included,omitzero"`
	httpapi.PageLinks
}

func (s *Pools) list(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	page := paging.Parse(p)
	c := conditions{pathogens: pathogens(p), results: p.List("result")}
	if slices.ContainsFunc(c.results, func(result string) bool { return !slices.Contains(surveillance.PoolResults, result) }) {
		p.Fail("result", "not_allowed", "result must be one of "+strings.Join(surveillance.PoolResults, ", "))
	}
	var names *surveillance.Names
	var err error
	if c.filter, names, err = p.Filter(r.Context(), s.Lookups); err != nil {
		return err
	}

	list := poolList{Pools: []Pool{}, Included: c.filter.Included(names)}
	if !c.filter.MatchesNothing() {
		count := func() (int64, error) { return s.store.count(r.Context(), c) }
		if list.Count, err = s.counts.Get(s.DataVersion(), c.key(), count); err != nil {
			return err
		}
	}
	if list.Count > 0 {
		records, more, err := s.store.page(r.Context(), page, c)
		if err != nil {
			return err
		}
		positions := make([]paging.Position, len(records))
		for i := range records {
			records[i].HideObservers()
			list.Pools = append(list.Pools, records[i].Pool)
			positions[i] = records[i].position()
		}
		list.PageLinks = page.Links(r, positions, more)
	}
	return httpapi.JSON(w, http.StatusOK, list)
}

// pathogens reads names or abbreviations as the database compares them; nil when there are none.
func pathogens(p *httpapi.Params) (names []string) {
	written := p.List("pathogen")
	if len(written) > surveillance.MaxItems {
		p.Fail("pathogen", "too_many", fmt.Sprintf("pathogen must have at most %d items", surveillance.MaxItems))
		return nil
	}
	for _, w := range written {
		names = append(names, strings.ToLower(surveillance.FindPathogen(w).Name))
	}
	return names
}
