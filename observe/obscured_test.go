package observe_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
)

// place is where a record lies in an answer.
type place struct{ lat, lng float64 }

func (a answer) place(t *testing.T) (p place) {
	t.Helper()
	at, ok := a.body["location"].(object)
	if !ok {
		t.Fatalf("no location in %s", a.raw)
	}
	for name, to := range map[string]*float64{"lat": &p.lat, "lng": &p.lng} {
		n, _ := at[name].(json.Number)
		var err error
		if *to, err = n.Float64(); err != nil {
			t.Fatalf("%s: %v in %s", name, err, a.raw)
		}
	}
	return p
}

// hidden holds that a place is another one than the exact one, in its cell.
func (exact place) hidden(t *testing.T, shown place, degrees float64) {
	t.Helper()
	cell := func(x float64) float64 { return math.Floor(x/degrees + 1e-9) }
	if shown == exact || cell(shown.lat) != cell(exact.lat) || cell(shown.lng) != cell(exact.lng) {
		t.Errorf("the public sees %v of %v, in cells of %g", shown, exact, degrees)
	}
}

// secretPlace is a catch whose place its reporter hides, by more than coordinates.
func secretPlace(changes object) object {
	c := object{
		"location": object{"lat": 41.8912345, "lng": 12.4923456}, "notes": "behind the house in Via Nova 5", "location_accuracy_m": 7.0,
		"metadata": object{"locality": "Via Nova 5", "verbatimCoordinates": "41.8912345 12.4923456", "habitat": "well", "gps": []any{41.8912345}, "sex": "female"},
	}
	for name, value := range changes {
		c[name] = value
	}
	return c
}

// traces are what would tell the place of secretPlace.
var traces = []string{"41.89123", "12.49234", "Via Nova", "locality", "verbatimCoordinates", "gps"}

func (a answer) tellsNothing(t *testing.T, what string) {
	t.Helper()
	for _, trace := range traces {
		if strings.Contains(a.raw, trace) {
			t.Errorf("%s tells %q: %s", what, trace, a.raw)
		}
	}
}

