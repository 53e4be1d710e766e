package people_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people/openid"
	"github.com/skeeter-surveillance/skeeter/test/provider"
)

// TestSignInByAProvider is with a real provider. It does not run beside others that start one: its clients are the process's.
func TestSignInByAProvider(t *testing.T) {
	p, err := provider.Start(origin + "/sign-in/oidc/callback")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	s := newService(t)
	if s.people.Provider, err = openid.New(p.Issuer, provider.ClientID, provider.ClientSecret); err != nil {
		t.Fatal(err)
	}
	// begin returns a browser on its way, and the path on which the provider sends it back.
	begin := func() (b *browser, back string) {
		b = s.browser()
		away := b.do("GET", "/sign-in/oidc", nil, "Origin", "").want(303)
		for _, part := range []string{"code_challenge=", "code_challenge_method=S256", "state=", "nonce=", "response_type=code", "scope=openid+profile"} {
			if !strings.Contains(away.Header().Get("Location"), part) {
				t.Fatalf("the address at the provider lacks %s: %s", part, away.Header().Get("Location"))
			}
		}
		back, err := p.SignIn(away.Header().Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		return b, strings.TrimPrefix(back, origin)
	}
	signedIn := func(b *browser) any { return b.do("GET", "/me", nil, "Origin", "").want(200).get("account.name") }
	to := func(a answer, path string) {
		t.Helper()
		if a.want(303).Header().Get("Location") != origin+path {
			t.Errorf("the browser goes to %s, want %s", a.Header().Get("Location"), path)
		}
	}

	b, back := begin()
	to(b.do("GET", back, nil, "Origin", ""), "/sign-in?failed=1")
	if signedIn(b) != nil || pgtest.Value[int](t, s.db, "select count(*) from accounts") != 0 {
		t.Error("a stranger has an account")
	}

	// Somebody with an account adds the provider, and signs in by it.
	s.account("ada", access.Reviewer)
	ada := s.signedIn("ada")
	pgtest.Run(t, s.db, "update sessions set created_at = now() - interval '1 hour'")
	ada.do("POST", "/me/identities", object{}).want(422)
	address := ada.do("POST", "/me/identities", object{"password": password}).want(200).get("address").(string)
	if back, err = p.SignIn(address); err != nil {
		t.Fatal(err)
	}
	back = strings.TrimPrefix(back, origin)
	to(s.browser().do("GET", back, nil, "Origin", ""), "/sign-in?failed=1") // another browser has no challenge
	to(ada.do("GET", back, nil, "Origin", ""), "/account")
	b, back = begin()
	to(b.do("GET", back, nil, "Origin", ""), "/account")
	if signedIn(b) != "ada" {
		t.Errorf("signed in as %v", signedIn(b))
	}
	to(b.do("GET", back, nil, "Origin", ""), "/sign-in?failed=1") // the answer counts once

	for name, edit := range map[string]func(url.Values){
		"another state": func(q url.Values) { q.Set("state", "x") }, "no state": func(q url.Values) { q.Del("state") },
		"another code": func(q url.Values) { q.Set("code", "x") }, "an error": func(q url.Values) { q.Set("error", "access_denied") },
	} {
		b, back := begin()
		path, query, _ := strings.Cut(back, "?")
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		edit(q)
		to(b.do("GET", path+"?"+q.Encode(), nil, "Origin", ""), "/sign-in?failed=1")
		if signedIn(b) != nil {
			t.Errorf("%s signs in", name)
		}
	}
	// The code of one browser is of no use to another that is on its way too: the verifier of PKCE and the nonce are its own.
	_, stolen := begin()
	b, back = begin()
	_, code, _ := strings.Cut(stolen, "code=")
	code, _, _ = strings.Cut(code, "&")
	_, own, _ := strings.Cut(back, "code=")
	own, _, _ = strings.Cut(own, "&")
	to(b.do("GET", strings.Replace(back, own, code, 1), nil, "Origin", ""), "/sign-in?failed=1")

	pgtest.Run(t, s.db, "update accounts set disabled_at = now()")
	b, back = begin()
	to(b.do("GET", back, nil, "Origin", ""), "/sign-in?failed=1")

	pgtest.Run(t, s.db, "delete from accounts")
	s.people.SignUp = true
	b, back = begin()
	to(b.do("GET", back, nil, "Origin", ""), "/account")
	if a := b.do("GET", "/me", nil, "Origin", "").want(200); a.get("account.name") != provider.Name || a.get("account.login") != nil || len(a.get("account.roles").([]any)) != 1 {
		t.Errorf("signed up: %s", a.Body)
	}
	const entries = "select concat_ws(' ', action, actor_kind, actor = entity_id, became->>'by', became->>'issuer') from history where entity = 'account' order by id"
	if got, want := pgtest.Column[string](t, s.db, entries), []string{
		"invited server", "created account t invitation", "identity_added account t " + p.Issuer, "created account t oidc", "identity_added account t " + p.Issuer,
	}; !slices.Equal(got, want) {
		t.Errorf("the history is %q, want %q", got, want)
	}
	for _, secret := range []string{provider.ClientSecret, provider.Password, code, b.cookies["skeeter_session"]} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
	p.Stop()
	b, _ = s.browser(), ""
	b.do("GET", "/sign-in/oidc", nil, "Origin", "").want(303) // it is known by now; the browser finds out
}

func TestAProviderThatIsDown(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	s := newService(t)
	s.browser().do("GET", "/sign-in/oidc", nil, "Origin", "").want(404)
	if s.people.Provider, err = openid.New("http://"+address, "id", ""); err != nil {
		t.Fatal(err)
	}
	s.browser().do("GET", "/sign-in/oidc", nil, "Origin", "").want(503)
	s.account("ada", access.Reporter)
	s.signedIn("ada")
}

// TestAProviderMakesNoOtherRequests: what an issuer names is asked by https at public addresses alone, and a redirect is not followed.
func TestAProviderMakesNoOtherRequests(t *testing.T) {
	t.Parallel()
	asked := 0
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(inside.Close)
	secure := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(secure.Close)
	for name, tokens := range map[string]string{"without https": inside.URL, "a private address": secure.URL, "an address of the cloud": "https://169.254.169.254/"} {
		var issuer *httptest.Server
		issuer = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"issuer":"` + issuer.URL + `","authorization_endpoint":"` + issuer.URL + `/a","token_endpoint":"` + tokens + `","jwks_uri":"` + tokens + `","response_types_supported":["code"],"subject_types_supported":["public"],"id_token_signing_alg_values_supported":["RS256"]}`))
		}))
		t.Cleanup(issuer.Close)
		p, err := openid.New(issuer.URL, "id", "secret")
		if err != nil {
			t.Fatal(err)
		}
		_, c, err := p.Begin(context.Background(), origin)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Finish(context.Background(), origin, c, url.Values{"state": {c.State}, "code": {"x"}}); err == nil || asked != 0 {
			t.Errorf("%s: %v, asked %d times", name, err, asked)
		}
	}
	redirecting := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusFound))
	t.Cleanup(redirecting.Close)
	p, err := openid.New(redirecting.URL, "id", "secret")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Begin(context.Background(), origin); err == nil || asked != 0 {
		t.Errorf("a redirect: %v, asked %d times", err, asked)
	}
	for _, wrong := range []string{"http://accounts.example.org", "ftp://x", "https://", "accounts.example.org", "https://a:b@example.org", "https://example.org/?x=1", "http://localhost.example.org"} {
		if _, err := openid.New(wrong, "id", ""); err == nil {
			t.Errorf("the issuer %s is taken", wrong)
		}
	}
	if _, err := openid.New("https://accounts.example.org", "", ""); err == nil {
		t.Error("an issuer without a client is taken")
	}
}
