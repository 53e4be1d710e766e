package alerts_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestIntroductionWithinDistance(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	s.record("Aedes albopictus", "2020-06-01", 1, 41, "")
	s.record("Aedes albopictus", "2026-07-01", 1.49, 41, "")                             // 41 km from the first
	s.record("Aedes albopictus", "2026-07-02", 7, 41, "")                                // 503 km
	s.record("Aedes albopictus", "2026-07-02", 7, 41.0001, "")                           // beside it, the same day
	s.record("Aedes albopictus", "2026-07-03", 9, 48, "location_accuracy_m = 25001")     // says too little
	s.record("Aedes albopictus", "2026-07-04", 8, 45, "status = 'rejected'")             // is none
	s.record("Aedes albopictus", "2026-07-04", 0, 49, "flags = 2")                       // lies at longitude 0
	s.record("Aedes aegypti", "2026-07-04", 3, 47, "")                                   // another species
	s.record("Aedes albopictus", "2026-07-05", -179.9, 10, "location_accuracy_m = 1000") // on both sides of the antimeridian
	s.record("Aedes albopictus", "2026-07-06", 179.9, 10, "location_accuracy_m = 25000")
	s.evaluate()
	s.wantAlerts("",
		"2026-07-05 Aedes albopictus: no earlier record within 50 km; the nearest is 14300 km away",
		"2026-07-02 Aedes albopictus: no earlier record within 50 km; the nearest is 462 km away",
		"h 2020-06-01 Aedes albopictus: no earlier record within 50 km; there is no earlier one",
	)
	facts := object{}
	for _, a := range s.list("?open=true&historical=false") {
		if a.Day == "2026-07-02" {
			if err := json.Unmarshal(a.Facts, &facts); err != nil || a.Location == nil || a.Location.Lng != 7 {
				t.Errorf("%v %+v", err, a)
			}
		}
	}
	nearest, _ := facts["nearest_earlier"].(object)
	if nearest["observed_on"] != "2026-07-01" || facts["species_id"] != "aedes-albopictus" || facts["data_source"] != "one" {
		t.Errorf("facts are %v", facts)
	}
}

func TestIntroductionInAreas(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "disease": "dengue-fever", "set": "zones"})
	s.rule(object{"kind": "introduction", "species": "aedes-albopictus", "area": "east", "parameters": object{"distance_km": 20}, "name": "near"})
	s.record("Aedes albopictus", "2026-06-01", 1, 41, "")
	s.record("Aedes albopictus", "2026-07-02", 6, 41, "")
	s.record("Aedes albopictus", "2026-07-03", 6.1, 41, "") // 8 km from it
	s.record("Aedes aegypti", "2026-07-04", 9, 48, "")
	s.record("Aedes aegypti", "2026-07-05", 20, 48, "") // in no area
	s.evaluate()
	s.wantAlerts("",
		"2026-07-04 Aedes aegypti: first record in east; there is no earlier one",
		"2026-07-02 Aedes albopictus: first record in east; the nearest is 420 km away",
		"2026-06-01 Aedes albopictus: first record in west; there is no earlier one",
		"2026-07-02 Aedes albopictus: no earlier record within 20 km; the nearest is 420 km away",
	)
}

