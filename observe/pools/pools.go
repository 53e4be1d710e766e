package pools

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/keyed"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// Options of New. DB and Lookups are needed.
type Options struct {
	DB      *pgxpool.Pool
	Reads   postgres.Database // what is public is read there; nil is DB
	Lookups *postgres.Lookups
	// Base is the path of the API, such as "/api/v1", for the header Location.
	Base string
	// DataVersion names the state of the pools by which counts are kept; nil, or "", keeps none.
	DataVersion func() string
	// Now is the clock that decides what lies in the future; nil is time.Now.
	Now func() time.Time
	// Changed is called after pools were changed and committed, before the answer. It may be nil.
	Changed func(context.Context)
}

// Pools answers the routes of pools.
type Pools struct {
	Options
	one    *keyed.Resource[record, *record]
	store  store
	counts paging.Counts
}

// New returns the routes of pools.
func New(o Options) *Pools {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(context.Context) {}
	}
	if o.DataVersion == nil {
		o.DataVersion = func() string { return "" }
	}
	s := &Pools{Options: o, store: store{postgres.ReadsOf(o.Reads, o.DB)}}
	s.one = keyed.New[record](keyed.Options[record]{
		DB: o.DB, Lookups: o.Lookups, Queries: ofOneQueries, Noun: "A pool", Key: "data_source, pool_id, pathogen and method", Path: o.Base + "/pools",
		Variable: "pool_record_id", New: newDraft, Now: o.Now, Changed: s.changed,
	})
	return s
}

// changed updates what the server keeps in memory, a new name too, so that the next request finds the pool.
func (s *Pools) changed(ctx context.Context, r *record) {
	if r != nil {
		if _, known := s.Lookups.Current().FindTaxon(r.SpeciesID); !known {
			_ = s.Lookups.Refresh(ctx) // logs its failure; the notification of the change refreshes again
		}
	}
	s.Changed(ctx)
}

// Routes returns the operations, with paths relative to the API's base.
func (s *Pools) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/pools", Name: "listPools", Handler: s.list},
		{Method: http.MethodPost, Path: "/pools", Name: "createPool", Handler: s.one.Create},
		{Method: http.MethodGet, Path: "/pools/{pool_record_id}", Name: "getPool", Handler: httpapi.NoParameters(s.one.Get)},
		{Method: http.MethodPatch, Path: "/pools/{pool_record_id}", Name: "updatePool", Handler: s.one.Update},
		{Method: http.MethodDelete, Path: "/pools/{pool_record_id}", Name: "deletePool", Handler: httpapi.NoParameters(s.one.Delete)},
	}
}
