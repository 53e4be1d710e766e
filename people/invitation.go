package people

import (
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/invitations"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

func (p *People) listInvitations(w http.ResponseWriter, r *http.Request) error {
	all, err := invitations.List(r.Context(), p.DB)
	if err != nil {
		return err
	}
	if all == nil {
		all = []invitations.Invitation{}
	}
	return respond(w, http.StatusOK, struct {
		Invitations []invitations.Invitation `json:"invitations"`
	}{all})
}

// madeInvitation is an invitation with its link, which is shown once.
type madeInvitation struct {
	invitations.Invitation
	Link string `json:"link"`
}

// createInvitation makes a link for a new account, or for a new password of one.
func (p *People) createInvitation(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	days := invitations.DefaultDays
	if n := object.Int("days", 1, invitations.MaxDays); n != nil {
		days = *n
	}
	account := object.UUID("account_id")
	var name string
	var grant accounts.Grant
	if account == nil {
		name = required(object, "name")
		given := readGrant(object)
		if given.apply(&grant); grant.Check() != nil {
			object.Fail("roles", "not_allowed", grant.Check().Error())
		} else if err := p.checkLimits(r, given); err != nil {
			return err
		}
	}
	if err := object.Err(); err != nil {
		return err
	}

	i, secret, err := p.invite(r, account, name, grant, days)
	if err != nil {
		return err
	}
	return respond(w, http.StatusCreated, madeInvitation{i, httpapi.BaseURL(r) + invitations.Path(secret)})
}

func (p *People) invite(r *http.Request, account *uuid.UUID, name string, grant accounts.Grant, days int) (i invitations.Invitation, secret string, err error) {
	if account != nil {
		a, err := accounts.Get(r.Context(), p.DB, *account)
		if err != nil {
			return i, "", refused(err)
		}
		name, grant = a.Name, a.Grant
	}
	i, secret, err = invitations.Add(r.Context(), p.DB, account, name, grant, time.Now().AddDate(0, 0, days))
	if err == nil {
		p.Log.InfoContext(r.Context(), "an invitation was made", "invitation", i.ID, "roles", i.Roles, "account", i.Account)
	}
	return i, secret, err
}

func (p *People) deleteInvitation(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "invitation_id", "invitation")
	if err != nil {
		return err
	}
	if err := invitations.Withdraw(r.Context(), p.DB, id); err != nil {
		return gone(err)
	}
	return done(w)
}

// gone returns the answer to an invitation that there is none of.
func gone(err error) error {
	if errors.Is(err, invitations.ErrNone) {
		return httpapi.NotFound("The invitation is unknown, was used, or is over")
	}
	return err
}

// shownInvitation is what the page of a link says.
type shownInvitation struct {
	Name      string        `json:"name"`
	Login     *string       `json:"login"` // of the account that gets a new password; null: a new account
	Roles     []access.Role `json:"roles"`
	ExpiresAt time.Time     `json:"expires_at"`
}

// readInvitation shows an invitation to whoever has its secret. It is a POST, because addresses are logged.
func (p *People) readInvitation(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	secret := required(object, "secret")
	if err := object.Err(); err != nil {
		return err
	}
	i, err := p.waiting(r, secret)
	if err != nil {
		return err
	}
	return respond(w, http.StatusOK, shownInvitation{Name: i.Name, Login: i.Login, Roles: i.Roles, ExpiresAt: i.ExpiresAt})
}

func (p *People) waiting(r *http.Request, secret string) (invitations.Waiting, error) {
	if err := p.mayTry(r, ""); err != nil {
		return invitations.Waiting{}, err
	}
	i, err := invitations.Find(r.Context(), p.DB, secret)
	return i, gone(err)
}

// acceptInvitation makes the account, or sets its new password, and signs the browser in.
func (p *People) acceptInvitation(w http.ResponseWriter, r *http.Request) error {
	if err := sessions.FromOwnPage(r); err != nil {
		return err
	}
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	secret := required(object, "secret")
	answer := invitations.Answer{Login: text(object, "login", accounts.MaxLogin), Name: text(object, "name", accounts.MaxName)}
	object.Require("password")
	password := newPassword(object, answer.Login, answer.Name)
	if err := object.Err(); err != nil {
		return err
	}

	i, err := p.waiting(r, secret)
	if err != nil {
		return err
	}
	if answer.Name == "" {
		answer.Name = i.Name
	}
	if i.Account == nil {
		object.Require("login")
		if answer.Login, err = accounts.ParseLogin(answer.Login); err != nil {
			object.Fail("login", "not_allowed", err.Error())
		}
		if err := accounts.CheckName(answer.Name); err != nil {
			object.Fail("name", "invalid_text", err.Error())
		}
		if err := object.Err(); err != nil {
			return err
		}
	}
	if answer.Hash, err = p.hash(r.Context(), password); err != nil {
		return err
	}
	a, err := invitations.Accept(r.Context(), p.DB, secret, answer)
	if errors.Is(err, accounts.ErrLoginTaken) {
		return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body", "login"}, Msg: err.Error(), Type: "taken"})
	}
	if err != nil {
		return gone(err)
	}
	return p.signIn(w, r, a, sessions.ByInvitation)
}
