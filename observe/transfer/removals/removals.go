// Package removals shows administrators what was removed with its data source, and brings it back. It imports internal packages and
// observe/transfer/datasets.
package removals

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// restoreTime is how long a request may restore. For more there is the command line.
const restoreTime = 2 * time.Minute

var errNoRemoval = httpapi.NotFound("There is no such removal, or it is over")

// Set is records with what was removed of them: those of the public, or those of a private data source.
type Set struct {
	DB      *pgxpool.Pool
	Changed func(context.Context) // brings what the server keeps in memory up to date
}

// Removals are the removals of all sets, as operations.
type Removals struct {
	sets func() []Set
}

// New makes Removals. sets returns those there are now.
func New(sets func() []Set) *Removals { return &Removals{sets} }

// Routes returns the operations, with paths relative to the API's base.
func (m *Removals) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/removals", Name: "listRemovals", Handler: httpapi.NoParameters(m.list)},
		{Method: http.MethodPost, Path: "/removals/{removal_id}/restore", Name: "restoreRemoval", Handler: httpapi.NoParameters(m.restore)},
	}
}

// removal is what can be restored, until a time.
type removal struct {
	ID           uuid.UUID `json:"id"`
	DataSource   string    `json:"data_source"`
	RemovedAt    time.Time `json:"removed_at"`
	Until        time.Time `json:"until"`
	Observations int64     `json:"observations"`
	Absences     int64     `json:"absences"`
	Events       int64     `json:"events"`
	Pools        int64     `json:"pools"`
}

func (m *Removals) list(w http.ResponseWriter, r *http.Request) error {
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}

	list := []removal{}
	for _, set := range m.sets() {
		some, err := datasets.Removals(r.Context(), set.DB)
		if err != nil {
			return err
		}
		for _, one := range some {
			if v.CheckSource(one.DataSource) == nil {
				list = append(list, removal{one.ID, one.DataSource, one.RemovedAt.UTC(), one.Until().UTC(), one.Observations, one.Absences, one.Events, one.Pools})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b removal) int { return b.RemovedAt.Compare(a.RemovedAt) })

	w.Header().Set("Cache-Control", "no-store")
	return httpapi.JSON(w, http.StatusOK, struct {
		Removals []removal `json:"removals"`
	}{list})
}

// restored is what a removal gave back.
type restored struct {
	DataSource   string `json:"data_source"`
	Observations int64  `json:"observations"` // that are public again
}

func (m *Removals) restore(w http.ResponseWriter, r *http.Request) error {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, "removal_id"))
	if !ok {
		return errNoRemoval
	}
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}

	out, err := m.undo(r.Context(), v, id)
	if gone := (datasets.SourceGoneError{}); errors.As(err, &gone) {
		return httpapi.Conflict("The data source " + gone.Source + ", whose records these are, is gone: restore that first")
	}
	if err != nil {
		return err
	}

	w.Header().Set("Cache-Control", "no-store")
	return httpapi.JSON(w, http.StatusOK, out)
}

// undo restores a removal of a data source that the visitor may write.
func (m *Removals) undo(ctx context.Context, v access.Visitor, id uuid.UUID) (out restored, err error) {
	limited, cancel := context.WithTimeout(ctx, restoreTime)
	defer cancel()
	for _, set := range m.sets() {
		some, err := datasets.Removals(limited, set.DB)
		if err != nil {
			return out, err
		}
		if !slices.ContainsFunc(some, func(one datasets.Removal) bool { return one.ID == id && v.CheckSource(one.DataSource) == nil }) {
			continue
		}
		out.DataSource, out.Observations, err = datasets.Restore(limited, set.DB, id)
		if err == nil {
			set.Changed(ctx)
		}
		if errors.Is(err, datasets.ErrNoRemoval) { // somebody else restored it meanwhile
			err = errNoRemoval
		}
		return out, err
	}
	return out, errNoRemoval
}
