// Package history keeps who changed what, in the transaction of the change. The database refuses to change what it holds. It imports
// internal/access, internal/postgres and sql.
package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var addQuery = sql.Get("history/add.sql")

// What entries are about.
const (
	Observation = "observation"
	Source      = "source"
	Rule        = "rule"
	Token       = "token"
	Event       = "event"
	Pool        = "pool"
	Account     = "account"
	Area        = "area"
	Import      = "import"
	Dataset     = "dataset"
)

// Entities are all kinds of what entries are about.
var Entities = []string{Observation, Source, Rule, Token, Account, Event, Pool, Area, Import, Dataset}

// What was done.
const (
	Created   = "created"
	Changed   = "changed"
	Withdrawn = "withdrawn"
	Held      = "held"
	Published = "published"
	Reviewed  = "reviewed"
	Undone    = "undone"
	Deleted   = "deleted"
	Removed   = "removed"
	Restored  = "restored"
	Revoked   = "revoked"
	Imported  = "imported"
)

// What was done to an account, beside what its members were and are.
const (
	Invited         = "invited"
	Uninvited       = "uninvited"
	PasswordChanged = "password_changed"
	SignedOut       = "signed_out" // by somebody else
	PasskeyAdded    = "passkey_added"
	PasskeyRemoved  = "passkey_removed"
	IdentityAdded   = "identity_added"
)

// Members are the members of something, as JSON.
type Members map[string]json.RawMessage

// Redacted stands in an entry for the value of a member that a redaction took.
const Redacted = `"redacted"`

// Entry says what changed. Was and Is are nil, Members, or anything that becomes a JSON object.
type Entry struct {
	Entity, ID, Action string
	Was, Is            any
	Reason             string
}

// Actor is who changes something. Name is that of a token or the id of an account, "" for others; never an address.
type Actor struct{ Kind, Name string }

// Actors without a request.
var (
	Command = Actor{Kind: "command"}
	Server  = Actor{Kind: "server"}
)

type actorKey struct{}

// By returns a context whose changes are an actor's.
func By(ctx context.Context, a Actor) context.Context { return context.WithValue(ctx, actorKey{}, a) }

// ActorOf returns who makes the changes of a context: the visitor whose request it is, else whom By says, else the server.
func ActorOf(ctx context.Context) (Actor, error) {
	if !access.Asked(ctx) {
		if a, ok := ctx.Value(actorKey{}).(Actor); ok {
			return a, nil
		}
		return Server, nil
	}
	v, err := access.Of(ctx)
	switch {
	case err != nil:
		return Actor{}, err
	case v.Account != uuid.Nil:
		return ByAccount(v.Account), nil
	case v.Name != "":
		return Actor{"token", v.Name}, nil
	case v.May(access.Admin):
		return Actor{Kind: "machine"}, nil
	case v.Receipt != "":
		return Actor{Kind: "reporter"}, nil
	default:
		return Actor{Kind: "anonymous"}, nil
	}
}

// ByAccount returns the account with an id as who changes something.
func ByAccount(id uuid.UUID) Actor { return Actor{"account", id.String()} }

// Args returns an actor as parameters of a query.
func (a Actor) Args() pgx.StrictNamedArgs {
	args := pgx.StrictNamedArgs{"actor_kind": a.Kind, "actor": nil}
	if a.Name != "" {
		args["actor"] = a.Name
	}
	return args
}

// Add adds an entry of whoever makes the changes of a context.
func Add(ctx context.Context, db postgres.Querier, e Entry) error {
	a, err := ActorOf(ctx)
	if err != nil {
		return err
	}
	args := a.Args()
	args["entity"], args["entity_id"], args["action"], args["reason"] = e.Entity, e.ID, e.Action, e.Reason
	for name, members := range map[string]any{"was": e.Was, "became": e.Is} {
		if args[name], err = object(members); err != nil {
			return fmt.Errorf("encode an entry of the history: %w", err)
		}
	}
	if _, err := postgres.Exec(ctx, db, addQuery, args); err != nil {
		return fmt.Errorf("add to the history of %s %s: %w", e.Entity, e.ID, err)
	}
	return nil
}

// object returns a JSON object as text; nil for nil.
func object(members any) (*string, error) {
	if members == nil {
		return nil, nil
	}
	b, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	if text := string(b); text != "null" {
		return &text, nil
	}
	return nil, nil
}

// Differing returns the members of two states of something that differ, as they were and as they are.
func Differing(before, after any) (was, is Members, err error) {
	if was, err = membersOf(before); err != nil {
		return nil, nil, err
	}
	if is, err = membersOf(after); err != nil {
		return nil, nil, err
	}
	same := func(name string, value json.RawMessage) bool { return bytes.Equal(value, is[name]) }
	equal := maps.Clone(was)
	maps.DeleteFunc(equal, func(name string, value json.RawMessage) bool { return !same(name, value) })
	for name := range equal {
		delete(was, name)
		delete(is, name)
	}
	return was, is, nil
}

func membersOf(state any) (members Members, err error) {
	b, err := json.Marshal(state)
	if err == nil {
		err = json.Unmarshal(b, &members)
	}
	if err != nil {
		return nil, fmt.Errorf("encode a state: %w", err)
	}
	return members, nil
}

// Only returns the members with names.
func (m Members) Only(names []string) Members {
	out := Members{}
	for _, name := range names {
		if value, ok := m[name]; ok {
			out[name] = value
		}
	}
	return out
}