func TestAReporterHidesAPlace(t *testing.T) {
	t.Parallel()
	s := setup(t)
	exact := place{41.8912345, 12.4923456}
	made := s.report(writer, secretPlace(object{"obscured_degrees": 0.1}))
	if made.place(t) != exact || made.body["data_generalizations"] != nil {
		t.Errorf("the reporter is told another place: %s", made.raw)
	}
	path := "/observations/" + made.text("id")
	seen := s.do(http.MethodGet, path, nil, "Authorization", "nobody").want(http.StatusOK)
	exact.hidden(t, seen.place(t), 0.1)
	seen.tellsNothing(t, "the record")
	seen.says(map[string]string{"country_id": "it", "notes": "null", "data_generalizations": "coordinates drawn at random in a cell of 0.1 by 0.1 degrees"})
	if m, _ := seen.body["metadata"].(object); m["sex"] != "female" || len(m) != 1 {
		t.Errorf("metadata %v", m)
	}
	if accuracy, err := strconv.ParseFloat(seen.text("location_accuracy_m"), 64); err != nil || accuracy < 7900 || accuracy > 16_000 {
		t.Errorf("the exact place may be %v m away", accuracy)
	}
	list := s.do(http.MethodGet, "/observations", nil, "Authorization", "nobody").want(http.StatusOK)
	list.tellsNothing(t, "the list")
	for _, bbox := range []string{"12.49234,41.89123,12.49235,41.89124", "12.492,41.891,12.493,41.892"} {
		if n := s.do(http.MethodGet, "/observations?bbox="+bbox, nil, "Authorization", "nobody").want(http.StatusOK).text("count"); n != "0" {
			t.Errorf("a box around the exact place finds %s", n)
		}
	}
	for _, who := range []string{writer, reviewer} {
		for _, at := range []string{path, "/observations"} {
			if a := s.do(http.MethodGet, at, nil, "Authorization", who).want(http.StatusOK); !strings.Contains(a.raw, "41.8912345") || !strings.Contains(a.raw, "Via Nova") {
				t.Errorf("%s does not see the place: %s", who, a.raw)
			}
		}
	}

	// What does not move it leaves it where it is, exactly.
	changed := s.do(http.MethodPatch, path, object{"count": 9}, "Authorization", writer).want(http.StatusOK)
	if changed.place(t) != exact || !strings.Contains(changed.raw, "Via Nova 5") || changed.text("location_accuracy_m") != "7" {
		t.Errorf("a change moved it: %s", changed.raw)
	}
	again := s.do(http.MethodGet, path, nil, "Authorization", "nobody").want(http.StatusOK)
	if again.place(t) != seen.place(t) {
		t.Errorf("a change drew another place: %v, %v", again.place(t), seen.place(t))
	}
	again.tellsNothing(t, "the changed record")
	// Within the cell it seems to stay where it is.
	s.do(http.MethodPatch, path, object{"location": object{"lat": 41.85, "lng": 12.41}}, "Authorization", writer).want(http.StatusOK)
	if moved := s.do(http.MethodGet, path, nil, "Authorization", "nobody").want(http.StatusOK); moved.place(t) != again.place(t) {
		t.Errorf("a move within the cell shows: %v, %v", moved.place(t), again.place(t))
	}
	history := s.do(http.MethodGet, path+"/history", nil, "Authorization", reviewer).want(http.StatusOK)
	if !strings.Contains(history.raw, "41.8912345") {
		t.Errorf("the history does not know the place: %s", history.raw)
	}
	s.do(http.MethodGet, path+"/history", nil, "Authorization", "nobody").want(http.StatusUnauthorized)

	// Not hidden any more, and hidden again.
	s.do(http.MethodPatch, path, object{"obscured_degrees": nil}, "Authorization", writer).want(http.StatusOK)
	if shown := s.do(http.MethodGet, path, nil, "Authorization", "nobody").want(http.StatusOK); shown.place(t) != (place{41.85, 12.41}) || !strings.Contains(shown.raw, "Via Nova 5") {
		t.Errorf("the place is hidden still: %s", shown.raw)
	}
	if n := pgtest.Value[int](t, s.db, "select count(*) from exact_places"); n != 0 {
		t.Errorf("%d places are kept", n)
	}
	s.do(http.MethodPatch, path, object{"obscured_degrees": 0.005}, "Authorization", writer).want(http.StatusUnprocessableEntity)
}

// TestHiddenPlacesLieOnTheEarth asks for cells that do not divide the earth: the first of a row begins beyond longitude -180, or latitude -90.
func TestHiddenPlacesLieOnTheEarth(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 8 { // each is drawn elsewhere
		made := s.report(writer, secretPlace(object{"location": object{"lat": -89.999, "lng": -180}, "obscured_degrees": 0.19}))
		at := s.do(http.MethodGet, "/observations/"+made.text("id"), nil, "Authorization", "nobody").want(http.StatusOK).place(t)
		if at.lng < -180 || at.lng > -179.93 || at.lat < -90 || at.lat > -89.87 {
			t.Errorf("the place of a cell at the end of the earth is %v", at)
		}
	}
}

// TestAHiddenPlaceHasAnAccuracyThatRecordsMayHave: with what its cell adds it would be more than the tables take.
func TestAHiddenPlaceHasAnAccuracyThatRecordsMayHave(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.report(writer, secretPlace(object{"location_accuracy_m": 1e8, "obscured_degrees": 0.2}))
	if shown := s.do(http.MethodGet, "/observations/"+made.text("id"), nil, "Authorization", "nobody").want(http.StatusOK); fmt.Sprint(shown.body["location_accuracy_m"]) != "100000000" {
		t.Errorf("the accuracy is %v", shown.body["location_accuracy_m"])
	}
}

