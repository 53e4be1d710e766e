package observe_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// entries are the actions of a record's history as a visitor sees it, the newest first, with who did it.
func (s service) entries(id string, header ...string) string {
	s.t.Helper()
	a := s.do(http.MethodGet, "/observations/"+id+"/history", nil, header...).want(http.StatusOK)
	var all []string
	for _, e := range a.body["entries"].([]any) {
		entry := e.(map[string]any)
		all = append(all, fmt.Sprintf("%v by %v %v", entry["action"], entry["actor_kind"], entry["actor"]))
	}
	return strings.Join(all, ", ")
}

// newest returns the path of the newest entry.
func (s service) newest(id string) string {
	s.t.Helper()
	a := s.do(http.MethodGet, "/observations/"+id+"/history?limit=1", nil, "Authorization", reviewer).want(http.StatusOK)
	return fmt.Sprintf("/observations/%s/history/%v", id, a.body["entries"].([]any)[0].(map[string]any)["id"])
}

func TestHistoryOfARecord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	rec := s.report("waits", nil)
	id, receipt := rec.text("id"), rec.text("receipt")
	s.patch(id, `{"count": 5, "notes": "n"}`, as("waits", receipt)...).want(http.StatusOK)
	s.patch(id, `{"count": 5}`, as("waits", receipt)...).want(http.StatusOK) // changes nothing
	s.patch(id, `{"status": "verified"}`, "Authorization", reviewer).want(http.StatusOK)
	s.do(http.MethodDelete, "/observations/"+id, nil, as("nobody", receipt)...).want(http.StatusNoContent)
	s.do(http.MethodDelete, "/observations/"+id, nil, as("nobody", receipt)...).want(http.StatusNoContent)

	want := "withdrawn by reporter <nil>, published by token test, changed by reporter <nil>, created by anonymous <nil>"
	if got := s.entries(id, "Authorization", "scopes review"); got != want {
		t.Errorf("the history is %s, want %s", got, want)
	}
	if got := s.entries(id, as("nobody", receipt)...); got != strings.Replace(want, "test", "<nil>", 1) {
		t.Errorf("the reporter sees %s", got)
	}
	changed := pgtest.Value[string](t, s.db, "select was::text || ' ' || became::text from history where action = 'changed'")
	if changed != `{"count": 3, "notes": null} {"count": 5, "notes": "n"}` {
		t.Errorf("the change is %s", changed)
	}
	s.do(http.MethodGet, "/observations/"+id+"/history", nil, "Authorization", "nobody").want(http.StatusUnauthorized)
	s.do(http.MethodGet, "/observations/"+id+"/history", nil, as("nobody", "receipt_wrong")...).want(http.StatusNotFound)
	s.do(http.MethodGet, "/observations/"+id+"/history", nil, "Authorization", writer).want(http.StatusNotFound)
	page := s.do(http.MethodGet, "/observations/"+id+"/history?limit=3", nil, "Authorization", reviewer).want(http.StatusOK)
	rest := s.do(http.MethodGet, "/observations/"+id+"/history?before="+page.text("before"), nil, "Authorization", reviewer).want(http.StatusOK)
	if len(page.body["entries"].([]any)) != 3 || len(rest.body["entries"].([]any)) != 1 || rest.text("before") != "null" {
		t.Errorf("pages are %s and %s", page.raw, rest.raw)
	}
	if page.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("a history may be cached: %v", page.header)
	}
	for _, wrong := range []string{"limit=0", "limit=501", "before=x", "before=0", "x=1"} {
		s.do(http.MethodGet, "/observations/"+id+"/history?"+wrong, nil, "Authorization", reviewer).want(http.StatusUnprocessableEntity)
	}
	s.create(nil)
	shown := s.create(nil).text("id")
	s.do(http.MethodGet, "/observations/"+shown+"/history", nil, "Authorization", writer).want(http.StatusForbidden)
}

