package access_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// TestReadingCostsNothing: what is public asks nobody who sends a request, whatever credentials it has.
func TestReadingCostsNothing(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"listObservations": 1, "listAbsences": 0, "getLayer": 0, "getTile": 0, "getItems": 0, "exportObservations": 0, "getMe": 1, "createObservation": 1, "listAccounts": 1} {
		asked := 0
		routes, err := access.Guard([]httpapi.Route{{Name: name, Handler: func(w http.ResponseWriter, r *http.Request) error {
			for range 2 {
				if _, err := access.Of(r.Context()); err != nil {
					return err
				}
			}
			return nil
		}}}, func(*http.Request) (access.Visitor, error) {
			asked++
			return access.Visitor{Name: "root", Rights: access.Scopes}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.Header.Set("Authorization", "Bearer x")
		r.AddCookie(&http.Cookie{Name: "skeeter_session", Value: "x"}) // #nosec G124 -- of a request
		if err := routes[0].Handler(httptest.NewRecorder(), r); err != nil || asked != want {
			t.Errorf("%s asks %d times, want %d: %v", name, asked, want, err)
		}
	}
	if _, err := access.Guard([]httpapi.Route{{Name: "nobodyKnowsThis"}}, nil); err == nil {
		t.Error("an operation without a row is served")
	}
}

// TestForeignPagesReadAsNobody: a token does not make a page of another origin somebody, unless the operator lists the origin.
func TestForeignPagesReadAsNobody(t *testing.T) {
	t.Parallel()
	say := func(w http.ResponseWriter, r *http.Request) error {
		v, err := access.Of(r.Context())
		if err != nil {
			return err
		}
		return httpapi.JSON(w, http.StatusOK, v.Name)
	}
	routes, err := access.Guard([]httpapi.Route{
		{Method: "GET", Path: "/observations", Name: "listObservations", Handler: say}, {Method: "GET", Path: "/accounts", Name: "listAccounts", Handler: say},
	}, func(*http.Request) (access.Visitor, error) {
		return access.Visitor{Name: "root", Rights: access.Scopes}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h := httpapi.New(httpapi.Options{
		Routes: routes, Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), CORSOrigins: []string{"https://map.example"},
		Unavailable: func(error) bool { return false },
	})
	for _, c := range []struct {
		path, origin string
		status       int
		says         string
	}{
		{"/observations", "", 200, "root"}, {"/observations", "https://map.example", 200, "root"}, {"/observations", "https://evil.example", 200, `""`},
		{"/accounts", "", 200, "root"}, {"/accounts", "https://map.example", 200, "root"}, {"/accounts", "https://evil.example", 401, "Sign in"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, http.NoBody)
		r.Header.Set("Authorization", "Bearer x")
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s from %q: %d %s", c.path, c.origin, w.Code, w.Body)
		}
	}
}

func TestRolesGrowIntoOneAnother(t *testing.T) {
	t.Parallel()
	for _, role := range access.Roles {
		v := access.Visitor{Name: "x", Account: uuid.New(), Rights: access.RightsOf([]access.Role{role}, false)}
		if !v.May(access.Report) || !v.May(access.Own) {
			t.Errorf("a %s may not report", role)
		}
		if v.May(access.Admin) != (role == access.Administrator) {
			t.Errorf("a %s may administer: %v", role, v.May(access.Admin))
		}
	}
	all := access.RightsOf(access.Roles, true)
	for _, scope := range access.Scopes {
		if !slices.Contains(all, scope) {
			t.Errorf("an administrator lacks %s", scope)
		}
	}
	if limited := access.RightsOf([]access.Role{access.Curator}, true); slices.Contains(limited, access.WriteSources) || !slices.Contains(limited, access.WriteEvents) {
		t.Errorf("a curator of one data source may %v", limited)
	}
	if (access.Visitor{Name: "token", Rights: access.Scopes}).May(access.Own) {
		t.Error("a token has an account")
	}
}
