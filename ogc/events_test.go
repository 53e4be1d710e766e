package ogc_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestEvents: the collection answers conditions as SQL does, and writes booleans as such.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.drawAreas()
	for condition, where := range map[string]string{
		"":               "true",
		"problem=true":   "problem",
		"problem=TRUE":   "problem",
		"problem=1":      "problem",
		"complete=false": "complete is false",
		"complete=0":     "complete is false",
		"filter=" + url.QueryEscape("problem = 1"):                                   "problem",
		"filter=" + url.QueryEscape("problem = true AND complete IN (1, 0)"):         "problem and complete is not null",
		"filter=" + url.QueryEscape("specimens = 0 AND problem = FALSE"):             "not problem and not exists (select from observations c where c.event_id = e.event_id)",
		"filter=" + url.QueryEscape("problem = FALSE AND complete IS NULL"):          "not problem and complete is null",
		"filter=" + url.QueryEscape("target_taxa LIKE '%Culex%' AND effort >= 3"):    "'Culex' = any(target_taxa)",
		"filter=" + url.QueryEscape("target_taxa IS NULL AND data_source = 'traps'"): "target_taxa = '{}'",
		"filter=" + url.QueryEscape("ended_at > TIMESTAMP('2012-01-20T00:00:00Z')"):  "ended_at > '2012-01-20Z'",
		"datetime=2012-01-10": "'2012-01-10' between first_day and last_day",
		"bbox=0,40,1,41":      "ST_X(geom) <= 1 and ST_Y(geom) <= 41",
		"area=corner":         "ST_X(geom) + ST_Y(geom) <= 43",
		"area=corner,east&filter=" + url.QueryEscape("problem = FALSE"): "(ST_X(geom) + ST_Y(geom) <= 43 or ST_X(geom) >= 5) and not problem",
	} {
		want := pgtest.Column[string](t, s.db, "select id::text from sampling_events e where "+where+" order by ended_at desc, id")
		var got []string
		for _, f := range s.ok("/collections/events/items?limit=1000&" + condition).body["features"].([]any) {
			got = append(got, f.(object)["id"].(string))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") || len(got) == 0 {
			t.Errorf("%s: %d events, want %d", condition, len(got), len(want))
		}
	}
	first := s.ok("/collections/events/items?limit=1").body["features"].([]any)[0].(object)["properties"].(object)
	if got := fmt.Sprintf("%v %v %v %v %v %v", first["event_id"], first["problem"], first["complete"], first["nights"], first["target_taxa"], first["specimens"]); got != "E40 true true 1.5 <nil> 0" {
		t.Errorf("the newest event: %s", got)
	}
	if csv := s.ok("/collections/events/items?limit=1&f=csv&properties=event_id,problem,complete").raw; !strings.HasSuffix(strings.TrimSpace(csv), ",E40,true,true") {
		t.Error(csv)
	}
	if sorted := s.ok("/collections/events/items?limit=1&sortby=ended_at").raw; !strings.Contains(sorted, `"event_id":"E1"`) {
		t.Error(sorted)
	}
}

// TestPools: the collection answers conditions as SQL does.
func TestPools(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.drawAreas()
	for condition, where := range map[string]string{
		"": "true", "result=positive": "result = 'positive'", "species_id=culex-pipiens&datetime=2012-01-10": "last_day = '2012-01-10'",
		"filter=" + url.QueryEscape("size >= 40 AND method IS NULL AND disease_id = 'west-nile-fever'"): "size >= 40 and method is null",
		"filter=" + url.QueryEscape("tested_on > DATE('2012-03-01') AND data_source = 'traps'"):         "tested_on > '2012-03-01'",
		"bbox=0,40,1,41": "ST_X(geom) <= 1 and ST_Y(geom) <= 41", "area=corner": "ST_X(geom) + ST_Y(geom) <= 43",
	} {
		want := pgtest.Column[string](t, s.db, "select id::text from pools where "+where+" order by ended_at desc, id")
		var got []string
		for _, f := range s.ok("/collections/pools/items?limit=1000&" + condition).body["features"].([]any) {
			got = append(got, f.(object)["id"].(string))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") || len(got) == 0 {
			t.Errorf("%s: %d pools, want %d", condition, len(got), len(want))
		}
	}
	first := s.ok("/collections/pools/items?limit=1").body["features"].([]any)[0].(object)["properties"].(object)
	if got := fmt.Sprintf("%v %v %v %v %v %v", first["pool_id"], first["species_scientific_name"], first["size"], first["pathogen"], first["result"], first["tested_on"]); got != "P40 Culex pipiens 50 West Nile virus positive 2012-03-12" {
		t.Errorf("the newest pool: %s", got)
	}
}

// drawAreas stores a triangle with places on its border, and a box.
func (s service) drawAreas() {
	s.t.Helper()
	pgtest.Run(s.t, s.db, `insert into areas (id, set, geom, area_km2, vertices)
		values ('corner', 'test', ST_GeomFromText('MULTIPOLYGON(((0 40,3 40,0 43,0 40)))', 4326), 1, 4),
			('east', 'test', ST_GeomFromText('MULTIPOLYGON(((5 40,7 40,7 45,5 45,5 40)))', 4326), 1, 5)`)
}

// TestArea: items take the Filter's area, and its number is that of SQL.
func TestArea(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.drawAreas()
	want := pgtest.Value[int](t, s.db, "select count(*) from observations where status <> 'rejected' and ST_X(geom) >= 0 and ST_Y(geom) >= 40 and ST_X(geom) + ST_Y(geom) <= 43")
	got := s.ok("/collections/observations/items?limit=1000&area=corner").body
	if n := len(got["features"].([]any)); n != want || got["numberMatched"] != float64(want) || n == 0 {
		t.Errorf("%d observations, %v matched, want %d", n, got["numberMatched"], want)
	}
	if n := len(s.ok("/collections/observations/items?limit=1000&area=").body["features"].([]any)); n <= want {
		t.Errorf("%d observations without an area", n)
	}
	s.ok("/collections/sites/items?area=corner")
	for _, path := range []string{"/collections/events/items?area=nowhere", "/collections/countries/items?area=corner"} {
		if a := s.get(path); a.status != 400 {
			t.Errorf("%s: %d %s", path, a.status, a.raw)
		}
	}
}
