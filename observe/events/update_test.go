package events_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestPatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.create(object{"started_at": "2012-08-05", "traps": 2, "lure": "CO2", "metadata": object{"a": 1, "b": 2}})
	id := made.Text("id")
	step := func(body string, names, want string) {
		t.Helper()
		if got := s.patch(id, body).Want(200).Text(strings.Fields(names)...); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	step(`{}`, "updated_at", made.Text("updated_at"))
	if s.Changes.Load() != 1 {
		t.Error("a patch without a change was announced")
	}
	const effort = "effort effort_unit effort_source"
	step(`{"remarks":"rain"}`, effort+" remarks", "12 trap_night derived rain")
	step(`{"nights":3}`, effort, "6 trap_night stated")
	step(`{"started_at":"2012-08-09"}`, effort+" started_at", "6 trap_night stated 2012-08-09")
	step(`{"nights":null}`, effort, "4 trap_night derived")
	step(`{"effort":5,"effort_unit":"person_hour"}`, effort, "5 person_hour stated")
	step(`{"traps":3,"nights":2}`, effort, "5 person_hour stated")
	step(`{"effort":8}`, effort, "8 person_hour stated")
	step(`{"effort_unit":"house"}`, effort, "8 house stated")
	step(`{"effort":null}`, effort, "6 trap_night stated")
	step(`{"started_at":null,"nights":null,"traps":null}`, effort+" started_at traps", "null null null null null")
	step(`{"started_at":"2012-08-05","date_precision":"week","sampling_protocol":"gravid"}`, "date_precision started_at ended_at effort", "week 2012-08-05 2012-08-11 null")
	step(`{"ended_at":"2012-08-10"}`, "date_precision ended_at", "week 2012-08-10")
	step(`{"location":{"lat":48.1,"lng":11.6}}`, "location country_id region_id", `{"lat":48.1,"lng":11.6} de western-europe`)
	step(`{"metadata":{"a":null,"c":3},"lure":null,"problem":true,"complete":false,"target_taxa":["aedes_albopictus"]}`,
		"metadata lure problem complete target_taxa", `{"b":2,"c":3} null true false ["Aedes albopictus"]`)
	step(`{"metadata":null,"problem":null,"complete":null,"target_taxa":null}`, "metadata problem complete target_taxa", `{} false null []`)
	step(`{"data_source":"traps","event_id":"T2-W32"}`, "event_id", "T2-W32")

	for body, want := range map[string]string{
		`{"event_id":"other"}`: "event_id:read_only", `{"data_source":"other"}`: "data_source:read_only", `{"ended_at":null}`: "ended_at:missing",
		`{"location":null}`: "location:missing", `{"ended_at":"2012-08-01"}`: "started_at:inconsistent", `{"effort":3}`: "effort_unit:missing",
		`{"effort":null,"effort_unit":"dip"}`: "effort:missing", `{"updated_at":null,"country_id":"fr"}`: "country_id:read_only updated_at:read_only",
		`{"mood":1}`: "mood:unknown_field", `{"date_precision":null}`: "date_precision:missing", `{"started_at":null}`: "started_at:inconsistent",
		`{"date_precision":"month"}`: "date_precision:inconsistent", `{"date_precision":"year"}`: "date_precision:inconsistent",
		`{"effort":1e-320,"effort_unit":"dip"}`: "effort:out_of_range",
	} {
		if got := strings.Join(s.patch(id, body).Want(422).Wrong(), " "); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// TestHistory: an entry says what a new event is, and what is changed of it.
func TestHistory(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(object{"started_at": "2012-08-05", "traps": 2, "remarks": "sun"}).Text("id")
	s.patch(id, `{"remarks":"rain"}`).Want(200)
	got := pgtest.Column[string](t, s.DB, "select concat_ws(' ', action, became ->> 'traps', was ->> 'remarks', became ->> 'remarks') from history where entity = 'event' and entity_id = $1 order by id", id)
	if want := "created 2 sun, changed sun rain"; strings.Join(got, ", ") != want {
		t.Errorf("the history has %q, want %s", got, want)
	}
}

// TestConditions: the ETag is that of what is shown, the catch too.
func TestConditions(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.create(nil)
	id, etag := made.Text("id"), made.Header.Get("ETag")
	s.patch(id, `{"traps":2}`, "If-Match", `"other"`).Want(412)
	changed := s.patch(id, `{"traps":2}`, "If-Match", etag).Want(200)
	s.patch(id, `{"traps":3}`, "If-Match", etag).Want(412)
	s.Exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, status)
		select gen_random_uuid(), (select key from taxa where id = 'culex-pipiens'), n, ST_SetSRID(ST_MakePoint(0, 0), 4326), '2012-08-11', 'day',
			d.key, 'T2-W32', case n when 3 then 'rejected' else 'unverified' end
		from generate_series(1, 3) n, data_sources d where d.id = 'traps'`)
	s.Do("DELETE", "/events/"+id, nil, "If-Match", changed.Header.Get("ETag")).Want(412)
	read := s.Do("GET", "/events/"+id, nil).Want(200)
	if read.Text("specimens") != "3" {
		t.Errorf("%s specimens", read.Text("specimens"))
	}
	s.Do("DELETE", "/events/"+id, nil, "Authorization", "nobody").Want(401)
	if a := s.Do("DELETE", "/events/"+id, nil, "If-Match", read.Header.Get("ETag")).Want(204); a.Raw != "" {
		t.Error(a.Raw)
	}
	s.Do("DELETE", "/events/"+id, nil).Want(404)
	if n := pgtest.Value[int](t, s.DB, "select count(*) from observations where event_id = 'T2-W32'"); n != 3 {
		t.Errorf("%d records are left", n)
	}
}

// TestCreatesAtOnce: of several creates of one event with different content one stores it and the others conflict.
func TestCreatesAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var group sync.WaitGroup
	statuses := make([]int, 8)
	for i := range statuses {
		group.Go(func() { statuses[i] = s.Do("POST", "/events", collection(object{"remarks": fmt.Sprint(i % 2)})).Status })
	}
	group.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	if count[201] != 1 || count[409] != 4 || count[200] != 3 {
		t.Errorf("statuses %v", statuses)
	}
}
