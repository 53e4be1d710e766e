package people_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

func TestSignInAndOut(t *testing.T) {
	t.Parallel()
	s := newService(t)
	id := s.account("ada", access.Reviewer)
	b := s.browser()
	if a := b.do("GET", "/me", nil).want(200); a.get("account") != nil || a.get("name") != nil {
		t.Errorf("nobody is %s", a.Body)
	}
	in := b.do("POST", "/session", object{"login": " ADA ", "password": password}).want(200)
	if in.get("account.id") != id || in.get("name") != "ada" || in.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("signed in: %v %s", in.Header(), in.Body)
	}
	cookie := in.Result().Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Domain != "" || cookie.Secure || len(cookie.Value) < 43 || cookie.Name != "skeeter_session" {
		t.Errorf("cookie %+v", cookie)
	}
	if n := pgtest.Value[int](t, s.db, "select count(*) from sessions where sessions::text like '%' || $1 || '%'", cookie.Value); n != 0 {
		t.Error("the value of the cookie is stored")
	}
	if a := b.do("GET", "/me", nil).want(200); a.get("account.id") != id {
		t.Errorf("who am I: %s", a.Body)
	}

	b.do("POST", "/session", object{"login": "ada", "password": password}).want(200)
	if b.cookies[cookie.Name] == cookie.Value {
		t.Error("a sign-in keeps the session")
	}
	old := s.browser()
	old.cookies[cookie.Name] = cookie.Value
	if a := old.do("GET", "/me", nil).want(200); a.get("account") != nil {
		t.Errorf("the session before the sign-in goes on: %s", a.Body)
	}

	stolen := b.cookies[cookie.Name]
	b.do("DELETE", "/session", nil).want(204)
	if len(b.cookies) != 0 {
		t.Errorf("after signing out: %v", b.cookies)
	}
	old.cookies[cookie.Name] = stolen
	if a := old.do("GET", "/me", nil).want(200); a.get("account") != nil {
		t.Error("a session that was ended goes on")
	}
	b.do("DELETE", "/session", nil).want(204)
}

// TestCookiesOverHTTPS: a server that is reached by https has cookies that nobody else can set or read.
func TestCookiesOverHTTPS(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Reporter)
	s.serve("https://skeeter.example/prefix")
	b := s.browser()
	in := b.do("POST", "/session", object{"login": "ada", "password": password}, "Origin", "https://skeeter.example").want(200)
	if c := in.Result().Cookies()[0]; c.Name != "__Host-skeeter_session" || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
		t.Errorf("cookie %+v", c)
	}
	if a := b.do("GET", "/me", nil, "Origin", "").want(200); a.get("account") == nil {
		t.Error("nobody is signed in")
	}
	b.do("PATCH", "/me", object{"name": "Ada"}, "Origin", "https://skeeter.example").want(200)
	b.do("PATCH", "/me", object{"name": "Ada"}, "Origin", "https://other.example").want(403)
	b.cookies = map[string]string{"skeeter_session": b.cookies["__Host-skeeter_session"]}
	if a := b.do("GET", "/me", nil, "Origin", "").want(200); a.get("account") != nil {
		t.Error("a cookie without the prefix counts")
	}
}

// TestNobodyLearnsWhichLoginsThereAre: all failures have one answer.
func TestNobodyLearnsWhichLoginsThereAre(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Administrator)
	id := s.account("bob", access.Reporter)
	pgtest.Run(t, s.db, "update accounts set disabled_at = now() where id = $1", id)
	pgtest.Run(t, s.db, "insert into accounts (id, name, login, roles) values (gen_random_uuid(), 'No password', 'eve', '{reporter}')")
	bodies := map[string]bool{}
	for _, sent := range []object{
		{"login": "ada", "password": "wrong"}, {"login": "bob", "password": password}, {"login": "bob", "password": "wrong"},
		{"login": "eve", "password": "wrong"}, {"login": "nobody", "password": "wrong"}, {"login": id, "password": password}, {"login": "Ä ' --", "password": "wrong"},
	} {
		a := s.browser().do("POST", "/session", sent).want(401)
		bodies[a.Body.String()] = true
		if len(a.Result().Cookies()) > 0 {
			t.Errorf("%v got a cookie", sent)
		}
	}
	if len(bodies) != 1 {
		t.Errorf("answers differ: %v", bodies)
	}
}

