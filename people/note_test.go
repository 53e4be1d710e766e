package people_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people/erasures"
)

// TestHistoryOfAccounts: what is done to an account is kept with who did it, and no login, secret or hash is.
func TestHistoryOfAccounts(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("root", access.Administrator)
	root := s.signedIn("root")
	secretOf := func(a answer) string {
		_, secret, _ := strings.Cut(a.want(201).get("link").(string), "#")
		return secret
	}
	invited := root.do("POST", "/invitations", object{"name": "Somebody Invited", "roles": []string{"reviewer"}})
	ada := invited.get("id").(string)
	secret := secretOf(invited)
	withdrawn := root.do("POST", "/invitations", object{"name": "Somebody Invited", "roles": []string{"reporter"}}).want(201).get("id").(string)
	root.do("DELETE", "/invitations/"+withdrawn, nil).want(204)
	root.do("DELETE", "/invitations/"+withdrawn, nil).want(404)

	b := s.browser()
	if id := b.do("POST", "/invitations/accept", object{"secret": secret, "login": "login.of.ada", "password": password, "name": "Ada Byron"}).want(200).get("account.id"); id != ada {
		t.Errorf("the account is %v, its invitation %s", id, ada)
	}
	b.do("PATCH", "/me", object{"name": "Ada King"}).want(200)
	b.do("PATCH", "/me", object{"name": "Ada King"}).want(200) // no entry: it is the same
	b.do("PATCH", "/me", object{"password": "another battery staple", "old_password": password}).want(200)
	d := newDevice()
	d.authenticator.Options.UserHandle = s.owner("login.of.ada")
	key := b.do("POST", "/me/passkeys", object{"name": "phone of Ada", "credential": d.add(t, b.do("POST", "/me/passkeys/options", object{}).want(200))}).want(201).get("id").(string)
	b.do("DELETE", "/me/passkeys/"+key, nil).want(204)
	b.do("DELETE", "/me/passkeys/"+key, nil).want(404)
	root.do("PATCH", "/accounts/"+ada, object{"roles": []string{"reporter", "curator"}, "disabled": true}).want(200)
	root.do("PATCH", "/accounts/"+ada, object{"disabled": false}).want(200)
	root.do("DELETE", "/accounts/"+ada+"/sessions", nil).want(204)
	root.do("DELETE", "/accounts/"+uuid.NewString()+"/sessions", nil).want(404)
	reset := secretOf(root.do("POST", "/invitations", object{"account_id": ada}))
	s.browser().do("POST", "/invitations/accept", object{"secret": reset, "password": "a third battery staple"}).want(200)
	root.do("PATCH", "/accounts/"+ada, object{"roles": []string{}}).want(422) // nor what was refused

	const entries = `select concat_ws(' ', h.action, coalesce(a.name, h.actor_kind), (h.was - 'expires_at')::text, (h.became - 'expires_at' - 'passkey' - 'invitation')::text)
		from history h left join accounts a on a.id::text = h.actor where h.entity = 'account' and h.entity_id = $1::text order by h.id`
	want := []string{
		`invited root {"taxa": [], "roles": ["reviewer"], "sources": [], "countries": []}`,
		`created Ada King {"by": "invitation", "name": "Ada Byron", "taxa": [], "roles": ["reviewer"], "sources": [], "disabled": false, "countries": []}`,
		`changed Ada King {"name": "Ada Byron"} {"name": "Ada King"}`, `password_changed Ada King`, `passkey_added Ada King {}`, `passkey_removed Ada King {}`,
		`changed root {"roles": ["reviewer"], "disabled": false} {"roles": ["reporter", "curator"], "disabled": true}`, `changed root {"disabled": true} {"disabled": false}`,
		`signed_out root`, `invited root {}`, `password_changed Ada King {}`,
	}
	if got := pgtest.Column[string](t, s.db, entries, ada); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the history is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := pgtest.Column[string](t, s.db, entries, withdrawn); len(got) != 2 || !strings.HasPrefix(got[1], "uninvited root") {
		t.Errorf("the history of an invitation is %q", got)
	}
	for _, text := range []string{"login.of.ada", "phone of Ada", "Somebody Invited", "argon2", password, secret, reset} {
		if n := pgtest.Value[int64](t, s.db, "select count(*) from history h where position($1 in to_jsonb(h)::text) > 0", text); n > 0 {
			t.Errorf("%s is in the history", text)
		}
	}

	root.do("DELETE", "/accounts/"+ada, nil).want(204)
	for _, text := range []string{"Ada Byron", "Ada King", ada} {
		if found := s.rowsWith(text); len(found) > 0 {
			t.Errorf("after erasing, %s is in %v", text, found)
		}
	}
	const left = `select count(*) from history where entity = 'account' and entity_id = 'erased' and (action <> 'changed' or became->>'name' = 'redacted' or became ? 'disabled')`
	if n := pgtest.Value[int](t, s.db, left); n != len(want)+1 {
		t.Errorf("%d entries are left of an account that was erased, want %d", n, len(want)+1)
	}
}

// TestErasureOfWhoWasInvited: a backup of before the invitation was accepted does not bring back who was erased since.
func TestErasureOfWhoWasInvited(t *testing.T) {
	t.Parallel()
	now, restored := newService(t), newService(t)
	ada := now.account("ada.login", access.Reporter)
	restored.exec("insert into invitations (id, hash, name, roles, expires_at) values ('" + ada + "', sha256('x'), 'Ada Byron', '{reporter}', now() + interval '1 day')")
	restored.exec("insert into history (entity, entity_id, action, actor_kind) values ('account', '" + ada + "', 'invited', 'command')")
	if err := erasures.Erase(t.Context(), now.db, uuid.MustParse(ada)); err != nil {
		t.Fatal(err)
	}
	if n, err := erasures.Carry(t.Context(), now.db, restored.db); n != 1 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	for _, text := range []string{"Ada Byron", ada} {
		if found := restored.rowsWith(text); len(found) > 0 {
			t.Errorf("%s is in %v", text, found)
		}
	}
}
