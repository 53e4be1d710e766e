package observe

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/secret"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var ownsQuery = sql.Get("observe/owns.sql")

// receiptPrefix begins every receipt, so that people know what it is.
const receiptPrefix = "receipt_"

// isOf reports whether a record is of the visitor's account.
func (r record) isOf(v access.Visitor) bool {
	return r.Account != nil && *r.Account == v.Account && v.Account != uuid.Nil
}

// isMadeBy reports whether a record is of the person behind the visitor, who is no second one, by whatever way.
func (r record) isMadeBy(v access.Visitor) bool {
	return r.Account != nil && *r.Account == v.Person()
}

// owns reports whether a record is the visitor's: it is of the visitor's account, or the request brings its receipt.
func (s store) owns(ctx context.Context, db postgres.Querier, v access.Visitor, rec record) (owns bool, err error) {
	if rec.isOf(v) {
		return true, nil
	}
	if v.Receipt == "" {
		return false, nil
	}
	args := pgx.StrictNamedArgs{"hash": secret.Hash(v.Receipt), "id": rec.ID}
	if err := db.QueryRow(ctx, ownsQuery.String(), args).Scan(&owns); err != nil {
		return false, fmt.Errorf("look for the receipt of observation %s: %w", rec.ID, err)
	}
	return owns, nil
}

// reviews reports whether a visitor reviews a record: some do so for some taxa and countries.
func reviews(v access.Visitor, rec record, names *surveillance.Names) bool {
	return v.May(access.Review) && rec.reviewedBy(v, names)
}

// errOtherReviewer refuses the review of a record that everybody sees to somebody who reviews others.
var errOtherReviewer = httpapi.Forbidden("You review records of other taxa or countries than this one")

// sees returns 404 for a record that is not public, unless the visitor made it or reviews it.
func (s store) sees(ctx context.Context, db postgres.Querier, rec record, names *surveillance.Names) error {
	if rec.Publication == public {
		return nil
	}
	v, err := access.Of(ctx)
	var e *httpapi.Error
	if errors.As(err, &e) && e.Status == http.StatusUnauthorized {
		return errNoRecord // a token that is not valid finds out nothing
	}
	if err != nil || reviews(v, rec, names) {
		return err
	}
	owns, err := s.owns(ctx, db, v, rec)
	if err == nil && !owns {
		err = errNoRecord
	}
	return err
}

// editor is what a request may do with a record.
type editor struct {
	access.Visitor
	own    bool // the visitor made the record
	writes bool // the visitor may write it, whoever made it
}

// owner reports whether the visitor made the record, and has no other right to it.
func (e editor) owner() bool { return e.own && !e.writes }

// editorOf returns what a request may do with a record; the error is its refusal. Who may write records may do so with those of others. Who
// reviews them does not change their own in that way.
func (s store) editorOf(ctx context.Context, db postgres.Querier, rec record, names *surveillance.Names) (editor, error) {
	v, err := access.Of(ctx)
	if err != nil {
		return editor{}, err
	}
	own, err := s.owns(ctx, db, v, rec)
	if err != nil {
		return editor{}, err
	}
	visible := rec.Publication == public || reviews(v, rec, names)
	e := editor{v, own, visible && rec.mayBeWritten(v) == nil}
	switch {
	case e.own || e.writes || reviews(v, rec, names):
		return e, nil
	case !visible:
		return e, errNoRecord
	case v.Receipt != "" && v.Name == "":
		return e, httpapi.Forbidden("The receipt is not that of this observation")
	case v.May(access.Review) && !v.May(access.WriteObservations):
		return e, errOtherReviewer
	default:
		return e, rec.mayBeWritten(v)
	}
}
