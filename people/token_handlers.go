package people

import (
	"errors"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
)

// maxSource is the longest name of a data source in characters.
const maxSource = 500

func (p *People) listTokens(w http.ResponseWriter, r *http.Request) error {
	all, err := ListTokens(r.Context(), p.DB)
	if err != nil {
		return err
	}
	if all == nil {
		all = []Token{}
	}
	return respond(w, http.StatusOK, struct {
		Tokens []Token `json:"tokens"`
	}{all})
}

// madeToken is a token with its secret, which is shown once.
type madeToken struct {
	Token
	Secret string `json:"secret"`
}

func (p *People) createToken(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	wanted := NewToken{Name: required(object, "name"), Source: text(object, "source", maxSource)}
	object.Require("scopes")
	if scopes := texts[access.Right](object, "scopes"); scopes != nil {
		wanted.Scopes = *scopes
	}
	if end := text(object, "expires_at", len(time.RFC3339Nano)); end != "" {
		at, err := time.Parse(time.RFC3339, end)
		if err != nil {
			object.Fail("expires_at", "not_a_time", "expires_at must be a time by RFC 3339")
		}
		wanted.Expires = &at
	}
	if err := object.Err(); err != nil {
		return err
	}
	if err := wanted.Check(time.Now()); err != nil {
		return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body"}, Msg: err.Error(), Type: "not_allowed"})
	}

	t, secret, err := AddToken(r.Context(), p.DB, wanted, time.Now())
	if unknown := (accounts.UnknownLimitError{}); errors.As(err, &unknown) {
		return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body", "source"}, Msg: unknown.Error(), Type: "unknown"})
	}
	if err != nil {
		return err
	}
	p.Log.InfoContext(r.Context(), "a token was made", "token", t.ID, "scopes", t.Scopes)
	return respond(w, http.StatusCreated, madeToken{t, secret})
}

func (p *People) revokeToken(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "token_id", "token")
	if err != nil {
		return err
	}
	err = RevokeToken(r.Context(), p.DB, id)
	if errors.Is(err, ErrNoToken) {
		return httpapi.NotFound("There is no such token")
	}
	if err != nil {
		return err
	}
	p.Log.InfoContext(r.Context(), "a token was revoked", "token", id)
	return done(w)
}
