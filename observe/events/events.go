package events

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
	// DataVersion names the state of events and records by which counts are kept; nil, or "", keeps none.
	DataVersion func() string
	// Now is the clock that decides what lies in the future; nil is time.Now.
	Now func() time.Time
	// Changed is called after events were changed and committed, before the answer. It may be nil.
	Changed func(context.Context)
}

// Events answers the routes of sampling events.
type Events struct {
	Options
	one    *resource
	store  store
	counts paging.Counts
}

type resource = keyed.Resource[record, *record]

// New returns the routes of sampling events.
func New(o Options) *Events {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(context.Context) {}
	}
	if o.DataVersion == nil {
		o.DataVersion = func() string { return "" }
	}
	one := keyed.New[record](keyed.Options[record]{
		DB: o.DB, Lookups: o.Lookups, Queries: ofOneQueries, Noun: "An event", Key: "data_source and event_id", Path: o.Base + "/events",
		Variable: "sampling_event_id", New: newDraft, Now: o.Now, Changed: func(ctx context.Context, _ *record) { o.Changed(ctx) },
	})
	return &Events{Options: o, one: one, store: store{postgres.ReadsOf(o.Reads, o.DB)}}
}

// Routes returns the operations, with paths relative to the API's base.
func (e *Events) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/events", Name: "listEvents", Handler: e.list},
		{Method: http.MethodPost, Path: "/events", Name: "createEvent", Handler: e.one.Create},
		{Method: http.MethodGet, Path: "/events/{sampling_event_id}", Name: "getEvent", Handler: httpapi.NoParameters(e.one.Get)},
		{Method: http.MethodPatch, Path: "/events/{sampling_event_id}", Name: "updateEvent", Handler: e.one.Update},
		{Method: http.MethodDelete, Path: "/events/{sampling_event_id}", Name: "deleteEvent", Handler: httpapi.NoParameters(e.one.Delete)},
	}
}