func TestADataSourceHidesItsPlaces(t *testing.T) {
	t.Parallel()
	s := setup(t)
	pgtest.Run(t, s.db, "insert into data_sources (id, name) values ('traps', 'Traps')")
	exact := place{41.8912345, 12.4923456}
	first := s.report(writer, secretPlace(object{"data_source": "traps"}))
	path := "/observations/" + first.text("id")
	public := func() answer {
		t.Helper()
		return s.do(http.MethodGet, path, nil, "Authorization", "nobody").want(http.StatusOK)
	}
	if public().place(t) != exact {
		t.Fatal("no rule, and another place")
	}
	rule := func(degrees float64) {
		t.Helper()
		if err := obscuring.Source(t.Context(), s.db, "traps", &degrees); err != nil {
			t.Fatal(err)
		}
	}
	rule(0.2)
	wide := public()
	exact.hidden(t, wide.place(t), 0.2)
	wide.tellsNothing(t, "a stored record")
	second := s.report(writer, secretPlace(object{"data_source": "traps"}))
	if at := s.do(http.MethodGet, "/observations/"+second.text("id"), nil, "Authorization", "nobody").want(http.StatusOK).place(t); at != wide.place(t) {
		t.Errorf("a site is two places: %v, %v", at, wide.place(t))
	}
	rule(0.01)
	exact.hidden(t, public().place(t), 0.01)

	// Withdrawn and undone, it is where it was.
	narrow := public()
	s.do(http.MethodDelete, path, nil, "Authorization", writer).want(http.StatusNoContent)
	if n := pgtest.Value[string](t, s.db, "select ST_AsText(geom) from held_observations"); n != "POINT(12.4923456 41.8912345)" {
		t.Errorf("withdrawn at %s", n)
	}
	entries := s.do(http.MethodGet, path+"/history", nil, "Authorization", reviewer).want(http.StatusOK)
	list, _ := entries.body["entries"].([]any)
	entry, _ := list[0].(object)
	s.do(http.MethodPost, fmt.Sprintf("%s/history/%v/undo", path, entry["id"]), nil, "Authorization", reviewer).want(http.StatusOK)
	if public().place(t) != narrow.place(t) {
		t.Errorf("public again at %v, was at %v", public().place(t), narrow.place(t))
	}
	public().tellsNothing(t, "a published record")

	// An id that is taken changes nothing.
	own := "01890a5d-ac96-774b-bcce-b302099a8057"
	s.report(writer, secretPlace(object{"data_source": "traps", "id": own}))
	s.do(http.MethodPost, "/observations", catch(object{"data_source": "traps", "id": own, "location": object{"lat": 1, "lng": 1}}), "Authorization", writer).want(http.StatusConflict)
	if at := s.do(http.MethodGet, "/observations/"+own, nil, "Authorization", writer).want(http.StatusOK).place(t); at != exact {
		t.Errorf("a refused create moved a record to %v", at)
	}

	if err := obscuring.Source(t.Context(), s.db, "traps", nil); err != nil {
		t.Fatal(err)
	}
	if back := public(); back.place(t) != exact || !strings.Contains(back.raw, "Via Nova 5") || back.text("location_accuracy_m") != "7" {
		t.Errorf("after the rule: %s", back.raw)
	}
}

