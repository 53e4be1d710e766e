package people

import (
	"errors"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/passwords"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

// freshSession is how old a session may be that needs no password for what confirmed guards.
const freshSession = 15 * time.Minute

// me says who sends a request, and what they may do.
type me struct {
	Name    *string          `json:"name"`    // of the account or the token; null for nobody known
	Account *accounts.Listed `json:"account"` // null: nobody is signed in
	Local   bool             `json:"local"`   // whoever sits at the machine
	Rights  []access.Right   `json:"rights"`
	// Provider is the host of the provider of OpenID Connect; null without one.
	Provider *string `json:"provider"`
}

func (p *People) getMe(w http.ResponseWriter, r *http.Request) error {
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}
	return p.sayMe(w, r, v)
}

func (p *People) sayMe(w http.ResponseWriter, r *http.Request, v access.Visitor) error {
	answer := me{Local: v.Local, Rights: []access.Right{}}
	if v.Name != "" {
		answer.Name = &v.Name
	}
	if p.Provider != nil {
		answer.Provider = new(p.Provider.Host())
	}
	for _, right := range access.Scopes {
		if v.May(right) {
			answer.Rights = append(answer.Rights, right)
		}
	}
	if v.May(access.Report) {
		answer.Rights = append(answer.Rights, access.Report)
	}
	if v.SignedIn() {
		a, err := accounts.Show(r.Context(), p.DB, v.Account)
		if err != nil {
			return err
		}
		answer.Account = &a
	}
	return respond(w, http.StatusOK, answer)
}

// updateMe changes one's own name or password. A new password ends all sessions but gives this browser a new one.
func (p *People) updateMe(w http.ResponseWriter, r *http.Request) error {
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}
	a, err := accounts.Show(r.Context(), p.DB, v.Account)
	if err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	name, old := text(object, "name", accounts.MaxName), text(object, "old_password", passwords.MaxLength)
	if name == "" {
		name = a.Name
	} else if err := accounts.CheckName(name); err != nil {
		object.Fail("name", "invalid_text", err.Error())
	}
	password := newPassword(object, login(a), name)
	if password != "" {
		object.Require("old_password")
		if !a.Password || a.Login == nil {
			object.Fail("password", "not_allowed", "the account has no password: ask an administrator for a link to choose one")
		}
	}
	if err := object.Err(); err != nil {
		return err
	}

	if password != "" {
		if err := p.changePassword(w, r, a, old, password); err != nil {
			return err
		}
	}
	changed, err := accounts.Change(r.Context(), p.DB, a.ID, func(a *accounts.Account) error {
		a.Name = name
		return nil
	})
	if err != nil {
		return err
	}
	return p.sayMe(w, r, changed.Visitor())
}

func (p *People) changePassword(w http.ResponseWriter, r *http.Request, a accounts.Listed, old, password string) error {
	if err := p.confirm(r, a.Account, old, "old_password"); err != nil {
		return err
	}
	hash, err := p.hash(r.Context(), password)
	if err != nil {
		return err
	}
	if err := accounts.ChangePassword(r.Context(), p.DB, a.ID, hash); err != nil {
		return err
	}
	return p.start(w, r, a.Account, sessions.ByPassword)
}

// login returns the login of an account; "" for none.
func login(a accounts.Listed) string {
	if a.Login == nil {
		return ""
	}
	return *a.Login
}

// mySession is a session, and whether the request is from it.
type mySession struct {
	sessions.Session
	Current bool `json:"current"`
}

// mySession returns the session of a request that the policy let through. It may have ended since.
func (p *People) mySession(r *http.Request) (sessions.Found, error) {
	found, err := p.session(r)
	if errors.Is(err, sessions.ErrNone) {
		err = access.Refusal(access.Visitor{}, access.Own)
	}
	return found, err
}

// confirmed returns the session of a person who adds a way to sign in, or has the account erased. The body names the password, unless
// the person has just signed in: whoever finds an open browser cannot make the account their own.
func (p *People) confirmed(w http.ResponseWriter, r *http.Request) (found sessions.Found, err error) {
	if found, err = p.mySession(r); err != nil {
		return found, err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return found, err
	}
	password := text(object, "password", passwords.MaxLength)
	if err := object.Err(); err != nil {
		return found, err
	}
	if password == "" && time.Since(found.SignedInAt) <= freshSession {
		return found, nil
	}
	return found, p.confirm(r, found.Account, password, "password")
}

func (p *People) listMySessions(w http.ResponseWriter, r *http.Request) error {
	found, err := p.mySession(r)
	if err != nil {
		return err
	}
	all, err := sessions.List(r.Context(), p.DB, found.ID)
	if err != nil {
		return err
	}
	answer := struct {
		Sessions []mySession `json:"sessions"`
	}{[]mySession{}}
	for _, s := range all {
		answer.Sessions = append(answer.Sessions, mySession{s, s.ID == found.Session})
	}
	return respond(w, http.StatusOK, answer)
}

// endMySessions signs a person out everywhere but in this browser.
func (p *People) endMySessions(w http.ResponseWriter, r *http.Request) error {
	found, err := p.mySession(r)
	if err != nil {
		return err
	}
	if err := accounts.EndSessions(r.Context(), p.DB, found.ID, &found.Session); err != nil {
		return err
	}
	return done(w)
}
