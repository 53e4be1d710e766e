// Package access says who may do what. Policy names the right that each operation needs, and Guard asks for it before the operation runs.
// The package knows no database: package people finds who sends a request. It imports internal/httpapi.
package access

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Right is what an operation needs. Rights but Report, OwnRecord, Change, Import, Public, Personal and Own are the scopes of tokens.
type Right string

const (
	Public            Right = "public"              // for everybody, whoever asks
	Personal          Right = "personal"            // for everybody, with more for those who may see more
	Own               Right = "account"             // for people who are signed in, about their own account
	Report            Right = "observations:report" // to make new records, one by one
	OwnRecord         Right = "observations:own"    // a record of one's own: the operation asks whose it is; for those who write or review records, too
	WriteObservations Right = "observations:write"
	Change            Right = "observations:write or review" // to change records; with review alone, their status
	WriteEvents       Right = "events:write"                 // sampling events and pools
	WriteSources      Right = "sources:write"
	Import            Right = "imports" // files: for those with WriteSources of any data source, for those who write all records of some, of these
	WriteAlerts       Right = "alerts:write"
	Review            Right = "review"
	Admin             Right = "admin"
)

// Scopes are the rights that a token may have.
var Scopes = []Right{WriteObservations, WriteEvents, Review, WriteSources, WriteAlerts, Admin}

// OfOneSource are the scopes that may be bound to one data source.
var OfOneSource = []Right{WriteObservations, WriteEvents}

// Join lists rights with commas between them.
func Join(rights []Right) string {
	texts := make([]string, len(rights))
	for i, r := range rights {
		texts[i] = string(r)
	}
	return strings.Join(texts, ", ")
}

// Visitor is who sends a request. The zero Visitor is somebody unknown who may do nothing.
type Visitor struct {
	Name    string // of the token or the account; "" for nobody known
	Rights  []Right
	Account uuid.UUID // of who is signed in; zero: nobody is
	Maker   uuid.UUID // account that made the token; zero: not known
	Roles   []Role    // of the account
	Local   bool      // whoever sits at the machine
	Waits   bool      // new records wait until a reviewer confirms them
	Receipt string    // of a record that the request is about, unchecked; "" for none
	// Limits of the rights; none is no limit.
	Sources   []string // ids of the data sources whose records may be written
	Taxa      []string // names of the taxa whose records may be reviewed
	Countries []string // ids of the countries whose records may be reviewed
}

// ReceiptHeader carries the secret of an anonymous report. It stands in no address, so in no log.
const ReceiptHeader = "Skeeter-Receipt"

// Anonymous reports whether nothing but a receipt can tell later which records are the visitor's: the request names no token and no
// account, and does not come from the machine itself.
func (v Visitor) Anonymous() bool {
	return v.Name == "" && v.Account == uuid.Nil && !v.May(WriteObservations)
}

// May reports whether a visitor has a right. Who may write records may report, who may write or review them
// may change them, and administrators may do everything.
func (v Visitor) May(right Right) bool {
	if right == Own {
		return v.SignedIn()
	}
	return right == Public || right == Personal || slices.Contains(v.Rights, right) || slices.Contains(v.Rights, Admin) ||
		(right == Report || right == Change) && slices.Contains(v.Rights, WriteObservations) || right == Change && slices.Contains(v.Rights, Review) ||
		right == OwnRecord && v.mayOwn() || right == Import && v.mayImport()
}

func (v Visitor) mayImport() bool {
	ofSome := len(v.Sources) > 0 && slices.Contains(v.Rights, WriteObservations) && slices.Contains(v.Rights, WriteEvents)
	return ofSome || slices.Contains(v.Rights, WriteSources)
}

func (v Visitor) mayOwn() bool {
	return v.Receipt != "" || v.SignedIn() || slices.Contains(v.Rights, WriteObservations) || slices.Contains(v.Rights, Review)
}

// SignedIn reports whether the visitor is a person with an account.
func (v Visitor) SignedIn() bool { return v.Account != uuid.UUID{} }

// Person returns the account of who is behind a request: signed in, or by a token that the account made. It is zero where that is not known.
func (v Visitor) Person() uuid.UUID { return cmp.Or(v.Account, v.Maker) }

// CheckSource returns 403 where the visitor may not write a record of a data source; "" is none.
func (v Visitor) CheckSource(id string) error {
	if len(v.Sources) == 0 || slices.Contains(v.Sources, id) {
		return nil
	}
	return httpapi.Forbidden("You may write records of these data sources alone: " + strings.Join(v.Sources, ", "))
}

// Private returns the private data sources whose records a visitor may read, which are those whose records the visitor may write: all, or some.
func (v Visitor) Private() (all bool, ids []string) {
	if !v.May(WriteObservations) && !v.May(WriteEvents) {
		return false, nil
	}
	return len(v.Sources) == 0, v.Sources
}

// MayRead reports whether Private names a data source.
func (v Visitor) MayRead(source string) bool {
	all, ids := v.Private()
	return all || slices.Contains(ids, source)
}

// OnlySource returns the data source that all new records of the visitor are of; "" where there is no such one.
func (v Visitor) OnlySource() string {
	if len(v.Sources) != 1 {
		return ""
	}
	return v.Sources[0]
}

type visitKey struct{}

// With returns a context for Of. find runs once, when somebody asks.
func With(ctx context.Context, find func() (Visitor, error)) context.Context {
	return context.WithValue(ctx, visitKey{}, sync.OnceValues(find))
}

type readingKey struct{}

// IsReading reports whether the request with a context is one that everybody may make, and whose answer shows some people more.
func IsReading(ctx context.Context) bool { return ctx.Value(readingKey{}) != nil }

// Asked reports whether a context is that of a request whose visitor can be found.
func Asked(ctx context.Context) bool { return ctx.Value(visitKey{}) != nil }

// Of returns who sent the request of a context; the zero Visitor where nobody asked. The error is that of the database, or 401 for a token
// that is not valid.
func Of(ctx context.Context) (Visitor, error) {
	find, ok := ctx.Value(visitKey{}).(func() (Visitor, error))
	if !ok {
		return Visitor{}, nil
	}
	return find()
}