func TestIntroductionCloses(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	id := s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	for i, day := range []string{"2026-07-01", "2026-07-02", "2026-07-03", "2026-07-04"} {
		s.record("Aedes albopictus", day, float64(2*i), 45, "")
	}
	s.evaluate()
	if got := len(s.list("?open=true&rule=" + id)); got != 4 {
		t.Fatalf("%d alerts, want 4", got)
	}
	s.exec("update observations set status = 'rejected' where observed_at = '2026-07-01Z'")
	s.exec("delete from observations where observed_at = '2026-07-02Z'")
	s.record("Aedes albopictus", "2026-06-30", 4.1, 45, "") // an earlier one beside the third
	s.exec("update observations set taxon_key = (select key from taxa where id = 'culex-pipiens') where observed_at = '2026-07-04Z'")
	s.evaluate()
	reasons := map[string]string{}
	for _, a := range s.list("?open=false") {
		reasons[a.Day] = *a.ClosedReason
	}
	if got, want := fmt.Sprint(reasons), "map[2026-07-01:record_rejected 2026-07-03:earlier_record 2026-07-04:facts_changed]"; got != want {
		t.Errorf("closed for %s, want %s", got, want)
	}
	s.exec("update observations set status = 'verified' where observed_at = '2026-07-01Z'")
	s.evaluate()
	s.wantAlerts("?open=true",
		"2026-07-01 Aedes albopictus: no earlier record within 50 km; the nearest is 322 km away",
		"2026-06-30 Aedes albopictus: no earlier record within 50 km; there is no earlier one",
	)
	s.do("PATCH", "/rules/"+id, object{"species": "Aedes aegypti"}).want(200)
	s.evaluate()
	if n := pgtest.Value[int](t, s.db, "select count(*)::int from alerts where closed_reason = 'rule_changed'"); n != 2 {
		t.Errorf("a rule about something else closes %d alerts, want 2", n)
	}
}

func TestAnomaly(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "anomaly", "species": "Culex pipiens", "set": "zones"})
	s.rule(object{"kind": "anomaly", "species": "Culex pipiens", "name": "everywhere", "parameters": object{"min_band": 4}})
	s.rule(object{"kind": "anomaly", "species": "Culex pipiens", "name": "months", "parameters": object{"interval": "month"}})
	for _, e := range []struct {
		day    string
		lon    float64
		caught int
	}{
		{"2024-07-03", 1, 10}, {"2025-07-02", 1, 10}, {"2026-07-01", 1, 35}, // week 27 in the west: 350 %
		{"2024-07-03", 6, 10}, {"2025-07-02", 6, 10}, {"2026-07-01", 6, 20}, // in the east: 200 %, which is above average and not well above
		{"2024-07-17", 1, 10}, {"2025-07-16", 1, 10}, {"2026-07-15", 1, 99}, // week 29 has not ended
	} {
		s.event(fmt.Sprint("s", e.lon), e.day, e.lon, "Culex pipiens", e.caught)
	}
	s.evaluate()
	s.wantAlerts("", // together in week 27: 27.5 against 10
		"2026-07-05 Culex pipiens in 2026-W27: 275% of the mean of 2 years (GRAVID)",
		"2026-07-05 Culex pipiens in 2026-W27: 350% of the mean of 2 years (GRAVID)",
	)
	if got := s.list("?kind=anomaly")[1]; got.Area == nil || *got.Area != "west" {
		t.Errorf("the area is %v", got.Area)
	}
	s.exec("update observations set count = 29 where observed_at = '2026-07-01Z' and ST_X(geom) = 1")
	s.exec("delete from observations where observed_at = '2026-07-01Z' and ST_X(geom) = 6")
	s.exec("delete from sampling_events where ended_at = '2026-07-01Z' and ST_X(geom) = 6")
	s.evaluate()
	s.wantAlerts("?open=false", "2026-07-05 Culex pipiens in 2026-W27: 350% of the mean of 2 years (GRAVID) [facts_changed]")
	s.exec("delete from observations")
	s.exec("delete from sampling_events")
	s.evaluate()
	s.wantAlerts("?open=false",
		"2026-07-05 Culex pipiens in 2026-W27: 290% of the mean of 2 years (GRAVID) [events_removed]",
		"2026-07-05 Culex pipiens in 2026-W27: 350% of the mean of 2 years (GRAVID) [facts_changed]",
	)
}

// weeklyEvents are events of a site every seven days.
func (s service) weeklyEvents(site string, lon float64, first, last string) {
	s.t.Helper()
	s.exec(`insert into sampling_events (id, data_source_key, event_id, site_id, geom, ended_at, date_precision)
		select gen_random_uuid(), 1, $1 || day, $1, ST_SetSRID(ST_MakePoint($2, 41), 4326), day, 'day'
		from generate_series($3::text::timestamptz, $4::text::timestamptz, '7 days') day`, site, lon, first+"Z", last+"Z")
}

