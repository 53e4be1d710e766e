package people_test

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people"
)

// request comes over loopback to a name of loopback, with headers in pairs.
func request(t *testing.T, headers ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost:8080/", http.NoBody)
	r.RemoteAddr = "127.0.0.1:50000"
	for i := 0; i < len(headers); i += 2 {
		switch headers[i] {
		case "Host":
			r.Host = headers[i+1]
		case "from":
			r.RemoteAddr = headers[i+1]
		case "protocol":
			r.Proto = headers[i+1]
			r.ProtoMajor, r.ProtoMinor, _ = http.ParseHTTPVersion(r.Proto)
		default:
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	return r
}

func atHome(db *pgxpool.Pool) *people.People {
	return people.New(people.Options{DB: db, Log: slog.New(slog.DiscardHandler), AtHome: true})
}

func TestWhoeverSitsAtTheMachineMayDoEverything(t *testing.T) {
	t.Parallel()
	p := atHome(pgtest.Pool(t))
	for name, c := range map[string]struct {
		headers []string
		local   bool
	}{
		"a program":                   {nil, true},
		"by address":                  {[]string{"Host", "127.0.0.1:8080"}, true},
		"by address of IPv6":          {[]string{"Host", "[::1]:8080", "from", "[::1]:50000"}, true},
		"without a port":              {[]string{"Host", "LOCALHOST"}, true},
		"a page of this server":       {[]string{"Origin", "http://localhost:8080", "Sec-Fetch-Site", "same-origin"}, true},
		"an address that was typed":   {[]string{"Sec-Fetch-Site", "none"}, true},
		"a page of another site":      {[]string{"Origin", "https://example.org", "Sec-Fetch-Site", "cross-site"}, false},
		"a page of another port":      {[]string{"Origin", "http://localhost:5173"}, false},
		"a page without an origin":    {[]string{"Origin", "null"}, false},
		"a form of another site":      {[]string{"Sec-Fetch-Site", "cross-site"}, false},
		"a name that leads here":      {[]string{"Host", "evil.example:8080"}, false},
		"a name that looks like it":   {[]string{"Host", "localhost.evil.example"}, false},
		"a proxy":                     {[]string{"X-Forwarded-For", "192.0.2.1"}, false},
		"a proxy by RFC 7239":         {[]string{"Forwarded", "for=192.0.2.1"}, false},
		"a proxy that hides":          {[]string{"X-Forwarded-For", ""}, false},
		"a proxy's name":              {[]string{"X-Forwarded-Server", "proxy"}, false},
		"a proxy's port":              {[]string{"X-Forwarded-Port", "443"}, false},
		"a proxy's scheme":            {[]string{"X-Forwarded-Proto", "https"}, false},
		"a proxy, in short":           {[]string{"X-Forwarded", "192.0.2.1"}, false},
		"Cloudflare":                  {[]string{"CF-Connecting-IP", "192.0.2.1"}, false},
		"Akamai":                      {[]string{"True-Client-IP", ""}, false},
		"a balancer":                  {[]string{"x-client-ip", "192.0.2.1"}, false},
		"a cluster":                   {[]string{"X-Cluster-Client-IP", "192.0.2.1"}, false},
		"nginx":                       {[]string{"X-Real-IP", ""}, false},
		"HTTP/2":                      {[]string{"protocol", "HTTP/2.0"}, true},
		"a proxy without a header":    {[]string{"protocol", "HTTP/1.0"}, false},
		"a link of this server":       {[]string{"Referer", "http://localhost:8080/admin"}, true},
		"a link of a proxy's page":    {[]string{"Referer", "https://surveillance.example.org/admin"}, false},
		"a link of another port":      {[]string{"Referer", "http://localhost:5173/"}, false},
		"a link of an https proxy":    {[]string{"Referer", "https://localhost:8080/"}, false},
		"another machine":             {[]string{"from", "192.0.2.1:50000"}, false},
		"another machine, wrong Host": {[]string{"from", "[2001:db8::1]:50000", "Host", "[::1]"}, false},
	} {
		v, err := p.Identify(request(t, c.headers...))
		if err != nil {
			t.Fatal(err)
		}
		if v.May(access.Admin) != c.local || !v.May(access.Report) || v.Name != "" {
			t.Errorf("%s: %+v", name, v)
		}
	}
	elsewhere := people.New(people.Options{DB: pgtest.Pool(t), Log: slog.New(slog.DiscardHandler)})
	if v, err := elsewhere.Identify(request(t)); err != nil || v.May(access.WriteObservations) || !v.May(access.Report) {
		t.Errorf("a server that is not at home: %+v, %v", v, err)
	}
}

// TestAnAccountEndsWhatTheMachineMayDo: once somebody can sign in, nobody is trusted for where they sit.
func TestAnAccountEndsWhatTheMachineMayDo(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	p := atHome(db)
	if v, err := p.Identify(request(t)); err != nil || !v.Local || !v.May(access.Admin) {
		t.Errorf("before: %+v, %v", v, err)
	}
	pgtest.Run(t, db, "insert into accounts (id, name, login, roles) values (gen_random_uuid(), 'Ada', 'ada', '{administrator}')")
	for _, p := range []*people.People{p, atHome(db)} {
		if v, err := p.Identify(request(t)); err != nil || v.Local || len(v.Rights) > 0 {
			t.Errorf("after: %+v, %v", v, err)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "insert into data_sources (id, name) values ('my-traps', 'My traps')")
	p, now := atHome(db), time.Now()
	made, secret, err := people.AddToken(t.Context(), db, people.NewToken{
		Name: "trap-app", Scopes: []access.Right{access.WriteObservations, access.WriteEvents}, Source: "My traps", Expires: new(now.Add(time.Hour)),
	}, now)
	if err != nil {
		t.Fatal(err)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from tokens where tokens::text like '%' || $1 || '%'", secret); n != 0 || len(secret) < 40 {
		t.Errorf("the secret %q is stored", secret)
	}

	began := time.Now()
	v, err := p.Identify(request(t, "Authorization", "bearer  "+secret))
	if err != nil || v.Name != "trap-app" || v.OnlySource() != "my-traps" || !v.May(access.WriteEvents) || v.May(access.Review) || v.May(access.Admin) {
		t.Errorf("%+v, %v", v, err)
	}
	listed, err := people.ListTokens(t.Context(), db)
	if err != nil || len(listed) != 1 || listed[0].LastUsedAt == nil || listed[0].LastUsedAt.Before(began.Add(-time.Second)) {
		t.Errorf("%+v, %v", listed, err)
	}
	for _, wrong := range []string{"", " ", secret[:len(secret)-1], secret + "x", strings.ToUpper(secret), strings.Repeat("x", 100_000)} {
		refused(t, p, wrong)
	}
	if v, err := p.Identify(request(t, "Authorization", "Basic "+secret)); err != nil || v.Name != "" || len(v.Rights) > 0 {
		t.Errorf("another scheme: %+v, %v", v, err)
	}
	if v, err := p.Identify(request(t)); err != nil || len(v.Rights) > 0 {
		t.Errorf("there is a token, and a request without one may %v, %v", v.Rights, err)
	}

	twice := request(t)
	twice.Header["Authorization"] = []string{"Bearer " + secret, "Bearer " + secret}
	var e *httpapi.Error
	if _, err := p.Identify(twice); !errors.As(err, &e) || e.Status != http.StatusBadRequest {
		t.Errorf("two headers: %v", err)
	}

	pgtest.Run(t, db, "update tokens set expires_at = now()")
	refused(t, p, secret)
	pgtest.Run(t, db, "update tokens set expires_at = null")
	if _, err := p.Identify(request(t, "Authorization", "Bearer "+secret)); err != nil {
		t.Error(err)
	}
	if err := people.RevokeToken(t.Context(), db, made.ID); err != nil {
		t.Fatal(err)
	}
	refused(t, p, secret)
	if v, err := atHome(db).Identify(request(t)); err != nil || len(v.Rights) > 0 {
		t.Errorf("after the last token was revoked, a request without one may %v, %v", v.Rights, err)
	}
	if err := people.RevokeToken(t.Context(), db, uuid.New()); !errors.Is(err, people.ErrNoToken) {
		t.Errorf("an unknown token: %v", err)
	}
}

// TestReadingWithoutCredentialsLooksRarely: lists ask who reads, and most readers have nothing to show.
func TestReadingWithoutCredentialsLooksRarely(t *testing.T) {
	t.Parallel()
	const reads = 500
	db := pgtest.Pool(t)
	p := atHome(db)
	routes, err := access.Guard([]httpapi.Route{{Name: "listObservations", Handler: func(_ http.ResponseWriter, r *http.Request) error {
		v, err := access.Of(r.Context())
		if err == nil && !v.May(access.Review) {
			err = httpapi.Forbidden("not at home")
		}
		return err
	}}}, p.Identify)
	if err != nil {
		t.Fatal(err)
	}
	look := func(may bool) int64 {
		before := db.Stat().AcquireCount()
		for range reads {
			if err := routes[0].Handler(httptest.NewRecorder(), request(t)); (err == nil) != may {
				t.Fatal(err)
			}
		}
		return db.Stat().AcquireCount() - before
	}
	if n := look(true); n > reads/10 {
		t.Errorf("%d reads look %d times", reads, n)
	}
	_, secret, err := people.AddToken(t.Context(), db, people.NewToken{Name: "n", Scopes: access.OfOneSource}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	r := request(t, "Authorization", "Bearer "+secret)
	if _, err := p.Identify(r); err != nil {
		t.Error(err)
	}
	if n := look(false); n != 0 {
		t.Errorf("%d reads look %d times, and there is a token", reads, n)
	}
}

// refused expects 401 for a secret.
func refused(t *testing.T, p *people.People, secret string) {
	t.Helper()
	_, err := p.Identify(request(t, "Authorization", "Bearer "+secret))
	var e *httpapi.Error
	if !errors.As(err, &e) || e.Status != http.StatusUnauthorized {
		t.Errorf("%.50q: %v", secret, err)
	}
}

// TestWhoMadeAToken: the server knows who is behind a token that was made on /admin, or by such a token, until the person is erased.
func TestWhoMadeAToken(t *testing.T) {
	t.Parallel()
	s := newService(t)
	id := uuid.MustParse(s.account("root", access.Administrator))
	s.account("second", access.Administrator)
	wanted := object{"name": "app", "scopes": []string{"admin"}}
	made := s.signedIn("root").do("POST", "/tokens", wanted).want(201).get("secret").(string)
	again := s.browser().do("POST", "/tokens", wanted, "Authorization", "Bearer "+made).want(201).get("secret").(string)
	_, commands, err := people.AddToken(t.Context(), s.db, people.NewToken{Name: "app", Scopes: []access.Right{access.Review}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	p := atHome(s.db)
	is := func(secret string, want uuid.UUID) {
		t.Helper()
		if v, err := p.Identify(request(t, "Authorization", "Bearer "+secret)); err != nil || v.Person() != want || v.Account != uuid.Nil {
			t.Errorf("behind the token is %s, %v, want %s", v.Person(), err, want)
		}
	}
	is(made, id)
	is(again, id)
	is(commands, uuid.Nil)
	s.signedIn("second").do("DELETE", "/accounts/"+id.String(), nil).want(204)
	is(made, uuid.Nil)
}

func TestTheOperatorsToken(t *testing.T) {
	t.Parallel()
	const secret = "the operator's own secret"
	for setting, reports := range map[*bool]bool{nil: false, new(true): true, new(false): false} {
		p := people.New(people.Options{DB: pgtest.Pool(t), Log: slog.New(slog.DiscardHandler), WriteToken: secret, AtHome: true, AnonymousReports: setting})
		v, err := p.Identify(request(t, "Authorization", "Bearer "+secret))
		if err != nil || !v.May(access.WriteObservations) || !v.May(access.WriteSources) || v.May(access.Admin) {
			t.Errorf("%+v, %v", v, err)
		}
		refused(t, p, secret+"!")
		if v, err := p.Identify(request(t)); err != nil || v.May(access.Report) != reports || v.May(access.WriteObservations) {
			t.Errorf("without the token: %+v, %v", v, err)
		}
	}
}

// No token may less than somebody unknown.
func TestATokenMayReportWhereEverybodyMay(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	_, secret, err := people.AddToken(t.Context(), db, people.NewToken{Name: "n", Scopes: []access.Right{access.WriteEvents}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for setting, reports := range map[*bool]bool{nil: false, new(true): true, new(false): false} {
		p := people.New(people.Options{DB: db, Log: slog.New(slog.DiscardHandler), AnonymousReports: setting})
		for _, header := range []string{"Bearer " + secret, ""} {
			r := request(t)
			if header != "" {
				r.Header.Set("Authorization", header)
			}
			if v, err := p.Identify(r); err != nil || v.May(access.Report) != reports || v.May(access.WriteObservations) {
				t.Errorf("with %.10q: %+v, %v", header, v, err)
			}
		}
	}
}

func TestWhoseReportsWait(t *testing.T) {
	t.Parallel()
	for publish, want := range map[string]struct{ before, after bool }{"auto": {false, true}, "all": {false, false}, "reviewed": {true, true}} {
		db := pgtest.Pool(t)
		p := people.New(people.Options{DB: db, Log: slog.New(slog.DiscardHandler), AtHome: true, AnonymousReports: new(true), Publish: publish})
		waits := func(headers ...string) bool {
			v, err := p.Identify(request(t, headers...))
			if err != nil || !v.May(access.Report) {
				t.Fatalf("%+v, %v", v, err)
			}
			return v.Waits
		}
		if got := waits("from", "192.0.2.1:50000"); got != want.before {
			t.Errorf("%s: before there is a token a report waits: %v", publish, got)
		}
		if waits() {
			t.Errorf("%s: what whoever sits at the machine reports waits", publish)
		}
		_, secret, err := people.AddToken(t.Context(), db, people.NewToken{Name: "n", Scopes: access.OfOneSource}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if got := waits("from", "192.0.2.1:50000"); got != want.after {
			t.Errorf("%s: after there is a token a report waits: %v", publish, got)
		}
		if waits("Authorization", "Bearer "+secret) {
			t.Errorf("%s: what a token reports waits", publish)
		}
	}
}

func TestNewTokensAreChecked(t *testing.T) {
	t.Parallel()
	now := time.Now()
	good := people.NewToken{Name: "n", Scopes: slices.Clone(access.Scopes)}
	if err := good.Check(now); err != nil {
		t.Error(err)
	}
	for want, edit := range map[string]func(*people.NewToken){
		"name":            func(n *people.NewToken) { n.Name = "  " },
		"100":             func(n *people.NewToken) { n.Name = strings.Repeat("é", 101) },
		"a scope":         func(n *people.NewToken) { n.Scopes = nil },
		"unknown":         func(n *people.NewToken) { n.Scopes = []access.Right{"everything"} },
		"public":          func(n *people.NewToken) { n.Scopes = []access.Right{access.Public} },
		"one data source": func(n *people.NewToken) { n.Source = "mine" },
		"past":            func(n *people.NewToken) { n.Expires = &now },
	} {
		wrong := good
		edit(&wrong)
		if err := wrong.Check(now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "insert into data_sources (id, name) values ('my-traps', 'Traps'), ('other', 'OURS'), ('third', 'Ours'), ('fourth', 'ours!'), ('ours', 'other')")
	for source, want := range map[string]string{
		"my-traps": "my-traps", "MY-TRAPS": "my-traps", "tRAPS": "my-traps", "ours": "ours", "OURS!": "fourth", "other": "other",
		"nowhere": `no such data source: "nowhere"`,
	} {
		made, _, err := people.AddToken(t.Context(), db, people.NewToken{Name: "n", Scopes: append(access.OfOneSource, access.OfOneSource...), Source: source}, now)
		if err != nil && !strings.Contains(err.Error(), want) || err == nil && *made.Source != want {
			t.Errorf("%s: %+v, %v", source, made.Source, err)
		}
		if err == nil && !slices.Equal(made.Scopes, access.OfOneSource) {
			t.Errorf("scopes are stored as %v", made.Scopes)
		}
	}
	pgtest.Run(t, db, "delete from data_sources where id = 'ours'")
	_, _, err := people.AddToken(t.Context(), db, people.NewToken{Name: "n", Scopes: access.OfOneSource, Source: "ours"}, now)
	if err == nil || !strings.Contains(err.Error(), "several data sources") {
		t.Errorf("a name in two cases: %v", err)
	}
}