// TestUnknownLoginsTakeAsLong: whatever is wrong with a login, its password is hashed with the same memory and as often, so the time of an answer tells nothing.
func TestUnknownLoginsTakeAsLong(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Administrator)
	pgtest.Run(t, s.db, "update accounts set disabled_at = now() where id = $1", s.account("bob", access.Reporter))
	pgtest.Run(t, s.db, "insert into accounts (id, name, login, roles) values (gen_random_uuid(), 'No password', 'eve', '{reporter}')")
	work := func(login string) int64 {
		before := s.people.HashWork()
		s.browser().do("POST", "/session", object{"login": login, "password": "wrong"}).want(401)
		return s.people.HashWork() - before
	}
	known := work("ada")
	if known == 0 {
		t.Error("a wrong password is not hashed")
	}
	for _, login := range []string{"nobody", "bob", "eve", "Ä ' --"} {
		if n := work(login); n != known {
			t.Errorf("the login %s is refused with work of %d, a known one with %d", login, n, known)
		}
	}
}

func TestTriesAreLimited(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Reporter)
	now := time.Now()
	s.people.SetClock(func() time.Time { return now })
	limited := func(address string, login func(int) string) (tries int) {
		for i := range 80 {
			b := s.browser()
			b.address = address
			if a := b.do("POST", "/session", object{"login": login(i), "password": "wrong"}); a.Code == 429 {
				if a.Header().Get("Retry-After") == "" {
					t.Error("429 without Retry-After")
				}
				return i
			}
		}
		return -1
	}
	ada := func(int) string { return "Ada" }
	others := func(i int) string { return "user" + string(rune('a'+i%26)) + string(rune('a'+i/26)) }
	if n := limited("192.0.2.1:1", ada); n != 20 {
		t.Errorf("an address tries a login %d times", n)
	}
	if n := limited("198.51.100.7:1", others); n != 50 {
		t.Errorf("an address tries %d logins", n)
	}
	here := s.browser()
	here.address = "203.0.113.5:1"
	here.do("POST", "/session", object{"login": "ada", "password": password}).want(200) // the person whose login others tried

	now = now.Add(time.Minute + time.Second)
	if n := limited("192.0.2.1:1", ada); n != 2 {
		t.Errorf("a minute later an address tries a login %d times", n)
	}
	if n := limited("198.51.100.7:1", others); n != 12 {
		t.Errorf("a minute later an address tries %d logins", n)
	}
}