func TestSilence(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "silence"})
	for _, year := range []string{"2023", "2024", "2025"} {
		for i, site := range []string{"silent", "working", "winter"} {
			s.weeklyEvents(site, float64(i+1), year+"-05-01", year+"-09-30")
		}
	}
	s.weeklyEvents("silent", 1, "2026-05-01", "2026-06-05")
	s.weeklyEvents("working", 2, "2026-05-01", "2026-07-10")
	s.weeklyEvents("new", 4, "2026-05-01", "2026-06-05") // in its first year: it has the season of its data source
	s.weeklyEvents("rare", 5, "2026-05-01", "2026-05-15")
	s.evaluate()
	s.wantAlerts("?historical=false",
		"2026-06-27 Site new of one: no event since 2026-06-05, usually every 7 days",
		"2026-06-27 Site silent of one: no event since 2026-06-05, usually every 7 days",
		"2026-05-17 Site winter of one: no event since 2025-09-25, usually every 7 days",
	)
	s.weeklyEvents("silent", 1, "2026-07-14", "2026-07-14")
	s.exec("delete from sampling_events where site_id = 'new'")
	s.evaluate()
	s.wantAlerts("?open=false",
		"2026-06-27 Site new of one: no event since 2026-06-05, usually every 7 days [events_removed]",
		"2026-06-27 Site silent of one: no event since 2026-06-05, usually every 7 days [site_reported]",
	)
	*s.now = time.Date(2027, 4, 30, 0, 0, 0, 0, time.UTC) // nobody is missed in winter who worked to the end of the season
	s.weeklyEvents("working", 2, "2026-07-17", "2026-09-30")
	s.weeklyEvents("silent", 1, "2026-07-21", "2026-09-30")
	s.evaluate()
	s.wantAlerts("?open=true", "2026-05-17 Site winter of one: no event since 2025-09-25, usually every 7 days")
}

// TestHistory holds that an import of ten years raises no entry of a feed, that the same again changes nothing, and that removing the data
// set closes the alerts.
func TestHistory(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "introduction", "species": "Aedes albopictus"})
	s.rule(object{"kind": "anomaly", "species": "Aedes albopictus"})
	s.rule(object{"kind": "silence"})
	history := `insert into sampling_events (id, data_source_key, event_id, site_id, geom, ended_at, date_precision, sampling_protocol, effort, effort_unit, effort_source)
			select md5('e' || n)::uuid, 2, 'e' || n, 's' || n % 20, ST_SetSRID(ST_MakePoint(n % 20, 45), 4326), '2015-01-01Z'::timestamptz + n * interval '1 day', 'day', 'BG', 1,
				'trap_night', 'stated'
			from generate_series(1, 3650) n on conflict (id) do nothing;
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, sampling_protocol)
			select md5('o' || n)::uuid, (select key from taxa where id = 'aedes-albopictus'), 1 + n / 365 * 10, ST_SetSRID(ST_MakePoint(n % 20, 45), 4326),
				'2015-01-01Z'::timestamptz + n * interval '1 day', 'day', 2, 'e' || n, 'BG'
			from generate_series(1, 3650) n on conflict (id) do nothing`
	s.exec(history)
	s.evaluate()
	counts := func() string {
		return pgtest.Value[string](t, s.db, `select string_agg(kind || ' ' || n || ' ' || open, ', ' order by kind) from
			(select kind, count(*) n, count(*) filter (where closed_at is null) open from alerts join alert_rules r on r.id = rule_id where historical group by kind) k`)
	}
	before := counts()
	if before != "anomaly 52 52, introduction 20 20, silence 20 20" {
		t.Errorf("ten years raise %s", before)
	}
	if items := s.do("GET", "/feed.json", nil).want(200).body["items"].([]any); len(items) != 0 {
		t.Errorf("the feed has the entries %v", items)
	}
	stamp := `select max(updated_at)::text || max(xmin::text) from alerts`
	was := pgtest.Value[string](t, s.db, stamp)
	s.exec(history)
	*s.now = today.Add(2 * time.Hour)
	s.evaluate()
	if got := counts(); got != before || pgtest.Value[string](t, s.db, stamp) != was {
		t.Errorf("the same again: %s, was %s", got, before)
	}
	s.exec("delete from observations where data_source_key = 2")
	s.exec("delete from sampling_events where data_source_key = 2")
	s.evaluate()
	if got := pgtest.Value[int](t, s.db, "select count(*)::int from alerts where closed_at is null"); got != 0 {
		t.Errorf("%d alerts stay open", got)
	}
	reasons := pgtest.Value[string](t, s.db, "select string_agg(distinct closed_reason, ' ') from alerts")
	if reasons != "events_removed" {
		t.Errorf("closed for %s", reasons)
	}
}

