package observe

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var requestsQuery = sql.Get("observe/requests.sql")

// conflictText answers a create whose id is taken. It is the same where the content is another and where the visitor may not know whether it is.
const conflictText = "An observation with this id and other content exists, or one that is not yours to ask for"

var errTaken = httpapi.Conflict(conflictText)

// The hashes of a request: of what was sent, of that without who observed, and of that without what an obscured place withholds, too.
const (
	asSent = iota
	withoutObserver
	withoutPlace
)

// hash returns the hashes that tell two requests with the same id apart. An instant is the same on every clock.
func (d draft) hash() (hash []byte, err error) {
	d.UTCOffset = 0
	leave := []func(){
		asSent: func() {},
		withoutObserver: func() {
			d.UserID, d.ObserverName, d.Metadata = nil, nil, export.WithoutObservers(d.Metadata)
		},
		withoutPlace: func() {
			d.Location, d.LocationAccuracyM, d.Notes, d.Metadata = surveillance.Location{}, nil, nil, json.RawMessage(`{}`)
		},
	}
	for _, out := range leave {
		out()
		canonical, err := d.canonical()
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(canonical)
		hash = append(hash, sum[:]...)
	}
	return hash, nil
}

// request is what is known of the request that created the record with an id.
type request struct {
	ID          uuid.UUID  `db:"id"`
	Hash        []byte     `db:"hash"` // nil: the record was imported, got its id from the server, or is not of this set; 0.1.0 stored the first hash alone
	Publication string     `db:"publication"`
	WasPublic   bool       `db:"was_public"`
	DataSource  *string    `db:"data_source"`
	Account     *uuid.UUID `db:"account"`
	CellDegrees *float64   `db:"cell_degrees"`
}

// requests returns the requests of the ids that are taken, by id.
func (s store) requests(ctx context.Context, db postgres.Querier, ids ...uuid.UUID) (map[uuid.UUID]request, error) {
	found, err := postgres.All[request](ctx, db, requestsQuery, pgx.StrictNamedArgs{"ids": ids})
	if err != nil {
		return nil, fmt.Errorf("look for observations that have ids: %w", err)
	}
	requests := make(map[uuid.UUID]request, len(found))
	for _, r := range found {
		requests[r.ID] = r
	}
	return requests, nil
}

// repeats reports whether a request with a hash says again what created a record, as far as the viewer may know. Where the viewer does not see
// who observed, or the place, these are not compared: no answer confirms a guess. Of a record that is not public only the client that sent it
// knows the id, until it was public once; one with an account names that.
func (s viewer) repeats(r request, hash []byte) bool {
	part := asSent
	switch {
	case s.sees(record{Observation: Observation{DataSource: r.DataSource}, Account: r.Account}):
	case r.Publication == public && r.CellDegrees == nil:
		part = withoutObserver
	case r.Publication == public:
		part = withoutPlace
	case r.Publication == pending && !r.WasPublic && r.Account == nil:
	default:
		return false
	}
	from, to := part*sha256.Size, (part+1)*sha256.Size
	return len(r.Hash) >= to && len(hash) >= to && bytes.Equal(r.Hash[from:to], hash[from:to])
}

// repeated returns what the visitor sees of the record of an id that is taken, if the same request created it.
func (o *Observe) repeated(ctx context.Context, r request, d draft, hash []byte) (rec record, err error) {
	viewer, err := o.viewerOfRecord(ctx, record{Observation: Observation{ID: r.ID}, Account: r.Account})
	if err != nil {
		return rec, err
	}
	if !viewer.repeats(r, hash) {
		return rec, errTaken
	}
	rec, err = o.store.read(ctx, r.ID)
	if errors.Is(err, errNoRecord) {
		rec, err = o.store.get(ctx, o.store.db, held.get, r.ID)
	}
	if errors.Is(err, errNoRecord) {
		return rec, httpapi.Conflict("The observation with this id was just removed")
	}
	if err != nil {
		return rec, err
	}
	viewer.asked = d.UserID
	views, err := viewer.views(ctx, o.store, []record{rec})
	if err != nil {
		return rec, err
	}
	rec.Observation = views[0]
	return rec, nil
}

// checkOwnID refuses the ids that this server makes of what a file says of a record, for a new one: an import is to find its own records by them.
func checkOwnID(id *uuid.UUID, f form.Form) {
	if id != nil && (id.Version() == 5 || id.Version() == 8) {
		f.FailBody("id", "not_allowed", "id may be a UUID of any version but 5 and 8, of which this server makes the ids of imported records")
	}
}

// refused returns why a create with an id that is taken is refused. An id that an import may have is answered as if it were free: nobody finds out
// by it what is stored.
func refused(id *uuid.UUID, f form.Form) error {
	checkOwnID(id, f)
	return cmp.Or(f.Err(), error(errTaken))
}
