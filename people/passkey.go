package people

import (
	"errors"
	"net/http"

	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/challenges"
	"github.com/skeeter-surveillance/skeeter/people/passkeys"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

// Kinds of challenges.
const (
	toAddPasskey = "add a passkey"
	toSignIn     = "sign in with a passkey"
)

// challengeCookie names the challenge that a browser has to answer.
const challengeCookie = "skeeter_challenge"

func (p *People) listPasskeys(w http.ResponseWriter, r *http.Request) error {
	found, err := p.mySession(r)
	if err != nil {
		return err
	}
	all, err := passkeys.List(r.Context(), p.DB, found.ID)
	if err != nil {
		return err
	}
	return respond(w, http.StatusOK, struct {
		Passkeys []passkeys.Passkey `json:"passkeys"`
	}{append([]passkeys.Passkey{}, all...)})
}

// beginPasskey says what to ask a device for.
func (p *People) beginPasskey(w http.ResponseWriter, r *http.Request) error {
	found, err := p.confirmed(w, r)
	if err != nil {
		return err
	}
	options, session, err := passkeys.BeginAdding(r.Context(), p.DB, httpapi.BaseURL(r), found.Account)
	if err != nil {
		return impossible(err)
	}
	if err := p.challenge(w, r, toAddPasskey, session); err != nil {
		return err
	}
	return respond(w, http.StatusOK, options)
}

// impossible returns the answer to what can be no passkey here.
func impossible(err error) error {
	switch {
	case errors.Is(err, passkeys.ErrMany):
		return httpapi.Conflict("An account has at most 20 passkeys")
	case errors.Is(err, passkeys.ErrAddress):
		return httpapi.Conflict("Passkeys need the name of a host in the address of this server, and no address of a network")
	}
	return err
}

// challenge keeps what the answer is compared with, and gives the browser the cookie for it.
func (p *People) challenge(w http.ResponseWriter, r *http.Request, kind string, data any) error {
	secret, err := challenges.Add(r.Context(), p.DB, kind, data)
	if errors.Is(err, challenges.ErrFull) {
		return httpapi.Unavailable("Too many people sign in at a time; try again", err)
	}
	if err != nil {
		return err
	}
	http.SetCookie(w, sessions.Cookie(r, challengeCookie, secret, int(challenges.Life.Seconds())))
	return nil
}

// answered reads the challenge that a browser answers, which is then gone. The error is errNoChallenge without one.
func (p *People) answered(w http.ResponseWriter, r *http.Request, kind string, data any) error {
	secret := sessions.ValueOf(r, challengeCookie)
	if secret == "" {
		return errNoChallenge
	}
	http.SetCookie(w, sessions.Cookie(r, challengeCookie, "", -1))
	err := challenges.Take(r.Context(), p.DB, kind, secret, data)
	if errors.Is(err, challenges.ErrNone) {
		return errNoChallenge
	}
	return err
}

var errNoChallenge = httpapi.Conflict("This took too long, or was begun in another browser: begin again")

func (p *People) createPasskey(w http.ResponseWriter, r *http.Request) error {
	found, err := p.mySession(r)
	if err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	name := required(object, "name")
	object.Require("credential")
	answer := object.Raw("credential")
	if err := object.Err(); err != nil {
		return err
	}

	var session webauthn.SessionData
	if err := p.answered(w, r, toAddPasskey, &session); err != nil {
		return err
	}
	made, err := passkeys.Add(r.Context(), p.DB, httpapi.BaseURL(r), found.Account, session, name, answer)
	if errors.Is(err, passkeys.ErrRefused) {
		p.Log.WarnContext(r.Context(), "a passkey was refused", "account", found.ID, "error", err)
		return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body", "credential"}, Msg: passkeys.ErrRefused.Error(), Type: "not_allowed"})
	}
	if err != nil {
		return err
	}
	p.Log.InfoContext(r.Context(), "a passkey was added", "account", found.ID, "passkey", made.ID)
	return respond(w, http.StatusCreated, made)
}

func (p *People) deletePasskey(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "passkey_id", "passkey")
	if err != nil {
		return err
	}
	found, err := p.mySession(r)
	if err != nil {
		return err
	}
	err = passkeys.Remove(r.Context(), p.DB, found.ID, id)
	if errors.Is(err, passkeys.ErrNone) {
		return httpapi.NotFound("There is no such passkey")
	}
	if err != nil {
		return err
	}
	return done(w)
}

// beginPasskeySignIn says what to ask devices for. It is the same for everybody.
func (p *People) beginPasskeySignIn(w http.ResponseWriter, r *http.Request) error {
	if err := sessions.FromOwnPage(r); err != nil {
		return err
	}
	if err := p.mayTry(r, ""); err != nil {
		return err
	}
	options, session, err := passkeys.BeginSignIn(httpapi.BaseURL(r))
	if err != nil {
		return impossible(err)
	}
	if err := p.challenge(w, r, toSignIn, session); err != nil {
		return err
	}
	return respond(w, http.StatusOK, options)
}

func (p *People) createPasskeySession(w http.ResponseWriter, r *http.Request) error {
	if err := sessions.FromOwnPage(r); err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	object.Require("credential")
	answer := object.Raw("credential")
	if err := object.Err(); err != nil {
		return err
	}

	if err := p.mayTry(r, ""); err != nil {
		return err
	}
	var session webauthn.SessionData
	if err := p.answered(w, r, toSignIn, &session); err != nil {
		return err
	}
	a, err := passkeys.SignIn(r.Context(), p.DB, httpapi.BaseURL(r), session, answer)
	if errors.Is(err, passkeys.ErrRefused) {
		p.Log.WarnContext(r.Context(), "a sign-in failed", "method", sessions.ByPasskey, "error", err)
		return httpapi.Unauthorized("The passkey is not valid here")
	}
	if err != nil {
		return err
	}
	return p.signIn(w, r, a, sessions.ByPasskey)
}

// confirm returns an error unless a password is that of an account. The field is the one that has it.
func (p *People) confirm(r *http.Request, a accounts.Account, password, field string) error {
	wrong := httpapi.Invalid(httpapi.FieldError{Loc: []string{"body", field}, Msg: "The present password is needed, and this is not it", Type: "not_allowed"})
	if a.Login == nil || password == "" {
		return wrong
	}
	if err := p.mayTry(r, *a.Login); err != nil {
		return err
	}
	_, err := p.verified(r.Context(), *a.Login, password)
	if errors.Is(err, errWrong) {
		return wrong
	}
	return err
}