// TestPagesOfOtherOrigins: a request with a session that may change something comes from a page of the server.
func TestPagesOfOtherOrigins(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Administrator)
	b := s.signedIn("ada")
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"a page of the server":   {nil, 200},
		"by its metadata":        {[]string{"Origin", "", "Sec-Fetch-Site", "same-origin"}, 200},
		"a page of another site": {[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		"of another port":        {[]string{"Origin", origin + ":81"}, 403},
		"of a subdomain":         {[]string{"Origin", "http://a.skeeter.example", "Sec-Fetch-Site", "same-site"}, 403},
		"a sandbox":              {[]string{"Origin", "null"}, 403},
		"one that says nothing":  {[]string{"Origin", ""}, 403},
	} {
		if a := b.do("PATCH", "/me", object{"name": "Ada"}, c.headers...); a.Code != c.status {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
		if a := s.browser().do("POST", "/session", object{"login": "ada", "password": password}, c.headers...); a.Code != c.status && (name != "one that says nothing" || a.Code != 200) {
			t.Errorf("signing in from %s: %d %s", name, a.Code, a.Body)
		}
		if a := b.do("DELETE", "/accounts/00000000-0000-4000-8000-000000000000/sessions", nil, c.headers...); (a.Code == 403) != (c.status == 403) {
			t.Errorf("an administrator from %s: %d %s", name, a.Code, a.Body)
		}
	}
	if a := b.do("GET", "/me", nil, "Origin", "https://evil.example").want(200); a.get("account") != nil {
		t.Errorf("a page of another site reads %s", a.Body)
	}
	b.do("DELETE", "/session", nil, "Origin", "https://evil.example").want(403)
	if a := b.do("GET", "/me", nil, "Origin", "").want(200); a.get("account") == nil {
		t.Error("a link from elsewhere finds nobody signed in")
	}
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("root", access.Administrator)
	id := s.account("ada", access.Reporter)
	here, there := s.signedIn("ada"), s.signedIn("ada")
	signedIn := func(b *browser) bool { return b.do("GET", "/me", nil).want(200).get("account") != nil }
	listed := here.do("GET", "/me/sessions", nil).want(200).get("sessions").([]any)
	var current int
	for _, one := range listed {
		if one.(object)["current"] == true {
			current++
		}
	}
	if len(listed) != 3 || current != 1 || listed[0].(object)["agent"] != "Test browser" {
		t.Errorf("sessions: %v", listed)
	}
	here.do("DELETE", "/me/sessions", nil).want(204)
	if !signedIn(here) || signedIn(there) {
		t.Error("signing out elsewhere")
	}

	for what, age := range map[string]string{"created_at": sessions.Life.String(), "seen_at": sessions.Idle.String()} {
		b := s.signedIn("ada")
		pgtest.Run(t, s.db, "update sessions set "+what+" = now() - $1::interval + interval '1 minute'", age)
		if !signedIn(b) {
			t.Errorf("%s: a session ends too early", what)
		}
		pgtest.Run(t, s.db, "update sessions set "+what+" = now() - $1::interval", age)
		if signedIn(b) {
			t.Errorf("%s: a session goes on", what)
		}
	}

	here, there = s.signedIn("ada"), s.signedIn("ada")
	before := here.cookies["skeeter_session"]
	const chosen = "another horse battery"
	here.do("PATCH", "/me", object{"password": chosen, "old_password": "wrong"}).want(422)
	here.do("PATCH", "/me", object{"password": chosen}).want(422)
	here.do("PATCH", "/me", object{"password": "password", "old_password": password}).want(422)
	here.do("PATCH", "/me", object{"password": chosen, "old_password": password}).want(200)
	if !signedIn(here) || signedIn(there) || here.cookies["skeeter_session"] == before {
		t.Error("after a change of password")
	}
	s.browser().do("POST", "/session", object{"login": "ada", "password": password}).want(401)
	s.browser().do("POST", "/session", object{"login": "ada", "password": chosen}).want(200)

	admin := s.signedIn("root")
	admin.do("DELETE", "/accounts/"+id+"/sessions", nil).want(204)
	if signedIn(here) {
		t.Error("after an administrator signed the person out")
	}
	here.do("POST", "/session", object{"login": "ada", "password": chosen}).want(200)
	admin.do("PATCH", "/accounts/"+id, object{"disabled": true}).want(200)
	if signedIn(here) {
		t.Error("after the account was disabled")
	}
	here.do("POST", "/session", object{"login": "ada", "password": chosen}).want(401)
	admin.do("PATCH", "/accounts/"+id, object{"disabled": false}).want(200)
	if signedIn(here) {
		t.Error("a session revives with its account")
	}

	for range 25 {
		pgtest.Run(t, s.db, "insert into sessions (id, account_id, hash, method, agent) select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), 'password', ''", id)
	}
	here.do("POST", "/session", object{"login": "ada", "password": chosen}).want(200)
	if n := pgtest.Value[int](t, s.db, "select count(*) from sessions where account_id = $1", id); n != 20 || !signedIn(here) {
		t.Errorf("%d sessions of one account", n)
	}
}

// TestASessionThatIsLeftOfADisabledAccount: a sign-in beside the disabling of its account may leave a session, which is nobody's as long as that lasts.
func TestASessionThatIsLeftOfADisabledAccount(t *testing.T) {
	t.Parallel()
	s := newService(t)
	id := s.account("ada", access.Reporter)
	b := s.signedIn("ada")
	pgtest.Run(t, s.db, "update accounts set disabled_at = now() where id = $1", id)
	if a := b.do("GET", "/me", nil).want(200); a.get("account") != nil || a.get("name") != nil {
		t.Errorf("a disabled account is signed in: %s", a.Body)
	}
	b.do("GET", "/me/sessions", nil).want(401)
	pgtest.Run(t, s.db, "update accounts set disabled_at = null where id = $1", id)
	if a := b.do("GET", "/me", nil).want(200); a.get("account.id") != id {
		t.Errorf("the session is gone, and the test sees nothing: %s", a.Body)
	}
}

// TestHashesFollowTheParameters: a hash with old parameters is replaced when its password is known.
func TestHashesFollowTheParameters(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Reporter)
	sum := argon2.IDKey([]byte("old password"), []byte("0123456789abcdef"), 1, 8192, 1, 32)
	oldHash := "$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$" + base64.RawStdEncoding.EncodeToString(sum)
	pgtest.Run(t, s.db, "update passwords set hash = $1", oldHash)
	s.browser().do("POST", "/session", object{"login": "ada", "password": "old password"}).want(200)
	if hash := pgtest.Value[string](t, s.db, "select hash from passwords"); !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("the hash is %s", hash)
	}
	s.browser().do("POST", "/session", object{"login": "ada", "password": "old password"}).want(200)
}
