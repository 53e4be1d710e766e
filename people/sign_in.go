package people

import (
	"context"
	"errors"
	"net/http"
	"net/netip"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/passwords"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

// Rates of tries to sign in, to accept an invitation and to change a password. A client may be the office of a programme.
var (
	ratePerClient = limits.Rate{PerSecond: 0.2, Burst: 50}
	ratePerLogin  = limits.Rate{PerSecond: 1. / 30, Burst: 20}
)

// errWrong is the one answer to a sign-in that fails, whatever is wrong with it.
var errWrong = httpapi.Unauthorized("The login or the password is wrong")

// createSession signs a browser in with a password.
func (p *People) createSession(w http.ResponseWriter, r *http.Request) error {
	if err := sessions.FromOwnPage(r); err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	object.Require("login", "password")
	login, password := text(object, "login", accounts.MaxLogin), text(object, "password", passwords.MaxLength)
	if err := object.Err(); err != nil {
		return err
	}

	if err := p.mayTry(r, login); err != nil {
		return err
	}
	a, err := p.verified(r.Context(), login, password)
	if err != nil {
		return err
	}
	return p.signIn(w, r, a, sessions.ByPassword)
}

// try is a login that a client tries. Another client has tries of its own, so nobody can keep a person out by failing with their login.
type try struct {
	client netip.Prefix
	login  string
}

// mayTry counts a try of a client, and of a login by it where one is tried. The error is 429.
func (p *People) mayTry(r *http.Request, login string) error {
	now, client := p.now(), httpapi.ClientOf(r, p.TrustedProxies)
	wait := p.byClient.Take(client, now)
	if login != "" {
		wait = max(wait, p.byLogin.Take(try{client, loginKey(login)}, now))
	}
	if wait > 0 {
		return httpapi.TooManyRequests("Too many tries to sign in; try again later", wait)
	}
	return nil
}

// loginKey is what tries of a login are counted by.
func loginKey(login string) string {
	if parsed, err := accounts.ParseLogin(login); err == nil {
		return parsed
	}
	return "" // there is no such login
}

// verified returns the account with a login and a password. The error is 401 for a wrong one, after the same work.
func (p *People) verified(ctx context.Context, login, password string) (accounts.Account, error) {
	known, err := accounts.Find(ctx, p.DB, login)
	if err != nil && !errors.Is(err, accounts.ErrNone) {
		return accounts.Account{}, err
	}
	same, stale, err := p.hasher.Verify(ctx, known.Hash, password)
	if err != nil {
		return accounts.Account{}, busy(err)
	}
	if !same || known.DisabledAt != nil {
		p.Log.WarnContext(ctx, "a sign-in failed", "account", known.ID, "method", sessions.ByPassword)
		return accounts.Account{}, errWrong
	}
	if stale {
		if hash, err := p.hasher.Hash(ctx, password); err != nil {
			p.Log.WarnContext(ctx, "a password could not be hashed anew", "error", err)
		} else if err := accounts.Rehash(ctx, p.DB, known.ID, known.Hash, hash); err != nil {
			p.Log.WarnContext(ctx, "a password could not be hashed anew", "error", err)
		}
	}
	return known.Account, nil
}

// signIn starts a session, gives it to the browser and says who is signed in.
func (p *People) signIn(w http.ResponseWriter, r *http.Request, a accounts.Account, method string) error {
	if err := p.start(w, r, a, method); err != nil {
		return err
	}
	return p.sayMe(w, r, a.Visitor())
}

func (p *People) start(w http.ResponseWriter, r *http.Request, a accounts.Account, method string) error {
	secret, err := sessions.Start(r.Context(), p.DB, a.ID, method, r.UserAgent(), sessions.Of(r))
	if err != nil {
		return err
	}
	p.Log.InfoContext(r.Context(), "signed in", "account", a.ID, "method", method)
	sessions.Set(w, r, secret)
	return nil
}

// deleteSession signs a browser out.
func (p *People) deleteSession(w http.ResponseWriter, r *http.Request) error {
	if err := sessions.FromOwnPage(r); err != nil {
		return err
	}
	if secret := sessions.Of(r); secret != "" {
		if err := sessions.End(r.Context(), p.DB, secret); err != nil {
			return err
		}
		sessions.Clear(w, r)
	}
	return done(w)
}

// hash returns the hash of a password that somebody chooses. The error is 503 where too many are hashed.
func (p *People) hash(ctx context.Context, password string) (string, error) {
	hash, err := p.hasher.Hash(ctx, password)
	return hash, busy(err)
}

func busy(err error) error {
	if errors.Is(err, passwords.ErrBusy) {
		return httpapi.Busy(limits.BusySignIn, "Too many people sign in at a time; try again")
	}
	return err
}
