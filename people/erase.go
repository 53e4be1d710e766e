package people

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/people/erasures"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

// eraseMe takes the person who asks from the database. Their records stay, without them.
func (p *People) eraseMe(w http.ResponseWriter, r *http.Request) error {
	found, err := p.confirmed(w, r)
	if err != nil {
		return err
	}
	if err := erasures.Erase(r.Context(), p.DB, found.ID); err != nil {
		return refused(err)
	}
	p.Log.InfoContext(r.Context(), "a person erased their account")
	sessions.Clear(w, r)
	return done(w)
}

// eraseAccount takes a person from the database, for an administrator.
func (p *People) eraseAccount(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "account_id", "account")
	if err != nil {
		return err
	}
	if err := erasures.Erase(r.Context(), p.DB, id); err != nil {
		return refused(err)
	}
	p.Log.InfoContext(r.Context(), "an administrator erased an account")
	return done(w)
}
