// Package observe keeps the observation records over HTTP: created, listed, read and changed. observe/transfer imports and exports
// whole sets of them, in the formats of observe/darwincore. It imports internal packages, sql and observe/darwincore, and no other
// domain.
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

// Options of New. DB, Lookups and Counter are needed.
type Options struct {
	DB      *pgxpool.Pool
	Lookups *postgres.Lookups
	Counter surveillance.Counter
	// WriteToken is what POST and PATCH have to bear; "" asks for nothing.
	WriteToken string
	// Base is the path that the routes are mounted under, such as "/api/v1": Location names it.
	Base string
	// Now is the clock that tells what lies in the future; nil is time.Now.
	Now func() time.Time
	// Changed is called after a commit that changed records, before the answer, so that what the server keeps in memory
	// shows the change to whoever reads the answer. It may be nil.
	Changed func(context.Context)
}

// Observe answers the routes of observation records.
type Observe struct {
	store   store
	lookups *postgres.Lookups
	counter surveillance.Counter
	token   string
	base    string
	now     func() time.Time
	changed func(context.Context)
}

// New returns the observation records over HTTP.
func New(o Options) *Observe {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(context.Context) {}
	}
	return &Observe{
		store: store{db: o.DB}, lookups: o.Lookups, counter: o.Counter, token: o.WriteToken, base: o.Base, now: o.Now, changed: o.Changed,
	}
}

// Routes returns the operations, relative to the API's base.
func (o *Observe) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/observations", Name: "listObservations", Handler: o.list},
		{Method: http.MethodPost, Path: "/observations", Name: "createObservation", Handler: o.writing(o.create)},
		{Method: http.MethodGet, Path: "/observations/{observation_id}", Name: "getObservation", Handler: o.get},
		{Method: http.MethodPatch, Path: "/observations/{observation_id}", Name: "updateObservation", Handler: o.writing(o.update)},
	}
}
