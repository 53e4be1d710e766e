package pools_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	body := test(object{
		"data_source": "Traps", "pool_id": " P1 ", "species_scientific_name": "culex_pipiens", "sex": "female", "life_stage": "adult", "method": "RT-PCR",
		"tested_on": "2012-08-14", "started_at": "2012-08-05", "sampling_protocol": "GRAVID", "remarks": "", "metadata": object{"ct": 21.5},
	})
	made := s.Do("POST", "/pools", body).Want(201)
	for names, want := range map[string]string{
		"id data_source pool_id event_id": surveillance.PoolUUID("traps", "P1", "West Nile virus", "RT-PCR").String() + " traps P1 null",
		"species_id species_scientific_name verbatim_scientific_name identification_qualifier": "culex-pipiens Culex pipiens null null",
		"sex life_stage size pathogen disease_id":                                              "female adult 50 West Nile virus west-nile-fever",
		"method result tested_on":                                                              "RT-PCR positive 2012-08-14",
		"location location_accuracy_m country_id region_id":                                    `{"lat":41.87,"lng":-87.63} null us northern-america`,
		"started_at ended_at date_precision sampling_protocol":                                 "2012-08-05 2012-08-11 day GRAVID",
		"remarks metadata": `null {"ct":21.5}`,
	} {
		if got := made.Text(strings.Fields(names)...); got != want {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
	if s.Changes.Load() != 1 || made.Body["warnings"] != nil {
		t.Errorf("%d changes were announced; warnings %v", s.Changes.Load(), made.Body["warnings"])
	}
	id := made.Text("id")
	if got := made.Header.Get("Location"); !strings.HasSuffix(got, keyedtest.Base+"/pools/"+id) {
		t.Errorf("Location %s", got)
	}
	read := s.Do("GET", "/pools/"+id, nil).Want(200)
	if read.Raw != made.Raw || read.Header.Get("ETag") != made.Header.Get("ETag") {
		t.Errorf("read %s, made %s", read.Raw, made.Raw)
	}
	s.Do("GET", "/pools/"+id, nil, "If-None-Match", read.Header.Get("ETag")).Want(304)
	if again := s.Do("POST", "/pools", body).Want(200); again.Raw != made.Raw || s.Changes.Load() != 1 {
		t.Errorf("a repeated create: %s", again.Raw)
	}
	body["pathogen"] = "west nile virus"
	s.Do("POST", "/pools", body).Want(200)
	s.patch(id, `{"result":"negative"}`).Want(200)
	s.Do("POST", "/pools", body).Want(200)
	body["size"] = 49
	s.Do("POST", "/pools", body).Want(409)
	s.Do("POST", "/pools", body, "Authorization", "nobody").Want(401)
	s.create(object{"pathogen": "SLEV"})
	if n := pgtest.Value[int](t, s.DB, "select count(*) from pools"); n != 2 {
		t.Errorf("%d tests of the pool", n)
	}
	if made := s.create(object{"pool_id": "P2", "pathogen": "Keystone virus"}); made.Text("pathogen", "disease_id") != "Keystone virus null" {
		t.Error(made.Raw)
	}
}

// TestNames: the species is resolved as those of records are, and a group stays itself.
func TestNames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for sent, want := range map[string]string{
		"Stegomyia aegypti": "aedes-aegypti Aedes aegypti Stegomyia aegypti null", "Culex cf. pipiens": "culex-pipiens Culex pipiens Culex cf. pipiens cf.",
		"CULEX PIPIENS/RESTUANS": "culex-pipiens-restuans Culex pipiens/restuans CULEX PIPIENS/RESTUANS null",
	} {
		a := s.create(object{"pool_id": sent, "species_scientific_name": sent})
		if got := a.Text("species_id", "species_scientific_name", "verbatim_scientific_name", "identification_qualifier"); got != want {
			t.Errorf("%s: %s, want %s", sent, got, want)
		}
	}
	if a := s.create(object{"species_scientific_name": "Culex pipens"}); !strings.Contains(a.Raw, "misspelling of Culex pipiens") {
		t.Errorf("a misspelling has no warning: %s", a.Raw)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec("insert into data_sources (id, name, synthetic) values ('made-up', 'Made up', true)")
	for name, c := range map[string]struct {
		changes object
		want    string
	}{
		"nothing given": {object{"data_source": nil, "pool_id": nil, "species_scientific_name": nil, "size": nil, "pathogen": nil, "result": nil, "location": nil, "ended_at": nil},
			"data_source:missing pool_id:missing pathogen:missing species_scientific_name:missing size:missing result:missing location:missing ended_at:missing"},
		"no source":   {object{"data_source": "nobody"}, "data_source:unknown_data_source"},
		"synthetic":   {object{"data_source": "made-up"}, "data_source:synthetic_data_source"},
		"no event":    {object{"event_id": "nothing", "location": nil}, "location:missing"},
		"empty":       {object{"size": 0}, "size:out_of_range"},
		"too large":   {object{"size": 1001}, "size:out_of_range"},
		"half":        {object{"size": 1.5}, "size:not_an_integer"},
		"result":      {object{"result": "POS"}, "result:not_allowed"},
		"blank":       {object{"pathogen": " "}, "pathogen:missing"},
		"no day":      {object{"tested_on": "14/08/2012"}, "tested_on:not_a_date"},
		"tomorrow":    {object{"tested_on": "2027-01-01"}, "tested_on:out_of_range"},
		"the future":  {object{"ended_at": "2026-07-18"}, "ended_at:out_of_range"},
		"unknown":     {object{"mood": "good"}, "mood:unknown_field"},
		"read-only":   {object{"id": "x", "disease_id": "malaria"}, "id:read_only disease_id:read_only"},
		"no name":     {object{"species_scientific_name": "?!"}, "species_scientific_name:not_a_name"},
		"two species": {object{"species_id": "aedes-aegypti"}, "species_id:disagrees"},
	} {
		if got := strings.Join(s.Do(http.MethodPost, "/pools", test(c.changes)).Want(422).Wrong(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if n := pgtest.Value[int](t, s.DB, "select count(*) from pools"); n != 0 {
		t.Errorf("%d pools are stored", n)
	}
}

// TestEventGives: a pool takes from its event what the request does not give, and a pool that is larger than the catch has a warning.
func TestEventGives(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.event()
	names := []string{"location", "location_accuracy_m", "country_id", "started_at", "ended_at", "date_precision", "sampling_protocol"}
	none := object{"event_id": "T2-W32", "location": nil, "ended_at": nil, "size": 20}
	a := s.create(none)
	if got := a.Text(names...); got != `{"lat":48.1,"lng":11.6} 30 de 2012-08-05 2012-08-11 week GRAVID` || a.Body["warnings"] != nil {
		t.Errorf("%s, %v", got, a.Body["warnings"])
	}
	b := s.create(object{"event_id": "T2-W32", "pool_id": "P2", "size": 21, "sampling_protocol": "CO2"})
	if got := b.Text(names...); got != `{"lat":41.87,"lng":-87.63} null us null 2012-08-11 day CO2` {
		t.Error(got)
	}
	if got := fmt.Sprint(b.Body["warnings"]); got != "[size: the pool has 21 mosquitoes, the records of its event have 20]" {
		t.Error(got)
	}
}

// TestFollowsEvent: what a pool took from its event changes with it, and what it says itself stays.
func TestFollowsEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.event()
	names := []string{"location", "location_accuracy_m", "country_id", "started_at", "ended_at", "date_precision", "sampling_protocol"}
	all := s.create(object{"event_id": "T2-W32", "location": nil, "ended_at": nil, "size": 20}).Text("id")
	own := s.create(object{"event_id": "T2-W32", "pool_id": "P2", "size": 20, "ended_at": nil, "sampling_protocol": "CO2"}).Text("id") // but its days
	other := s.create(object{"event_id": "T2-W33", "pool_id": "P3"}).Text("id")                                                        // of an event that is not stored
	want := func(id, want string) {
		t.Helper()
		if got := s.Do("GET", "/pools/"+id, nil).Want(200).Text(names...); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	s.Exec(`update sampling_events set geom = ST_SetSRID(ST_MakePoint(2.35, 48.85), 4326), country_id = 'fr', region_id = 'western-europe', location_accuracy_m = 10,
		started_at = null, ended_at = '2012-08-12Z', date_precision = 'day', sampling_protocol = 'light'`)
	want(all, `{"lat":48.85,"lng":2.35} 10 fr null 2012-08-12 day light`)
	want(own, `{"lat":41.87,"lng":-87.63} null us null 2012-08-12 day CO2`)
	want(other, `{"lat":41.87,"lng":-87.63} null us null 2012-08-11 day null`)
	s.patch(all, `{"location":{"lat":48.1,"lng":11.6}}`).Want(200)
	s.Exec("update sampling_events set geom = ST_SetSRID(ST_MakePoint(2, 48), 4326), sampling_protocol = 'GRAVID'")
	want(all, `{"lat":48.1,"lng":11.6} 10 de null 2012-08-12 day GRAVID`)
	s.Exec("insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision, sampling_protocol) select gen_random_uuid(), data_source_key, 'T2-W33', geom, '2012-08-20Z', 'day', 'BG' from sampling_events")
	want(other, `{"lat":41.87,"lng":-87.63} null us null 2012-08-11 day BG`)
	s.patch(all, `{"event_id":"T2-W33"}`).Want(200)
	want(all, `{"lat":48.1,"lng":11.6} 10 de null 2012-08-20 day BG`)
	s.patch(all, `{"event_id":null}`).Want(200)
	s.Exec("update sampling_events set sampling_protocol = 'CDC'")
	want(all, `{"lat":48.1,"lng":11.6} 10 de null 2012-08-20 day BG`)
}

// TestRetests: tests of a pool by several methods are several records; the same test is one, also under the id that it had before methods
// were told apart.
func TestRetests(t *testing.T) {
	t.Parallel()
	s := setup(t)
	ramp, pcr := s.create(object{"method": "RAMP"}).Text("id"), s.create(object{"method": "RT-PCR", "result": "negative"}).Text("id")
	s.create(nil)
	if got := s.Do("GET", "/pools", nil).Want(200).Text("count"); got != "3" || ramp == pcr {
		t.Errorf("%s records, %s and %s", got, ramp, pcr)
	}
	s.Do("POST", "/pools", test(object{"method": "RAMP"})).Want(200)
	s.Do("POST", "/pools", test(object{"method": "RAMP", "size": 5})).Want(409)
	if got := strings.Join(s.patch(pcr, `{"method":"RAMP"}`).Want(422).Wrong(), " "); got != "method:taken" {
		t.Errorf("a method that another test has: %s", got)
	}
	s.Exec("delete from pools where method is null")
	before := surveillance.PoolUUID("traps", "P1", "West Nile virus", "").String()
	s.Exec("delete from pool_requests")
	s.Exec("update pools set id = $1 where method = 'RT-PCR'", before)
	if got := s.Do("POST", "/pools", test(object{"method": "RT-PCR", "result": "negative"})).Want(200).Text("id"); got != before {
		t.Errorf("the stored test has the id %s, want %s", got, before)
	}
}

// TestEarlyTest: a pool that was tested before its collection began is stored with a warning.
func TestEarlyTest(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for at, c := range []struct {
		changes object
		want    string
	}{
		{object{"tested_on": "2012-08-10"}, "[tested_on: the test is of 2012-08-10, the collection began on 2012-08-11]"},
		{object{"tested_on": "2012-08-11"}, "<nil>"},
		{object{"tested_on": "2012-08-06", "started_at": "2012-08-05"}, "<nil>"},
		{object{"tested_on": "2012-08-11", "ended_at": "2012-08-11T23:00:00-05:00"}, "<nil>"},
	} {
		c.changes["pool_id"] = fmt.Sprint(at)
		if got := fmt.Sprint(s.create(c.changes).Body["warnings"]); got != c.want {
			t.Errorf("%v: %s, want %s", c.changes, got, c.want)
		}
	}
}

func TestPatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.event()
	made := s.create(object{"method": "RT-PCR", "metadata": object{"a": 1}})
	id, etag := made.Text("id"), made.Header.Get("ETag")
	for _, step := range []struct{ body, names, want string }{
		{`{}`, "updated_at", made.Text("updated_at")},
		{`{"result":"inconclusive","tested_on":"2012-08-20","method":null}`, "result tested_on method", "inconclusive 2012-08-20 null"},
		{`{"event_id":"T2-W32","size":10}`, "event_id size location", `T2-W32 10 {"lat":41.87,"lng":-87.63}`},
		{`{"location":{"lat":48.1,"lng":11.6}}`, "country_id", "de"},
		{`{"species_id":"culex-tarsalis"}`, "species_id", "culex-tarsalis"},
		{`{"ended_at":"2012-08-12T06:00:00-05:00"}`, "ended_at date_precision", "2012-08-12T06:00:00-05:00 time"},
		{`{"metadata":{"a":null,"b":2},"pathogen":"WNV","pool_id":"P1"}`, "metadata", `{"b":2}`},
	} {
		if got := s.patch(id, step.body).Want(200).Text(strings.Fields(step.names)...); got != step.want {
			t.Errorf("%s: %s, want %s", step.body, got, step.want)
		}
	}
	for body, want := range map[string]string{
		`{"pathogen":"SLEV"}`: "pathogen:read_only", `{"pool_id":"P2"}`: "pool_id:read_only", `{"size":null}`: "size:missing", `{"result":null}`: "result:missing",
		`{"size":0}`: "size:out_of_range", `{"species_scientific_name":null}`: "species_scientific_name:missing",
	} {
		if got := strings.Join(s.patch(id, body).Want(422).Wrong(), " "); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	s.patch(id, `{"size":7}`, "If-Match", etag).Want(412)
	s.Do("DELETE", "/pools/"+id, nil, "If-Match", etag).Want(412)
	s.Do("DELETE", "/pools/"+id, nil, "Authorization", "nobody").Want(401)
	s.Do("DELETE", "/pools/"+id, nil).Want(204)
	for _, nobody := range []string{id, "seven"} {
		s.Do("GET", "/pools/"+nobody, nil).Want(404)
		s.patch(nobody, "{}").Want(404)
		s.Do("DELETE", "/pools/"+nobody, nil).Want(404)
	}
}

// TestVersion: a change of pools is one of the data.
func TestVersion(t *testing.T) {
	t.Parallel()
	s := setup(t)
	touches := func() int {
		return pgtest.Value[int](t, s.DB, "select count(*) from observation_touches where area = 4097")
	}
	id := s.create(nil).Text("id")
	s.patch(id, `{"size":7}`).Want(200)
	s.patch(id, `{"size":7}`).Want(200)
	s.Do("DELETE", "/pools/"+id, nil).Want(204)
	if n := touches(); n != 3 {
		t.Errorf("%d changes are logged, want 3", n)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`insert into pools (id, data_source_key, pool_id, geom, country_id, started_at, ended_at, date_precision, sampling_protocol, taxon_key, sex, size, pathogen, disease_id, result)
		select gen_random_uuid(), d.key, 'P' || n, ST_SetSRID(ST_MakePoint(n % 50, 10), 4326), case n % 2 when 0 then 'fr' else 'us' end,
			case n % 10 when 0 then '2012-06-01Z'::timestamptz end, '2012-07-01Z'::timestamptz + (n % 20) * interval '1 day', 'day', case n % 3 when 0 then 'GRAVID' else 'CO2' end,
			t.key, case n % 4 when 0 then 'male' else 'female' end, 1 + n % 50, case n % 5 when 0 then 'St. Louis encephalitis virus' else 'West Nile virus' end,
			case n % 5 when 0 then 'st-louis-encephalitis' else 'west-nile-fever' end, case when n % 7 = 0 then 'positive' when n % 11 = 0 then 'inconclusive' else 'negative' end
		from generate_series(1, 300) n join data_sources d on d.id = 'traps' join taxa t on t.id = case n % 2 when 0 then 'culex-pipiens' else 'culex-tarsalis' end`)
	s.Refresh()
	for query, where := range map[string]string{
		"": "true", "pathogen=WNV": "pathogen like 'West%'", "pathogen=slev,nothing": "pathogen like 'St%'", "result=positive,inconclusive": "result <> 'negative'",
		"species=culex-pipiens&sex=female": "n % 2 = 0 and sex = 'female'", "country=fr&sampling_protocol=gravid": "country_id = 'fr' and sampling_protocol = 'GRAVID'",
		"bbox=0,0,10.5,20": "n % 50 <= 10", "start_date=2012-07-10": "(case when started_at is null then last_day else first_day end) >= '2012-07-10'",
		"end_date=2012-07-05": "last_day <= '2012-07-05'", "flags=zero_coordinates": "false", "without_flags=zero_coordinates": "true", "qualifier=uncertain": "false", "status=rejected": "true",
		"disease=west-nile-fever&result=positive": "result = 'positive'", "data_source=traps&months=7": "started_at is null or last_day - first_day < 31",
	} {
		want := pgtest.Column[string](t, s.DB, "select pool_id from (select *, substr(pool_id, 2)::int as n from pools) p where "+where+" order by ended_at desc, id")
		var got []string
		for target := "/pools?limit=40&" + query; target != ""; {
			a := s.Do("GET", target, nil).Want(200)
			if count := a.Body["count"].(float64); int(count) != len(want) {
				t.Fatalf("%s: count %v, want %d", query, count, len(want))
			}
			for _, p := range a.Body["pools"].([]any) {
				got = append(got, p.(object)["pool_id"].(string))
			}
			target = strings.TrimPrefix(a.Link("next"), "http://example.com")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d pools, want %d", query, len(got), len(want))
		}
	}
	for _, query := range []string{"result=maybe", "zero=true", "cursor=x", "limit=0"} {
		s.Do("GET", "/pools?"+query, nil).Want(422)
	}
}
