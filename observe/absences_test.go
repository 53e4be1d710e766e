package observe_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// absences asks for the list of absences.
func (s service) absences(query string, header ...string) answer {
	s.t.Helper()
	return s.do(http.MethodGet, base+"/absences"+query, nil, header...)
}

// fillAbsences stores n absences of one source, of which every fifth is rejected.
func (s service) fillAbsences(n int) {
	s.t.Helper()
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	s.exec(`insert into absences (id, taxon_key, geom, observed_at, date_precision, data_source_key, source_hash, status, occurrence_id, metadata, flags, observer_name)
		select gen_random_uuid(), (select key from taxa where id = case when n % 2 = 0 then 'aedes-aegypti' else 'culex-pipiens' end),
			ST_SetSRID(ST_MakePoint(n % 90, 10), 4326), '2020-01-01Z'::timestamptz + make_interval(days => n % 37), 'day',
			(select key from data_sources where id = 'traps'), gen_random_uuid(), case when n % 5 = 0 then 'rejected' else 'unverified' end,
			'id:' || n, '{"trapNights": 2.50}', 1, 'Jane Roe'
		from generate_series(1, $1::int) n`, n)
}

func TestAbsencesPage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fillAbsences(500)
	want := pgtest.Column[string](t, s.db, "select id::text from absences where status <> 'rejected' order by observed_at desc, id")
	idsOf := func(a answer) (ids []string) {
		for _, absence := range a.body["absences"].([]any) {
			ids = append(ids, absence.(object)["id"].(string))
		}
		return ids
	}
	var pages [][]string
	var last answer
	for at := base + "/absences?limit=37"; at != ""; {
		last = s.do(http.MethodGet, at, nil).want(http.StatusOK)
		if last.text("count") != fmt.Sprint(len(want)) {
			t.Fatalf("count %s, want %d", last.text("count"), len(want))
		}
		pages, at = append(pages, idsOf(last)), last.link("next")
	}
	if got := slices.Concat(pages...); !slices.Equal(got, want) {
		t.Errorf("pages give %d absences in another order than the %d there are", len(got), len(want))
	}
	if back := idsOf(s.do(http.MethodGet, last.link("previous"), nil).want(http.StatusOK)); !slices.Equal(back, pages[len(pages)-2]) {
		t.Error("previous is another page")
	}
	if got := idsOf(s.absences("?limit=10&offset=25").want(http.StatusOK)); !slices.Equal(got, want[25:35]) {
		t.Error("offset gives other absences")
	}
	if a := s.absences("?offset=100000").want(http.StatusOK); len(idsOf(a)) != 0 || a.link("previous") == "" {
		t.Errorf("beyond the end: %s", a.raw)
	}
}

// TestAbsencesFollowTheFilter holds that the Filter selects absences by the columns that it selects observations by.
func TestAbsencesFollowTheFilter(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fillAbsences(300)
	for query, where := range map[string]string{
		"": "status <> 'rejected'", "status=rejected": "status = 'rejected'",
		"species=Stegomyia+aegypti": "status <> 'rejected' and taxon_key = (select key from taxa where id = 'aedes-aegypti')",
		"bbox=0,0,20,20":            "status <> 'rejected' and ST_X(geom) between 0 and 20", "start_date=2020-01-10&end_date=2020-01-12": "status <> 'rejected' and first_day between '2020-01-10' and '2020-01-12'",
		"data_source=traps&months=2": "status <> 'rejected' and extract(month from first_day) = 2", "species=nobody": "false", "flags=country_mismatch&status=verified": "false",
		"without_flags=country_mismatch": "false", "qualifier=certain": "status <> 'rejected'", "event_id=x": "false",
	} {
		want := pgtest.Value[int](t, s.db, "select count(*) from absences where "+where)
		a := s.absences("?limit=1000&" + query).want(http.StatusOK)
		if n := len(a.body["absences"].([]any)); n != want || a.text("count") != fmt.Sprint(want) {
			t.Errorf("%s: %d absences, count %s, want %d", query, n, a.text("count"), want)
		}
	}
	for query, status := range map[string]int{
		"?limit=0": 422, "?limit=5000": 200, "?offset=-1": 422, "?cursor=zzz": 422, "?bbox=1,2": 400, "?start_date=x": 422, "?f=xml": 422, "?specie=x": 422, "?user_id=x": 422,
	} {
		s.absences(query).want(status)
	}
}

// TestAbsencesAsGeoJSON holds that both ways of asking give the same features, and that neither format names an observer.
func TestAbsencesAsGeoJSON(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fillAbsences(3)
	plain, asked, accepted := s.absences("").want(200), s.absences("?f=geojson").want(200), s.absences("", "Accept", "application/geo+json").want(200)
	if asked.raw != accepted.raw || asked.header.Get("Content-Type") != "application/geo+json" || plain.header.Get("Content-Type") != "application/json" || asked.header.Get("Vary") == "" {
		t.Errorf("%s\n%s\n%v", asked.raw, accepted.raw, asked.header)
	}
	if a := s.absences("?f=json", "Accept", "application/geo+json").want(200); a.raw != plain.raw {
		t.Errorf("f outranks Accept: %s", a.raw)
	}
	absence, feature := plain.body["absences"].([]any)[0].(object), asked.body["features"].([]any)[0].(object)
	properties := feature["properties"].(object)
	if feature["id"] != absence["id"] || properties["occurrence_status"] != "absent" || properties["occurrence_id"] != absence["occurrence_id"] ||
		properties["id"] != nil || properties["location"] != nil || asked.text("type") != "FeatureCollection" || asked.text("count") != plain.text("count") {
		t.Errorf("feature %v of %v", feature, absence)
	}
	at, place := feature["geometry"].(object)["coordinates"].([]any), absence["location"].(object)
	if len(at) != 2 || at[0] != place["lng"] || at[1] != place["lat"] {
		t.Errorf("at %v, want %v", at, place)
	}
	if strings.Contains(plain.raw+asked.raw, "Jane Roe") {
		t.Error("an observer is named")
	}
}