// TestARecordHidesItsEvent: the place of the event, or of another record of it, would tell.
func TestARecordHidesItsEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	pgtest.Run(t, s.db, `insert into data_sources (id, name) values ('traps', 'Traps');
		insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
		select gen_random_uuid(), key, e, 'srid=4326;point(12.4923456 41.8912345)', '2026-07-01', 'day' from data_sources, unnest(array['night', 'day']) e where id = 'traps'`)
	exact := place{41.8912345, 12.4923456}
	ordinary := s.report(writer, secretPlace(object{"data_source": "traps", "event_id": "night", "species_scientific_name": "Culex pipiens"}))
	at := func(a answer) place {
		t.Helper()
		return s.do(http.MethodGet, "/observations/"+a.text("id"), nil, "Authorization", "nobody").want(http.StatusOK).place(t)
	}
	exactEvents := func() int64 {
		return pgtest.Value[int64](t, s.db, "select count(*) from sampling_events where ST_X(geom) = 12.4923456")
	}
	if err := obscuring.Taxon(t.Context(), s.db, "anopheles-nosuch", new(0.1)); !errors.Is(err, obscuring.ErrNoTaxon) {
		t.Errorf("a name that nobody has: %v", err)
	}
	if err := obscuring.Taxon(t.Context(), s.db, "anopheles", new(0.1)); err != nil {
		t.Fatal(err)
	}
	if at(ordinary) != exact || exactEvents() != 2 {
		t.Error("a rule for another genus hides a place")
	}
	rare := s.report(writer, secretPlace(object{"data_source": "traps", "event_id": "night", "species_scientific_name": "Anopheles gambiae"}))
	exact.hidden(t, at(rare), 0.1)
	exact.hidden(t, at(ordinary), 0.1)
	if exactEvents() != 1 {
		t.Errorf("%d of two events are exact", exactEvents())
	}
	later := s.report(writer, secretPlace(object{"data_source": "traps", "event_id": "night", "species_scientific_name": "Culex pipiens"}))
	exact.hidden(t, at(later), 0.1)
	elsewhere := s.report(writer, secretPlace(object{"data_source": "traps", "event_id": "day", "species_scientific_name": "Culex pipiens"}))
	if at(elsewhere) != exact {
		t.Error("a record of another event is hidden")
	}
	if err := obscuring.Taxon(t.Context(), s.db, "anopheles", nil); err != nil {
		t.Fatal(err)
	}
	for _, a := range []answer{rare, ordinary, later} {
		if at(a) != exact {
			t.Errorf("after the rule the place is %v", at(a))
		}
	}
	if exactEvents() != 2 {
		t.Error("after the rule the event is hidden")
	}
}

// TestABulkLoadLooksUpANameOnce: a transaction finds once what a taxon belongs to, and again after it changed a name.
func TestABulkLoadLooksUpANameOnce(t *testing.T) {
	t.Parallel()
	tx := pgtest.Begin(t, pgtest.Pool(t))
	pgtest.Run(t, tx, "set local track_functions = 'all'")
	load := func() {
		t.Helper()
		pgtest.Run(t, tx, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
			select gen_random_uuid(), (select min(key) from taxa), 1, 'SRID=4326;POINT(7.4 43.7)', '2024-06-01Z', 'day' from generate_series(1, 50)`)
	}
	pgtest.Run(t, tx, "insert into obscured_taxa (taxon, degrees) select id, 0.1 from taxa where key = (select min(key) from taxa)")
	pgtest.Run(t, tx, "insert into obscured_taxa (taxon, degrees) values ('aedes-lately-found', 0.2)")
	load()
	if calls := pgtest.Value[int64](t, tx, "select calls from pg_stat_xact_user_functions where funcname = 'slugs_above'"); calls != 1 {
		t.Errorf("%d look-ups for 50 records of a taxon, want 1", calls)
	}
	pgtest.Run(t, tx, "insert into taxon_names (slug, taxon_key, name, accepted) select 'aedes-lately-found', min(key), 'Aedes lately found', false from taxa")
	load()
	if sizes := pgtest.Column[string](t, tx, "select cell_degrees || ' ' || count(*) from observations group by cell_degrees order by 1"); fmt.Sprint(sizes) != "[0.1 50 0.2 50]" {
		t.Errorf("cells of %v, want 50 of 0.1 degrees, and 50 of 0.2 after another name", sizes)
	}
}
