package people

import (
	"errors"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
)

func (p *People) listAccounts(w http.ResponseWriter, r *http.Request) error {
	all, err := accounts.List(r.Context(), p.DB)
	if err != nil {
		return err
	}
	if all == nil {
		all = []accounts.Listed{}
	}
	return respond(w, http.StatusOK, struct {
		Accounts []accounts.Listed `json:"accounts"`
	}{all})
}

// updateAccount changes what a person is called, may do, and whether the person may sign in.
func (p *People) updateAccount(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "account_id", "account")
	if err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	name, grant := object.Text("name", accounts.MaxName), readGrant(object)
	disabled := flag(object, "disabled")
	if err := errors.Join(object.Err(), p.checkLimits(r, grant)); err != nil {
		return err
	}
	_, err = accounts.Change(r.Context(), p.DB, id, func(a *accounts.Account) error {
		if name != nil {
			a.Name = *name
		}
		grant.apply(&a.Grant)
		if disabled != nil {
			a.Disable(*disabled, time.Now())
		}
		if err := accounts.CheckName(a.Name); err != nil {
			object.Fail("name", "invalid_text", err.Error())
		}
		if err := a.Check(); err != nil {
			object.Fail("roles", "not_allowed", err.Error())
		}
		return object.Err()
	})
	if err != nil {
		return refused(err)
	}
	a, err := accounts.Show(r.Context(), p.DB, id)
	if err != nil {
		return refused(err)
	}
	p.Log.InfoContext(r.Context(), "an account was changed", "account", id, "roles", a.Roles, "disabled", a.DisabledAt != nil)
	return respond(w, http.StatusOK, a)
}

// endAccountSessions signs a person out everywhere.
func (p *People) endAccountSessions(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "account_id", "account")
	if err != nil {
		return err
	}
	if err := accounts.SignOut(r.Context(), p.DB, id); err != nil {
		return refused(err)
	}
	return done(w)
}

// refused returns the answer to what package accounts refuses.
func refused(err error) error {
	switch {
	case errors.Is(err, accounts.ErrNone):
		return httpapi.NotFound("There is no such account")
	case errors.Is(err, accounts.ErrLast):
		return httpapi.Conflict("This is the last administrator: make another one first")
	}
	return err
}