func TestUndo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	s.refresh(t.Context())
	s.predicted(uuidOf(7))
	first := s.create(object{
		"species_scientific_name": "Stegomyia albopicta", "observed_at": "2026-07-14T08:30:00+02:00", "metadata": object{"a": 1.50}, "location": object{"lat": 43.71020001, "lng": 7.262},
	})
	id := first.text("id")
	members := func(a answer) string {
		return fmt.Sprint(a.body["species_id"], a.body["verbatim_scientific_name"], a.body["count"], a.body["location"], a.body["observed_at"], a.body["metadata"],
			a.body["status"], a.body["data_source"], a.body["country_id"], a.body["identification_qualifier"], a.body["sex"], a.body["publication"], a.body["date_precision"])
	}
	for _, change := range []string{
		`{"count": 9, "sex": "female"}`, `{"species_scientific_name": "Culex cf. pipiens"}`, `{"location": {"lat": 0, "lng": 0}}`, `{"observed_at": "2026-07-01"}`,
		`{"observed_at": "2026-05-01", "date_precision": "month", "observed_until": "2026-05-31", "metadata": {}}`, `{"status": "rejected", "data_source": "traps"}`, `{"species_scientific_name": "Aedes nemo"}`,
	} {
		s.patch(id, change, "Authorization", reviewer).want(http.StatusOK)
		back := s.do(http.MethodPost, s.newest(id)+"/undo", nil, "Authorization", reviewer).want(http.StatusOK)
		if members(back) != members(first) {
			t.Errorf("%s undone is\n%s, was\n%s", change, members(back), members(first))
		}
		s.patch(id, change, "Authorization", reviewer).want(http.StatusOK)
		path := s.newest(id)
		s.patch(id, `{"notes": "meanwhile"}`, "Authorization", reviewer).want(http.StatusOK)
		s.do(http.MethodPost, path+"/undo", nil, "Authorization", reviewer).want(http.StatusOK)
		s.do(http.MethodPost, path+"/undo", nil, "Authorization", reviewer).want(http.StatusConflict)
	}
	s.do(http.MethodPost, s.newest(id)+"/undo", nil, "Authorization", writer).want(http.StatusForbidden)
	s.do(http.MethodPost, "/observations/"+id+"/history/999999/undo", nil, "Authorization", reviewer).want(http.StatusNotFound)
	s.do(http.MethodPost, "/observations/"+id+"/history/x/undo", nil, "Authorization", reviewer).want(http.StatusNotFound)
	other := s.create(nil).text("id")
	s.do(http.MethodPost, strings.Replace(s.newest(id), id, other, 1)+"/undo", nil, "Authorization", reviewer).want(http.StatusNotFound)
	s.do(http.MethodPost, s.newest(other)+"/undo", nil, "Authorization", reviewer).want(http.StatusConflict) // that it was created
}

// TestUndoAfterARedaction: what the history no longer says comes back in no record.
func TestUndoAfterARedaction(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(object{"observer_name": "Ada", "metadata": object{"recordedBy": "Ada"}}).text("id")
	s.patch(id, `{"count": 9, "observer_name": "Ada L.", "metadata": {"recordedBy": "Ada L."}}`, "Authorization", reviewer).want(http.StatusOK)
	change := s.newest(id)
	s.exec("select redact_history('observation', '" + id + "', '{observer_name,metadata}', 'server', null)")
	back := s.do(http.MethodPost, change+"/undo", nil, "Authorization", reviewer).want(http.StatusOK)
	if fmt.Sprint(back.body["count"]) != "3" || back.body["observer_name"] != "Ada L." || fmt.Sprint(back.body["metadata"]) != "map[recordedBy:Ada L.]" {
		t.Errorf("undone: %s", back.raw)
	}
}

func TestUndoOfAWithdrawal(t *testing.T) {
	t.Parallel()
	s := setup(t)
	me := "account " + uuid.NewString()
	for who, want := range map[string]struct {
		by      []string
		undoing int
	}{
		"anonymous": {nil, http.StatusConflict},
		me:          {[]string{"Authorization", me}, http.StatusConflict},
		writer:      {[]string{"Authorization", writer}, http.StatusOK},
	} {
		rec := s.report(who, nil)
		if want.by == nil {
			want.by = as("nobody", rec.text("receipt"))
		}
		s.do(http.MethodDelete, "/observations/"+rec.text("id"), nil, want.by...).want(http.StatusNoContent)
		s.do(http.MethodPost, s.newest(rec.text("id"))+"/undo", nil, "Authorization", reviewer).want(want.undoing)
		seen := http.StatusNotFound
		if want.undoing == http.StatusOK {
			seen = http.StatusOK
		}
		s.do(http.MethodGet, "/observations/"+rec.text("id"), nil, "Authorization", "nobody").want(seen)
	}
}

func TestABatchIsOneEntry(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.do(http.MethodPost, "/observations/batch", []any{catch(nil), catch(nil)}, "Content-Type", "application/json").want(http.StatusOK)
	if got := pgtest.Column[string](t, s.db, "select entity || ' ' || action || ' ' || became::text from history"); len(got) != 1 || got[0] != `import created {"observations": 2}` {
		t.Errorf("the history has %q", got)
	}
}
