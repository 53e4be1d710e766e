// Package keyed creates, reads, changes and deletes records that are known by their data source and an id in it, of which their UUID is
// made: sampling events and pools. A create needs no id to be repeated: the same content again gets the stored record, other content a
// conflict. It imports internal packages, sql and observe/form.
package keyed

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Record is a stored record: a pointer to the struct that Queries.Get is read into.
type Record[R any] interface {
	*R
	UUID() uuid.UUID
	// Unpack sets the fields that are stored in another form.
	Unpack()
	// HideObservers takes from the record who recorded it, which the public may not know.
	HideObservers()
	// Shown returns the record in the API. Warnings are those of a write; they are no part of the ETag.
	Shown(warnings []string) any
	// Draft returns the writable fields.
	Draft() (Draft, error)
}

// Draft holds the writable fields of a record. Its JSON is the canonical form of a request: two creates are the same when theirs is.
type Draft interface {
	// Read reads every writable field that the form gives, and looks up what they name. The form collects the client's errors.
	Read(ctx context.Context, db postgres.Querier, f form.Form, names *surveillance.Names) error
	UUID() uuid.UUID
	// Source is the id of the data source.
	Source() string
	// Prepare stores what the record needs beside it.
	Prepare(ctx context.Context, tx pgx.Tx) error
	// Identity returns the arguments of Queries.Insert alone, Args those that it shares with Queries.Update.
	Identity() pgx.StrictNamedArgs
	Args() pgx.StrictNamedArgs
	// Moved says whether the place is another than that of the record.
	Moved() bool
}

// Queries read and write one record. Get reads what the public sees of it, GetExact its exact place too. Update has the arguments id and moved
// beside those of Draft.Args.
type Queries struct{ Get, GetExact, Insert, InsertRequest, Request, Lock, Update, Delete sql.Query }

// Options of New. All are needed.
type Options[R any] struct {
	DB       *pgxpool.Pool
	Lookups  *postgres.Lookups
	Queries  Queries
	Noun     string       // with its indefinite article, as a sentence begins: An event
	Key      string       // the members that a record is known by
	Path     string       // of the list, such as /api/v1/events
	Variable string       // of the path of one record
	New      func() Draft // of a record that is not stored yet
	Now      func() time.Time
	// Changed is called after a change was committed, before the answer; the record is nil after it was deleted.
	Changed func(context.Context, *R)
}

// Resource answers the routes of one record.
type Resource[R any, P Record[R]] struct {
	Options[R]
	noun string // without its article
	none error  // no record has the id
}

// New returns the routes of a kind of record.
func New[R any, P Record[R]](o Options[R]) *Resource[R, P] {
	_, noun, _ := strings.Cut(o.Noun, " ")
	return &Resource[R, P]{o, noun, httpapi.NotFound(strings.ToUpper(noun[:1]) + noun[1:] + " not found")}
}
