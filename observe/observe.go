package observe

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Options of New. DB, Lookups, Counter, Pseudonym and Key are needed.
type Options struct {
	DB      *pgxpool.Pool
	Reads   postgres.Database // what is public is read there; nil is DB
	Lookups *postgres.Lookups
	Counter surveillance.Counter
	// Pseudonym returns what makes of a user's id another one, for those who may not know it.
	Pseudonym func(context.Context) (func(userID string) string, error)
	// Key returns the secret key of the database, by which ETags are made.
	Key func(context.Context) ([]byte, error)
	// Base is the path of the API, such as "/api/v1", for the header Location.
	Base string
	// Now is the clock that decides what lies in the future; nil is time.Now.
	Now func() time.Time
	// Changed is called after records were changed and committed, before the answer. It updates what the server keeps in memory. It
	// may be nil.
	Changed func(context.Context)
	// ReviewRule says when a record is reviewed: RuleTwo asks for two people who agree, RuleAlerts where an alert would follow, anything else for one.
	ReviewRule string
	// Introduces reports whether a record would raise an alert, were it public. RuleAlerts needs it.
	Introduces func(context.Context, postgres.Querier, *surveillance.Names, surveillance.Sighting) (bool, error)
}

// Observe answers the routes of observation records.
type Observe struct {
	Options
	store store
}

// New returns the routes of observation records.
func New(o Options) *Observe {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(context.Context) {}
	}
	return &Observe{Options: o, store: store{db: o.DB, reads: postgres.ReadsOf(o.Reads, o.DB), counter: o.Counter, lookups: o.Lookups}}
}

// Routes returns the operations, with paths relative to the API's base.
func (o *Observe) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/observations", Name: "listObservations", Handler: o.list},
		{Method: http.MethodGet, Path: "/absences", Name: "listAbsences", Handler: o.listAbsences},
		{Method: http.MethodPost, Path: "/observations", Name: "createObservation", Handler: o.create},
		{Method: http.MethodPost, Path: "/observations/batch", Name: "createObservations", Handler: o.createBatch},
		{Method: http.MethodGet, Path: "/observations/{observation_id}", Name: "getObservation", Handler: httpapi.NoParameters(o.get)},
		{Method: http.MethodPatch, Path: "/observations/{observation_id}", Name: "updateObservation", Handler: o.update},
		{Method: http.MethodDelete, Path: "/observations/{observation_id}", Name: "withdrawObservation", Handler: httpapi.NoParameters(o.withdraw)},
		{Method: http.MethodGet, Path: "/observations/{observation_id}/history", Name: "getObservationHistory", Handler: o.history},
		{Method: http.MethodPost, Path: "/observations/{observation_id}/history/{entry_id}/undo", Name: "undoObservationChange", Handler: httpapi.NoParameters(o.undo)},
		{Method: http.MethodGet, Path: "/observations/{observation_id}/review", Name: "getObservationReview", Handler: httpapi.NoParameters(o.getReview)},
		{Method: http.MethodGet, Path: "/me/observations", Name: "listMyObservations", Handler: o.listMine},
		{Method: http.MethodGet, Path: "/review/queue", Name: "listReviewQueue", Handler: o.listQueue},
		{Method: http.MethodPost, Path: "/review/decisions", Name: "decideReviews", Handler: httpapi.NoParameters(o.decide)},
	}
}
