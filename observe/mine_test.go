package observe_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/observe"
)

// TestEachOf: an account's records are all visited, public or not, with what their owner sees, and no other's.
func TestEachOf(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := uuid.MustParse(uuidOf(77))
	want := map[uuid.UUID]string{}
	for i, publication := range []string{"public", "withdrawn", "public"} {
		rec := s.create(map[string]any{"observer_name": "Ada", "user_id": "ada"}).want(http.StatusCreated)
		id := uuid.MustParse(rec.text("id"))
		if i < 2 {
			s.exec("update observations set account = $1 where id = $2", owner, id)
			want[id] = publication
		}
		if publication == "withdrawn" {
			s.do(http.MethodDelete, "/observations/"+id.String(), nil).want(http.StatusNoContent)
		}
	}
	records := observe.New(observe.Options{DB: s.db, Lookups: s.lookups})
	err := records.EachOf(t.Context(), s.db, owner, func(item any) error {
		rec := item.(observe.Observation)
		if rec.Publication != want[rec.ID] || rec.ObserverName == nil || *rec.ObserverName != "Ada" || *rec.UserID != "ada" {
			t.Errorf("visited %+v, want %s", rec, want[rec.ID])
		}
		delete(want, rec.ID)
		return nil
	})
	if err != nil || len(want) > 0 {
		t.Errorf("%v; not visited: %v", err, want)
	}
}

// TestListMine: people read their own records, public, waiting and withdrawn, page by page, with what reviewers said without their names; nobody
// reads another's.
func TestListMine(t *testing.T) {
	t.Parallel()
	s := setup(t)
	me := "account " + uuid.NewString()
	ids := map[string]string{}
	for day, what := range []string{"withdrawn", "waits", "rejected", "public", "hidden"} {
		members := object{"notes": what, "observed_at": fmt.Sprintf("2026-07-%02d", day+1)}
		switch what {
		case "waits":
			members["count"] = 20_000
		case "hidden":
			members["obscured_degrees"] = 0.1
			members["location"] = object{"lat": 43.71026, "lng": 7.26203}
		}
		ids[what] = s.report(me, members).text("id")
	}
	s.report("account "+uuid.NewString(), nil)
	s.do(http.MethodDelete, "/observations/"+ids["withdrawn"], nil, "Authorization", me).want(http.StatusNoContent)
	s.decide("scopes review", object{"observation_id": ids["rejected"], "decision": "reject", "reason": "a crane fly"},
		object{"observation_id": ids["waits"], "decision": "needs_more", "comment": "so many?"})

	list := func(query string) answer {
		a := s.do(http.MethodGet, base+"/me/observations?"+query, nil, "Authorization", me).want(http.StatusOK)
		if a.header.Get("Cache-Control") != "private, no-store" {
			t.Error("caches may keep one's own records")
		}
		return a
	}
	notes := func(a answer) (all []string) {
		for _, item := range a.body["items"].([]any) {
			o := item.(map[string]any)["observation"].(map[string]any)
			all = append(all, fmt.Sprint(o["notes"], " ", o["publication"], " ", o["status"]))
		}
		return all
	}
	const want = "[hidden public unverified public public unverified rejected public rejected waits pending unverified withdrawn withdrawn unverified]"
	whole := list("")
	if got := fmt.Sprint(notes(whole)); got != want || whole.text("count") != "5" {
		t.Errorf("the list is %s, of %s", got, whole.text("count"))
	}
	for _, said := range []string{"43.71026", "a crane fly", "so many?", `"held_reason":"reporter"`} {
		if !strings.Contains(whole.raw, said) {
			t.Errorf("the list lacks %s", said)
		}
	}
	if strings.Contains(whole.raw, `"actor":"`) {
		t.Errorf("the list names a reviewer: %s", whole.raw)
	}
	var paged []string
	for a := list("limit=2"); ; a = s.do(http.MethodGet, a.text("next"), nil, "Authorization", me).want(http.StatusOK) {
		paged = append(paged, notes(a)...)
		if a.body["next"] == nil {
			back := s.do(http.MethodGet, a.text("previous"), nil, "Authorization", me).want(http.StatusOK)
			if got := fmt.Sprint(notes(back)); got != fmt.Sprint(paged[2:4]) {
				t.Errorf("the page before the last is %s", got)
			}
			break
		}
	}
	if fmt.Sprint(paged) != want {
		t.Errorf("page by page: %v", paged)
	}

	if got := notes(list("id=" + ids["withdrawn"])); len(got) != 1 {
		t.Errorf("one's own record by its id: %v", got)
	}
	for _, other := range []string{s.report("anonymous", nil).text("id"), uuid.NewString()} {
		if a := list("id=" + other); a.text("count") != "0" || len(notes(a)) != 0 {
			t.Errorf("another's record is %s", a.raw)
		}
	}
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	s.exec("update observations set data_source_key = (select key from data_sources where id = 'traps') where id = $1", ids["public"])
	s.refresh(t.Context())
	for source, want := range map[string]string{"traps": "[public public unverified]", "nowhere": "[]"} {
		if got := fmt.Sprint(notes(list("data_source=" + source))); got != want {
			t.Errorf("of %s: %s, want %s", source, got, want)
		}
	}
	if a := list("data_source=nowhere&id=" + ids["public"]); a.text("count") != "0" {
		t.Errorf("of another data source: %s", a.raw)
	}
	s.do(http.MethodGet, base+"/me/observations?id=x", nil, "Authorization", me).want(http.StatusUnprocessableEntity)
	for who, status := range map[string]int{"nobody": http.StatusUnauthorized, writer: http.StatusForbidden} {
		s.do(http.MethodGet, base+"/me/observations", nil, "Authorization", who).want(status)
	}
}
