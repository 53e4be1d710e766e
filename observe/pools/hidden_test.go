package pools_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
)

// TestAPoolFollowsAHiddenEvent: a pool without a place of its own has the exact place of its event, also after the event moved, and the public sees
// neither.
func TestAPoolFollowsAHiddenEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.event()
	if err := obscuring.Source(t.Context(), s.DB, "traps", new(0.1)); err != nil {
		t.Fatal(err)
	}
	made := s.create(object{"event_id": "T2-W32", "location": nil, "ended_at": nil, "remarks": "from the well"})
	path := "/pools/" + made.Text("id")
	look := func(when, lat, lng string) {
		t.Helper()
		exact := s.Do(http.MethodGet, path, nil, "Authorization", "scopes events:write").Want(http.StatusOK)
		if !strings.Contains(exact.Raw, `"location":{"lat":`+lat+`,"lng":`+lng+`},"location_accuracy_m":30`) || !strings.Contains(exact.Raw, "from the well") {
			t.Errorf("%s, who may write sees %s", when, exact.Raw)
		}
		for _, at := range []string{path, "/pools"} {
			public := s.Do(http.MethodGet, at, nil, "Authorization", "nobody").Want(http.StatusOK)
			if strings.Contains(public.Raw, `"lat":`+lat+`,`) || strings.Contains(public.Raw, "from the well") || !strings.Contains(public.Raw, "a cell of 0.1 by 0.1 degrees") {
				t.Errorf("%s, the public sees %s", when, public.Raw)
			}
		}
		if apart := pgtest.Value[int](t, s.DB, "select count(distinct geom)::int from (select geom from pools union select geom from sampling_events) x"); apart != 1 {
			t.Errorf("%s, the public sees the pool and its event at %d places", when, apart)
		}
	}
	look("made", "48.1", "11.6")
	s.Exec("update sampling_events set geom = ST_SetSRID(ST_MakePoint(11.71, 48.21), 4326), cell_degrees = null, location_accuracy_m = 30")
	look("moved", "48.21", "11.71")
	s.Exec("update sampling_events set sampling_protocol = 'CDC', updated_at = now()")
	look("changed", "48.21", "11.71")
	s.patch(made.Text("id"), `{"tested_on":"2012-09-01"}`, "Authorization", "scopes events:write").Want(http.StatusOK)
	look("tested", "48.21", "11.71")
	if err := obscuring.Source(t.Context(), s.DB, "traps", nil); err != nil {
		t.Fatal(err)
	}
	if shown := s.Do(http.MethodGet, path, nil, "Authorization", "nobody").Want(http.StatusOK); !strings.Contains(shown.Raw, `"lat":48.21`) || !strings.Contains(shown.Raw, "from the well") {
		t.Errorf("after the rule: %s", shown.Raw)
	}
}