// TestExcess holds that a week with many more specimens is an excess, that one with as many more traps is none, and that an excess which is
// corrected closes.
func TestExcess(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "excess", "species": "Culex pipiens", "area": "west"})
	s.rule(object{"kind": "excess", "species": "Culex pipiens", "area": "east"})
	s.rule(object{"kind": "excess", "species": "Aedes albopictus"})
	for place, lon := range map[string]int{"w": 1, "e": 6} {
		s.exec(`insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision, sampling_protocol, effort, effort_unit, effort_source)
				select gen_random_uuid(), 1, $1 || n, ST_SetSRID(ST_MakePoint($2, 41), 4326), day, 'day', 'GRAVID', 10, 'trap_night', 'stated'
				from (select n, '2026-07-08Z'::timestamptz - n * interval '7 days' as day from generate_series(0, 312) n) w`, place, lon)
		s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, sampling_protocol)
				select gen_random_uuid(), (select key from taxa where id = 'culex-pipiens'), 20 + n * 7 % 5, geom, ended_at, 'day', 1, event_id, 'GRAVID'
				from (select *, substr(event_id, 2)::int as n from sampling_events where event_id like $1 || '%') e`, place)
	}
	s.exec("update observations set count = 60 where observed_at = '2026-07-08Z'")
	s.exec("update sampling_events set effort = 30 where event_id = 'e0'") // three times the catch of three times the effort
	s.evaluate()
	list := s.list("")
	if len(list) != 1 || *list[0].Area != "west" || !strings.HasPrefix(list[0].Title, "Culex pipiens in 2026-W28: 60 specimens, more than the ") {
		t.Fatalf("alerts are\n%s", summary(list))
	}
	var facts struct {
		Expected, Upper float64
		Effort          float64
	}
	if err := json.Unmarshal(list[0].Facts, &facts); err != nil || facts.Expected < 20 || facts.Expected > 24 || facts.Upper < facts.Expected || facts.Upper > 40 || facts.Effort != 10 {
		t.Errorf("facts are %+v, %v", facts, err)
	}
	s.exec("update observations set count = 22 where observed_at = '2026-07-08Z'")
	s.evaluate()
	if list := s.list("?open=false"); len(list) != 1 || *list[0].ClosedReason != "facts_changed" {
		t.Errorf("closed alerts are %s", summary(list))
	}
}

// pool stores a pool of Culex pipiens that was tested for West Nile virus.
func (s service) pool(day, result string, lon float64, size int) {
	s.t.Helper()
	s.exec(`insert into pools (id, data_source_key, pool_id, geom, ended_at, date_precision, taxon_key, size, pathogen, result, sex)
		select gen_random_uuid(), 1, gen_random_uuid()::text, ST_SetSRID(ST_MakePoint($3, 41), 4326), $1::text::timestamptz, 'day', key, $4, 'West Nile virus', $2, 'female'
		from taxa where id = 'culex-pipiens'`, day+"Z", result, lon, size)
}

// TestInfection holds the first positive pool of a season, and the rate of 7 of 20 pools of 50, 8.324920 per 1,000 (PooledInfRate).
func TestInfection(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	s.rule(object{"kind": "infection", "species": "Culex pipiens", "area": "west", "parameters": object{"pathogen": "WNV"}})
	s.rule(object{"kind": "infection", "name": "low", "parameters": object{"pathogen": "West Nile virus", "min_rate": 8.3}})
	s.rule(object{"kind": "infection", "name": "high", "parameters": object{"pathogen": "wnv", "min_rate": 8.4}})
	s.rule(object{"kind": "infection", "name": "other", "parameters": object{"pathogen": "SLEV"}})
	s.pool("2026-06-10", "negative", 1, 50)
	s.pool("2026-06-10", "inconclusive", 1, 50)
	s.pool("2026-06-12", "positive", 7, 50) // in the east
	for n := range 20 {
		s.pool("2026-07-08", map[bool]string{true: "positive", false: "negative"}[n < 7], 1, 50)
	}
	s.pool("2026-07-14", "positive", 1, 50) // in a week that has not ended
	s.evaluate()
	s.wantAlerts("",
		"2026-06-14 West Nile virus in 2026-W24: 10.2 infected per 1,000 (1 of 2 pools, no protocol, one)",
		"2026-06-14 West Nile virus in 2026-W24: 10.2 infected per 1,000 (1 of 2 pools, no protocol, one)",
		"2026-07-12 West Nile virus in 2026-W28: 8.3 infected per 1,000 (7 of 20 pools, no protocol, one)",
		"2026-07-08 West Nile virus: first positive pool of the season 2026, Culex pipiens (one)",
	)
	s.exec("update pools set result = 'negative' where ended_at = '2026-07-08Z'")
	s.exec("delete from pools where ended_at in ('2026-06-10Z', '2026-06-12Z')")
	s.evaluate()
	reasons := pgtest.Value[string](t, s.db, "select string_agg(closed_reason, ' ' order by closed_reason) from alerts where closed_at is not null")
	if reasons != "facts_changed pools_removed pools_removed" {
		t.Errorf("closed for %s", reasons)
	}
	for parameters, want := range map[string]string{
		`{"pathogen":"WNV","min_rate":1,"min_vector_index":1}`: "parameters.min_vector_index:not_allowed",
		`{"pathogen":"WNV","min_rate":1,"unit":"trap_night"}`:  "parameters.unit:not_allowed",
	} {
		if got := s.do("POST", "/rules", object{"kind": "infection", "name": "x", "parameters": json.RawMessage(parameters)}).want(422).wrong(); got != want {
			t.Errorf("%s: %s, want %s", parameters, got, want)
		}
	}
	if got := s.do("POST", "/rules", object{"kind": "infection", "name": "x"}).want(422).wrong(); got != "pathogen:missing" {
		t.Errorf("without a pathogen: %s", got)
	}
}

// TestVectorIndex: the abundance of 60 in 3 trap-nights by the rate of 7 of 20 pools of 50, 8.324920 per 1,000, is a vector index of 0.1665.
func TestVectorIndex(t *testing.T) {
	t.Parallel()
	s := setup(t, options{})
	rule := func(name string, least float64, more object) {
		body := object{"kind": "infection", "name": name, "species": "Culex pipiens", "parameters": object{"pathogen": "WNV", "min_vector_index": least}}
		maps.Copy(body, more)
		s.rule(body)
	}
	rule("low", 0.16, nil)
	rule("high", 0.17, nil)
	rule("west", 0.16, object{"set": "zones"})
	for _, day := range []string{"2026-07-06", "2026-07-07", "2026-07-08"} {
		s.event("s1", day, 1, "Culex pipiens", 20)
	}
	for n := range 20 {
		s.pool("2026-07-08", map[bool]string{true: "positive", false: "negative"}[n < 7], 1, 50)
	}
	s.exec("update pools set sampling_protocol = 'GRAVID'")
	s.evaluate()
	s.wantAlerts("",
		"2026-07-12 West Nile virus in 2026-W28: vector index 0.17, of 1 species (GRAVID, by trap_night)",
		"2026-07-12 West Nile virus in 2026-W28: vector index 0.17, of 1 species (GRAVID, by trap_night)",
	)
	s.exec("update pools set result = 'negative'")
	s.evaluate()
	if reasons := pgtest.Value[string](t, s.db, "select string_agg(closed_reason, ' ') from alerts"); reasons != "facts_changed facts_changed" {
		t.Errorf("closed for %s", reasons)
	}
}
