package hostile_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestEveryRouteByScope asks every operation with a token of each scope alone: it runs where the policy says so, and nowhere else.
func TestEveryRouteByScope(t *testing.T) {
	t.Parallel()
	s, routes, d := newGuarded(t)
	for _, scope := range access.Scopes {
		secret := strings.TrimSpace(d.MustRun("token", "create", "--name", "of "+string(scope), "--scope", string(scope)))
		visitor := access.Visitor{Name: "program", Rights: []access.Right{scope}}
		for _, route := range routes {
			path := typicalOf(route)
			body := "{" // no operation gets far with it
			if route.Method == http.MethodGet || route.Method == http.MethodDelete {
				body = ""
			}
			if route.Method == http.MethodDelete && visitor.May(access.Policy[route.Name]) {
				continue // it would take the record away from the others
			}
			if access.Policy[route.Name] == access.Own && visitor.May(access.Own) {
				continue // the operation asks whose the record is
			}
			a := s.Send(route.Method, path, body, "Authorization", "Bearer "+secret, "Content-Type", "application/json")
			refused := a.Status == http.StatusForbidden
			if refused == visitor.May(access.Policy[route.Name]) || a.Status == http.StatusUnauthorized || a.Status >= 500 && a.Status != http.StatusServiceUnavailable {
				t.Errorf("%s: %s %s is %d, the policy says %s: %.200s", scope, route.Method, path, a.Status, access.Policy[route.Name], a.Body)
			}
			if refused && !strings.Contains(string(a.Body), `"type":"forbidden"`) {
				t.Errorf("%s %s: %s", route.Method, path, a.Body)
			}
		}
	}
	if a := s.Send(http.MethodPatch, skeetertest.Observations+"/"+skeetertest.OwnID, `{"count": 3}`, "Content-Type", "application/json"); a.Status != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", a.Status, a.Body)
	}
}
