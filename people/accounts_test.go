package people_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
)

func TestInvitations(t *testing.T) {
	t.Parallel()
	s := newService(t)
	pgtest.Run(t, s.db, "insert into data_sources (id, name) values ('my-traps', 'My traps')")
	s.account("root", access.Administrator)
	admin := s.signedIn("root")
	made := admin.do("POST", "/invitations", object{"name": "Grace", "roles": []string{"curator", "reviewer"}, "countries": []string{"br"}, "sources": []string{"my-traps"}}).want(201)
	link, err := url.Parse(made.get("link").(string))
	if err != nil || !strings.HasPrefix(link.String(), origin+"/invitation#") || len(link.Fragment) < 43 {
		t.Fatalf("link %v, %v", link, err)
	}
	secret := link.Fragment
	if n := pgtest.Value[int](t, s.db, "select count(*) from invitations where invitations::text like '%' || $1 || '%'", secret); n != 0 {
		t.Error("the secret is stored")
	}
	listed := admin.do("GET", "/invitations", nil).want(200)
	if strings.Contains(listed.Body.String(), secret) || len(listed.get("invitations").([]any)) != 1 {
		t.Errorf("invitations: %s", listed.Body)
	}
	b := s.browser()
	if a := b.do("POST", "/invitations/read", object{"secret": secret}).want(200); a.get("name") != "Grace" || a.get("login") != nil {
		t.Errorf("shown: %s", a.Body)
	}
	for name, wrong := range map[string]object{
		"no login":          {"secret": secret, "password": password},
		"a login of others": {"secret": secret, "login": "ROOT", "password": password},
		"a wrong login":     {"secret": secret, "login": "<ada>", "password": password},
		"a short password":  {"secret": secret, "login": "grace", "password": "short"},
		"a common password": {"secret": secret, "login": "grace", "password": "Football1"},
		"the login":         {"secret": secret, "login": "gracehopper", "password": "GraceHopper"},
		"a NUL":             {"secret": secret, "login": "grace", "password": password, "name": "a\x00"},
		"another member":    {"secret": secret, "login": "grace", "password": password, "roles": []string{"administrator"}},
	} {
		if a := b.do("POST", "/invitations/accept", wrong); a.Code != 422 {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
	}
	b.do("POST", "/invitations/accept", object{"secret": secret + "x", "login": "grace", "password": password}).want(404)

	var wait sync.WaitGroup
	codes := make([]int, 4)
	for i := range codes {
		wait.Go(func() {
			codes[i] = s.browser().do("POST", "/invitations/accept", object{"secret": secret, "login": fmt.Sprintf("grace%d", i), "password": password}).Code
		})
	}
	wait.Wait()
	if n := pgtest.Value[int](t, s.db, "select count(*) from accounts where name = 'Grace'"); n != 1 {
		t.Errorf("one link made %d accounts: %v", n, codes)
	}
	login := pgtest.Value[string](t, s.db, "select login from accounts where name = 'Grace'")
	if a := s.signedIn(login).do("GET", "/me", nil).want(200); fmt.Sprint(a.get("account.roles")) != "[reviewer curator]" || fmt.Sprint(a.get("rights")) != "[observations:write events:write review observations:report]" {
		t.Errorf("the account: %s", a.Body)
	}
	b.do("POST", "/invitations/read", object{"secret": secret}).want(404)

	withdrawn := admin.do("POST", "/invitations", object{"name": "Eve", "roles": []string{"reporter"}}).want(201)
	admin.do("DELETE", "/invitations/"+withdrawn.get("id").(string), nil).want(204)
	admin.do("DELETE", "/invitations/"+withdrawn.get("id").(string), nil).want(404)
	over := admin.do("POST", "/invitations", object{"name": "Eve", "roles": []string{"reporter"}, "days": 1}).want(201)
	pgtest.Run(t, s.db, "update invitations set expires_at = now() where id = $1", over.get("id"))
	for _, a := range []answer{withdrawn, over} {
		_, secret, _ := strings.Cut(a.get("link").(string), "#")
		b.do("POST", "/invitations/accept", object{"secret": secret, "login": "eve", "password": password}).want(404)
	}
	for name, wrong := range map[string]object{
		"no name": {"roles": []string{"reporter"}}, "no role": {"name": "x"}, "an unknown role": {"name": "x", "roles": []string{"king"}}, "too long": {"name": "x", "roles": []string{"reporter"}, "days": 31},
		"an unknown source": {"name": "x", "roles": []string{"curator"}, "sources": []string{"nowhere"}},
	} {
		if a := admin.do("POST", "/invitations", wrong); a.Code != 422 {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
	}
}

func TestANewPasswordByLink(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("root", access.Administrator)
	id := s.account("ada", access.Reporter)
	admin, ada := s.signedIn("root"), s.signedIn("ada")
	made := admin.do("POST", "/invitations", object{"account_id": id}).want(201)
	_, secret, _ := strings.Cut(made.get("link").(string), "#")
	b := s.browser()
	if a := b.do("POST", "/invitations/read", object{"secret": secret}).want(200); a.get("login") != "ada" {
		t.Errorf("shown: %s", a.Body)
	}
	if a := b.do("POST", "/invitations/accept", object{"secret": secret, "password": "a new horse battery", "login": "other"}).want(200); a.get("account.id") != id || a.get("account.login") != "ada" {
		t.Errorf("accepted: %s", a.Body)
	}
	if a := ada.do("GET", "/me", nil).want(200); a.get("account") != nil {
		t.Error("the old sessions go on")
	}
	s.browser().do("POST", "/session", object{"login": "ada", "password": password}).want(401)
	s.browser().do("POST", "/session", object{"login": "ada", "password": "a new horse battery"}).want(200)
	admin.do("POST", "/invitations", object{"account_id": "00000000-0000-4000-8000-000000000000"}).want(404)
}

func TestRolesAndLimits(t *testing.T) {
	t.Parallel()
	s := newService(t)
	pgtest.Run(t, s.db, "insert into data_sources (id, name) values ('my-traps', 'My traps')")
	root := s.account("root", access.Administrator)
	id := s.account("ada", access.Reporter)
	admin, ada := s.signedIn("root"), s.signedIn("ada")
	rights := func() string { return fmt.Sprint(ada.do("GET", "/me", nil).want(200).get("rights")) }
	for _, c := range []struct {
		change object
		rights string
	}{
		{object{"roles": []string{"reporter"}}, "[observations:report]"},
		{object{"roles": []string{"reviewer"}}, "[review observations:report]"},
		{object{"roles": []string{"curator"}}, "[observations:write events:write sources:write observations:report]"},
		{object{"sources": []string{"my-traps"}}, "[observations:write events:write observations:report]"},
		{object{"roles": []string{"administrator"}}, "[observations:write events:write review sources:write alerts:write admin observations:report]"},
		{object{"roles": []string{"reporter"}, "sources": nil}, "[observations:report]"},
	} {
		a := admin.do("PATCH", "/accounts/"+id, c.change).want(200)
		if got := rights(); got != c.rights {
			t.Errorf("%v: %s, want %s: %s", c.change, got, c.rights, a.Body)
		}
	}
	for _, wrong := range []object{{"roles": []string{}}, {"roles": nil}, {"roles": []string{"king"}}, {"roles": "curator"}, {"roles": []any{nil}}, {"disabled": "yes"}, {"sources": []string{"nowhere"}}, {"mood": 1}, {"countries": []string{" "}}, {"countries": []string{"zz"}}, {"taxa": []string{"Aedes albopictuss"}}} {
		admin.do("PATCH", "/accounts/"+id, wrong).want(422)
	}
	limited := object{"roles": []string{"reviewer"}, "countries": []string{"FR"}, "taxa": []string{"Culicidae", "aedes", "Stegomyia albopicta"}}
	if a := admin.do("PATCH", "/accounts/"+id, limited).want(200); !strings.Contains(a.Body.String(), `"taxa":["Culicidae","aedes","Stegomyia albopicta"],"countries":["fr"]`) {
		t.Errorf("limits are %s", a.Body)
	}
	admin.do("PATCH", "/accounts/7", object{}).want(404)
	admin.do("PATCH", "/accounts/00000000-0000-4000-8000-000000000000", object{}).want(404)

	for _, change := range []object{{"disabled": true}, {"roles": []string{"reviewer"}}} {
		admin.do("PATCH", "/accounts/"+root, change).want(409)
	}
	admin.do("PATCH", "/accounts/"+id, object{"roles": []string{"administrator"}}).want(200)
	// Of two administrators who disable each other at once, one stays.
	var wait sync.WaitGroup
	for _, one := range []string{root, id} {
		wait.Go(func() {
			_, _ = accounts.Change(t.Context(), s.db, [16]byte(pgtest.Value[[]byte](t, s.db, "select uuid_send($1::uuid)", one)), func(a *accounts.Account) error {
				a.Disable(true, time.Now())
				return nil
			})
		})
	}
	wait.Wait()
	if n := pgtest.Value[int](t, s.db, "select count(*) from accounts where disabled_at is null"); n != 1 {
		t.Errorf("%d administrators are left", n)
	}
}

func TestWhoMayAdminister(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("root", access.Administrator)
	s.account("ada", access.Reviewer, access.Curator)
	for name, c := range map[string]struct {
		b      *browser
		status int
	}{"nobody": {s.browser(), 401}, "a curator": {s.signedIn("ada"), 403}, "an administrator": {s.signedIn("root"), 200}} {
		for _, path := range []string{"/accounts", "/invitations", "/tokens"} {
			if a := c.b.do("GET", path, nil); a.Code != c.status {
				t.Errorf("%s asks %s: %d %s", name, path, a.Code, a.Body)
			}
		}
		if a := c.b.do("GET", "/me/sessions", nil); (a.Code == 401) != (name == "nobody") {
			t.Errorf("%s asks for sessions: %d", name, a.Code)
		}
	}
	admin := s.signedIn("root")
	made := admin.do("POST", "/tokens", object{"name": "trap-app", "scopes": []string{"admin"}, "expires_at": time.Now().Add(time.Hour).Format(time.RFC3339)}).want(201)
	secret, id := made.get("secret").(string), made.get("id").(string)
	token := s.browser()
	token.do("GET", "/accounts", nil, "Authorization", "Bearer "+secret).want(200)
	token.do("GET", "/me/sessions", nil, "Authorization", "Bearer "+secret).want(403)
	if a := token.do("GET", "/me", nil, "Authorization", "Bearer "+secret).want(200); a.get("name") != "trap-app" || a.get("account") != nil {
		t.Errorf("a token is %s", a.Body)
	}
	if a := admin.do("GET", "/accounts", nil).want(200); !strings.Contains(a.Body.String(), `"login":"ada"`) || !strings.Contains(a.Body.String(), `"login":"root"`) {
		t.Errorf("accounts: %s", a.Body)
	}
	if a := admin.do("GET", "/tokens", nil).want(200); strings.Contains(a.Body.String(), secret) || !strings.Contains(a.Body.String(), id) {
		t.Errorf("tokens: %s", a.Body)
	}
	admin.do("DELETE", "/tokens/"+id, nil).want(204)
	token.do("GET", "/accounts", nil, "Authorization", "Bearer "+secret).want(401)
	admin.do("DELETE", "/tokens/00000000-0000-4000-8000-000000000000", nil).want(404)
	for _, wrong := range []object{{"name": "x"}, {"name": "x", "scopes": []string{"everything"}}, {"name": "x", "scopes": []string{"review"}, "expires_at": "tomorrow"},
		{"name": "x", "scopes": []string{"events:write"}, "source": "nowhere"}, {"name": "x", "scopes": []string{"review"}, "expires_at": "2020-01-01T00:00:00Z"}, {"name": " ", "scopes": []string{"review"}}} {
		admin.do("POST", "/tokens", wrong).want(422)
	}
}

// TestSecretsOfPeopleStayOutOfTheLog looks for every secret in what a server logs at the most talkative level.
func TestSecretsOfPeopleStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("root", access.Administrator)
	admin := s.signedIn("root")
	made := admin.do("POST", "/invitations", object{"name": "Grace", "roles": []string{"reporter"}}).want(201)
	_, secret, _ := strings.Cut(made.get("link").(string), "#")
	token := admin.do("POST", "/tokens", object{"name": "x", "scopes": []string{"review"}}).want(201).get("secret").(string)
	b := s.browser()
	b.do("POST", "/invitations/read", object{"secret": secret}).want(200)
	b.do("POST", "/invitations/accept", object{"secret": secret, "login": "grace", "password": password}).want(200)
	b.do("POST", "/session", object{"login": "typed-as-login-4711", "password": "typed-as-password-4711"}).want(401)
	b.do("POST", "/invitations/accept", object{"secret": secret, "login": "grace", "password": password}).want(404)
	b.do("PATCH", "/me", object{"password": "another secret 4711", "old_password": password}).want(200)
	pgtest.Run(t, s.db, "alter table sessions rename to sessions_gone")
	b.do("POST", "/session", object{"login": "grace", "password": "another secret 4711"}).want(500)
	log := s.log.String()
	for _, hidden := range []string{secret, token, password, "typed-as-login-4711", "typed-as-password-4711", "another secret 4711", b.cookies["skeeter_session"], admin.cookies["skeeter_session"]} {
		if strings.Contains(log, hidden) {
			t.Errorf("%q is in the log:\n%s", hidden, log)
		}
	}
	if !strings.Contains(log, "a sign-in failed") || !strings.Contains(log, "signed in") {
		t.Errorf("the log tells nothing:\n%s", log)
	}
}
