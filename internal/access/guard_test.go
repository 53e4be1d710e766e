package access_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/uuid"

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
