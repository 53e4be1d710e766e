package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/openid"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

// toComeBack is the kind of the challenge of a provider.
const toComeBack = "come back from a provider"

// callbackPath is where a provider sends a browser back to, below the API's base.
const callbackPath = "/sign-in/oidc/callback"

var errNoProvider = httpapi.NotFound("There is no provider of OpenID Connect here")

func (p *People) callback(r *http.Request) string { return httpapi.BaseURL(r) + p.Base + callbackPath }

// beginProvider sends a browser to the provider.
func (p *People) beginProvider(w http.ResponseWriter, r *http.Request) error {
	address, err := p.addressAtProvider(w, r, "")
	if err != nil {
		return err
	}
	return redirect(w, address)
}

// beginIdentity says where a browser goes so that somebody who is signed in can sign in by the provider from then on.
func (p *People) beginIdentity(w http.ResponseWriter, r *http.Request) error {
	found, err := p.confirmed(w, r)
	if err != nil {
		return err
	}
	address, err := p.addressAtProvider(w, r, found.ID.String())
	if err != nil {
		return err
	}
	return respond(w, http.StatusOK, struct {
		Address string `json:"address"`
	}{address})
}

func (p *People) addressAtProvider(w http.ResponseWriter, r *http.Request, account string) (string, error) {
	if p.Provider == nil {
		return "", errNoProvider
	}
	if err := p.mayTry(r, ""); err != nil {
		return "", err
	}
	address, challenge, err := p.Provider.Begin(r.Context(), p.callback(r))
	if err != nil {
		return "", httpapi.Unavailable("The provider of OpenID Connect does not answer", err)
	}
	challenge.Account = account
	return address, p.challenge(w, r, toComeBack, challenge)
}

func redirect(w http.ResponseWriter, address string) error {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Location", address)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// endProvider takes a browser back from the provider: to its account, or to the page of signing in, which says that it did not work.
func (p *People) endProvider(w http.ResponseWriter, r *http.Request) error {
	if p.Provider == nil {
		return errNoProvider
	}
	if err := p.mayTry(r, ""); err != nil {
		return err
	}
	a, err := p.fromProvider(w, r)
	var wrong *httpapi.Error
	switch {
	case err == nil:
	case errors.Is(err, openid.ErrRefused), errors.As(err, &wrong) && wrong.Status == http.StatusConflict:
		p.Log.WarnContext(r.Context(), "a sign-in failed", "method", sessions.ByProvider, "error", err)
		return redirect(w, httpapi.BaseURL(r)+"/sign-in?failed=1")
	default:
		return err
	}
	if err := p.start(w, r, a, sessions.ByProvider); err != nil {
		return err
	}
	return redirect(w, httpapi.BaseURL(r)+"/account")
}

// fromProvider returns the account of whoever comes back. The error wraps openid.ErrRefused where they may not sign in.
func (p *People) fromProvider(w http.ResponseWriter, r *http.Request) (a accounts.Account, err error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return a, openid.ErrRefused
	}
	var challenge openid.Challenge
	if err := p.answered(w, r, toComeBack, &challenge); err != nil {
		return a, err
	}
	who, err := p.Provider.Finish(r.Context(), p.callback(r), challenge, query)
	if err != nil && !errors.Is(err, openid.ErrRefused) {
		err = httpapi.Unavailable("The provider of OpenID Connect does not answer", err)
	}
	if err != nil {
		return a, err
	}
	if challenge.Account != "" {
		id, err := uuid.Parse(challenge.Account)
		if err != nil {
			return a, err
		}
		err = postgres.Transaction(r.Context(), p.DB, pgx.TxOptions{}, func(tx pgx.Tx) error {
			return accounts.AddIdentity(r.Context(), tx, id, who.Issuer, who.Subject)
		})
		if err != nil {
			return a, err
		}
	}
	a, err = accounts.OfIdentity(r.Context(), p.DB, who.Issuer, who.Subject)
	if errors.Is(err, accounts.ErrNone) && p.SignUp {
		a, err = p.signUp(r.Context(), who)
	}
	if errors.Is(err, accounts.ErrNone) || err == nil && a.DisabledAt != nil {
		return a, openid.ErrRefused
	}
	return a, err
}

// signUp makes an account for somebody whom a provider knows, as a reporter.
func (p *People) signUp(ctx context.Context, who openid.Identity) (a accounts.Account, err error) {
	name := who.Name
	if accounts.CheckName(name) != nil {
		name = strings.Map(printable, name)
		if n := utf8.RuneCountInString(name); n > accounts.MaxName || strings.TrimSpace(name) == "" {
			name = p.Provider.Host()
		}
	}
	id, err := uuid.NewV7()
	if err != nil {
		return a, fmt.Errorf("make an id: %w", err)
	}
	err = postgres.Transaction(ctx, p.DB, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := accounts.Add(ctx, tx, id, name, nil, accounts.Grant{Roles: []access.Role{access.Reporter}}, sessions.ByProvider); err != nil {
			return err
		}
		if err := accounts.AddIdentity(ctx, tx, id, who.Issuer, who.Subject); err != nil {
			return err
		}
		a, err = accounts.OfIdentity(ctx, tx, who.Issuer, who.Subject)
		return err
	})
	return a, err
}

// printable drops control characters.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}
