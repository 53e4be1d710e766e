package hostile_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestEveryRouteByScope asks every operation with a token of each scope alone: it runs where the policy says so, and nowhere else.
func TestEveryRouteByScope(t *testing.T) {
	t.Parallel()
	s := oneGuarded(t)
	for i, scope := range access.Scopes {
		secret := strings.TrimSpace(s.deployment.MustRun("token", "create", "--name", "of "+string(scope), "--scope", string(scope)))
		visitor := access.Visitor{Name: "program", Rights: []access.Right{scope}}
		walk(t, s, i == 0, "a token of "+string(scope), visitor, "Authorization", "Bearer "+secret)
	}
	if a := s.Send(http.MethodPatch, skeetertest.Observations+"/"+skeetertest.OwnID, `{"count": 3}`, "Content-Type", "application/json"); a.Status != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", a.Status, a.Body)
	}
}

// TestEveryRouteByRole asks every operation as somebody of each role, with the cookie of a session.
func TestEveryRouteByRole(t *testing.T) {
	t.Parallel()
	s := newGuarded(t)
	for i, role := range access.Roles {
		cookie := signUp(t, s, string(role))
		visitor := access.Visitor{Name: string(role), Account: uuid.New(), Rights: access.RightsOf([]access.Role{role}, false)}
		walk(t, s, false, "a "+string(role), visitor, "Cookie", cookie, "Origin", s.Base)
		if !testenv.Long() {
			ownRecords(t, s, i, "Cookie", cookie, "Origin", s.Base)
		}
	}
	asksOwnRoutes(t, s)
}

// signUp accepts an invitation and returns the cookie of the session.
func signUp(t *testing.T, s *guarded, role string) string {
	t.Helper()
	link := strings.TrimSpace(s.deployment.MustRun("user", "invite", "--name", "A "+role, "--role", role))
	_, secret, _ := strings.Cut(link, "#")
	body, err := json.Marshal(map[string]string{"secret": secret, "login": role, "password": writeToken})
	if err != nil {
		t.Fatal(err)
	}
	a := s.Send(http.MethodPost, skeetertest.API+"/invitations/accept", string(body), "Content-Type", "application/json")
	if a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return cookie
}

// anyID is an id in a path, and noID one that nothing has.
var anyID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

const noID = "0b5e6f3a-0000-4000-8000-000000000000"

// ownRoutes are what may be done with one observation, by whom, in the order of access.Roles: with one of one's own, and with that of another.
var ownRoutes = []struct {
	method, path, body string
	done               int
	others             [4]bool
}{
	{http.MethodPatch, "", `{"count": 7}`, http.StatusOK, [4]bool{false, false, true, true}},
	{http.MethodGet, "/history", "", http.StatusOK, [4]bool{false, true, false, true}},
	{http.MethodGet, "/review", "", http.StatusOK, [4]bool{false, true, false, true}},
	{http.MethodDelete, "", "", http.StatusNoContent, [4]bool{false, false, true, true}},
}

// TestOwnRecordsByRole asks the operations that depend on whose the record is, of a record of one's own and of that of another.
func TestOwnRecordsByRole(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("in the short form TestEveryRouteByRole has it")
	}
	s := newGuarded(t)
	asksOwnRoutes(t, s)
	for i, role := range access.Roles {
		ownRecords(t, s, i, "Cookie", signUp(t, s, string(role)), "Origin", s.Base)
	}
}

// asksOwnRoutes checks that ownRoutes has all operations that depend on whose the record is.
func asksOwnRoutes(t *testing.T, s *guarded) {
	t.Helper()
	asked := map[string]bool{}
	for _, r := range ownRoutes {
		asked[r.method+" "+skeetertest.Observations+"/{observation_id}"+r.path] = true
	}
	for _, route := range s.routes {
		if name := route.Method + " " + route.Path; access.Policy[route.Name] == access.OwnRecord && !asked[name] {
			t.Errorf("%s is not asked", name)
		}
	}
}

// ownRecords asks ownRoutes, of a record of one's own and of that of another, as somebody of a role, whose credentials are headers.
func ownRecords(t *testing.T, s *guarded, role int, session ...string) {
	t.Helper()
	create := func(headers ...string) string {
		t.Helper()
		a := s.Send(http.MethodPost, skeetertest.Observations, skeetertest.Observation, append([]string{"Content-Type", "application/json"}, headers...)...)
		return skeetertest.Decode[struct{ ID string }](t, a, http.StatusCreated).ID
	}
	own, others := create(session...), create("Authorization", "Bearer "+writeToken)
	for _, r := range ownRoutes {
		headers := append([]string{"Content-Type", "application/json"}, session...)
		if a := s.Send(r.method, skeetertest.Observations+"/"+own+r.path, r.body, headers...); a.Status != r.done {
			t.Errorf("a %s: %s%s of an own record: %d %.200s", access.Roles[role], r.method, r.path, a.Status, a.Body)
		}
		want := http.StatusForbidden
		if r.others[role] {
			want = r.done
		}
		if a := s.Send(r.method, skeetertest.Observations+"/"+others+r.path, r.body, headers...); a.Status != want {
			t.Errorf("a %s: %s%s of another's record: %d, want %d: %.200s", access.Roles[role], r.method, r.path, a.Status, want, a.Body)
		}
	}
}

// walk asks every operation as a visitor whose credentials are headers. In the short form the first visitor of TestEveryRouteByScope alone asks for what is
// for everybody, and what somebody unknown gets.
func walk(t *testing.T, s *guarded, first bool, who string, visitor access.Visitor, headers ...string) {
	t.Helper()
	for _, route := range s.routes {
		right := access.Policy[route.Name]
		path := typicalOf(route)
		body := "{" // no operation gets far with it
		if route.Method == http.MethodGet || route.Method == http.MethodDelete {
			body = ""
		}
		if route.Name == "deleteSession" {
			continue // it would end the session of the walk
		}
		again := !testenv.Long() && !first
		if again && right == access.Public {
			continue
		}
		if route.Method == http.MethodDelete && visitor.May(right) {
			path = anyID.ReplaceAllString(path, noID) // what there is stays for the others
		}
		if right == access.OwnRecord && visitor.May(right) {
			continue // the operation asks whose the record is: TestOwnRecordsByRole
		}
		a := s.Send(route.Method, path, body, append([]string{"Content-Type", "application/json"}, headers...)...)
		refused := a.Status == http.StatusForbidden
		if refused == visitor.May(right) || a.Status == http.StatusUnauthorized || a.Status >= 500 && a.Status != http.StatusServiceUnavailable {
			t.Errorf("%s: %s %s is %d, the policy says %s: %.200s", who, route.Method, path, a.Status, right, a.Body)
		}
		if refused && !strings.Contains(string(a.Body), `"type":"forbidden"`) {
			t.Errorf("%s %s: %s", route.Method, path, a.Body)
		}
		if again {
			continue
		}
		// What is public does not look at credentials: wrong ones change nothing.
		if a := s.Send(route.Method, path, body, "Content-Type", "application/json", "Authorization", "Bearer wrong"); (a.Status == http.StatusUnauthorized) != (right != access.Public) && !isPage(right, a) {
			t.Errorf("%s %s with a wrong token is %d, the policy says %s", route.Method, path, a.Status, right)
		}
	}
}

// isPage says that a page is shown to somebody with wrong credentials: it says what is wrong when something is sent.
func isPage(right access.Right, a skeetertest.Answer) bool {
	return right == access.Personal && a.Status < http.StatusBadRequest
}
