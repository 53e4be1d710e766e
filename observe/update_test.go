package observe_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestGet(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.create(nil)
	path, etag := "/observations/"+a.text("id"), a.header.Get("ETag")
	if strings.HasPrefix(etag, "W/") || len(etag) < 10 {
		t.Fatalf("the ETag is %q", etag)
	}
	for name, c := range map[string]struct {
		header string
		want   int
	}{
		"the ETag":               {etag, http.StatusNotModified},
		"of a compressed answer": {strings.TrimSuffix(etag, `"`) + `~-gzip"`, http.StatusNotModified},
		"one of several":         {`"x", W/` + etag, http.StatusNotModified},
		"another":                {`"x"`, http.StatusOK},
	} {
		if got := s.do(http.MethodGet, path, nil, "If-None-Match", c.header); got.status != c.want {
			t.Errorf("%s: status %d, want %d", name, got.status, c.want)
		}
	}
	s.do(http.MethodGet, "/observations/"+strings.ToUpper(a.text("id")), nil).want(http.StatusOK)
	for _, id := range []string{uuidOf(7), "7", "{" + a.text("id") + "}", strings.ReplaceAll(a.text("id"), "-", "")} {
		got := s.do(http.MethodGet, "/observations/"+id, nil).want(http.StatusNotFound)
		if got.text("detail") != "Observation not found" {
			t.Errorf("%s: %s", id, got.raw)
		}
		s.patch(id, `{}`).want(http.StatusNotFound)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	for name, c := range map[string]struct {
		created object
		patch   string
		want    map[string]string
	}{
		"a field and the removal of others": {
			object{"notes": "a", "sex": "female", "confidence": 0.5, "data_source": "traps", "prediction_id": uuidOf(3), "user_id": "u"},
			`{"count": 9, "notes": null, "confidence": null, "data_source": null, "prediction_id": null, "user_id": null, "status": "verified"}`,
			map[string]string{"count": "9", "notes": "null", "sex": "female", "confidence": "null", "data_source": "null",
				"prediction_id": "null", "user_id": "null", "status": "verified"},
		},
		"a move": {
			nil, `{"location": {"lat": -33.87, "lng": 151.2}}`,
			map[string]string{"location": `{"lat":-33.87,"lng":151.2}`, "country_id": "au", "region_id": "australia-and-new-zealand"},
		},
		"a move to the sea":           {nil, `{"location": {"lat": 0, "longitude": 0}}`, map[string]string{"country_id": "null", "region_id": "null"}},
		"a move in one direction":     {nil, `{"location": {"latitude": 52.5}}`, map[string]string{"location": `{"lat":52.5,"lng":7.262}`, "country_id": "de"}},
		"another name":                {nil, `{"species_scientific_name": "Culex pipiens"}`, map[string]string{"species_id": "culex-pipiens"}},
		"a synonym":                   {nil, `{"species_scientific_name": "Stegomyia aegypti"}`, map[string]string{"species_id": "aedes-aegypti", "verbatim_scientific_name": "Stegomyia aegypti"}},
		"a name that nobody has":      {nil, `{"species_scientific_name": "Aedes nemo"}`, map[string]string{"species_id": "aedes-nemo", "verbatim_scientific_name": "null"}},
		"another species by its id":   {object{"species_scientific_name": "Stegomyia aegypti"}, `{"species_id": "culex_pipiens"}`, map[string]string{"species_id": "culex-pipiens", "verbatim_scientific_name": "null"}},
		"the same by another synonym": {object{"species_scientific_name": "Stegomyia aegypti"}, `{"species_scientific_name": "Aedes aegypti (Linnaeus, 1762)"}`, map[string]string{"verbatim_scientific_name": "Aedes aegypti (Linnaeus, 1762)"}},
		"metadata, merged": {
			object{"metadata": object{"a": 1, "b": object{"c": 2, "d": 3}, "e": []int{1, 2}}},
			`{"metadata": {"a": null, "b": {"c": null, "x": {"y": null, "z": 1.50}}, "e": [null]}}`,
			map[string]string{"metadata": `{"b":{"d":3,"x":{"z":1.50}},"e":[null]}`},
		},
		"metadata, removed":              {object{"metadata": object{"a": 1}}, `{"metadata": null}`, map[string]string{"metadata": "{}"}},
		"a day becomes a time":           {object{"observed_at": "2024-05-05"}, `{"observed_at": "2024-05-06T10:00:00Z"}`, map[string]string{"observed_at": "2024-05-06T10:00:00Z", "date_precision": "time"}},
		"a time becomes a day":           {nil, `{"observed_at": "2024-05-06"}`, map[string]string{"date_precision": "day"}},
		"a time becomes its month":       {object{"observed_at": "2024-02-06T10:00:00Z"}, `{"date_precision": "month"}`, map[string]string{"observed_at": "2024-02-01T00:00:00Z", "observed_until": "2024-02-29"}},
		"a month becomes another":        {object{"observed_at": "2024-02-06", "date_precision": "month"}, `{"observed_at": "2023-02-06"}`, map[string]string{"observed_at": "2023-02-01T00:00:00Z", "observed_until": "2023-02-28"}},
		"a month becomes a day":          {object{"observed_at": "2024-02-06", "date_precision": "month"}, `{"date_precision": "day", "observed_until": null}`, map[string]string{"observed_at": "2024-02-01T00:00:00Z", "observed_until": "null"}},
		"a month becomes an interval":    {object{"observed_at": "2024-02-06", "date_precision": "month"}, `{"date_precision": "interval", "observed_until": "2024-03-03"}`, map[string]string{"observed_at": "2024-02-01T00:00:00Z", "observed_until": "2024-03-03"}},
		"an interval gets a later end":   {object{"observed_at": "2024-02-06", "date_precision": "interval", "observed_until": "2024-02-07"}, `{"observed_until": "2024-02-09"}`, map[string]string{"observed_at": "2024-02-06T00:00:00Z", "observed_until": "2024-02-09"}},
		"an interval gets another start": {object{"observed_at": "2024-02-06", "date_precision": "interval", "observed_until": "2024-02-07"}, `{"observed_at": "2024-02-05"}`, map[string]string{"observed_at": "2024-02-05T00:00:00Z", "observed_until": "2024-02-07"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s.in(t)
			before := s.create(c.created)
			a := s.patch(before.text("id"), c.patch, "Content-Type", "application/merge-patch+json").want(http.StatusOK)
			for member, want := range c.want {
				if got := a.text(member); got != want {
					t.Errorf("%s is %s, want %s", member, got, want)
				}
			}
			if a.text("created_at") != before.text("created_at") || !later(t, a.text("updated_at"), before.text("updated_at")) {
				t.Errorf("created %s updated %s; was %s %s", a.text("created_at"), a.text("updated_at"), before.text("created_at"), before.text("updated_at"))
			}
			if a.header.Get("ETag") == before.header.Get("ETag") {
				t.Error("the ETag is the same")
			}
			if got := s.do(http.MethodGet, "/observations/"+a.text("id"), nil); got.raw != a.raw {
				t.Errorf("the record reads\n%s\nand was answered as\n%s", got.raw, a.raw)
			}
		})
	}
}

func later(t *testing.T, a, b string) bool {
	t.Helper()
	after, err := time.Parse(time.RFC3339, a)
	if err != nil {
		t.Fatal(err)
	}
	before, err := time.Parse(time.RFC3339, b)
	if err != nil {
		t.Fatal(err)
	}
	return after.After(before)
}

func TestUpdateWithoutChange(t *testing.T) {
	t.Parallel()
	s := setup(t)
	before := s.create(object{"species_scientific_name": "Stegomyia aegypti", "metadata": object{"a": 100, "b": "<"}, "observed_at": "2024-02-06", "date_precision": "month"})
	for _, patch := range []string{
		`{}`, `{"count": 3}`, `{"notes": null, "sex": ""}`, `{"species_id": "aedes_aegypti"}`, `{"species_scientific_name": "Aedes aegypti"}`,
		`{"species_scientific_name": "Stegomyia aegypti"}`, `{"location": {}}`, `{"location": {"lat": 43.71020000001}}`,
		`{"metadata": {"a": 1e2}}`, `{"metadata": {"c": null}}`, `{"observed_at": "2024-02-09"}`, `{"observed_until": "2024-02-29"}`,
	} {
		a := s.patch(before.text("id"), patch).want(http.StatusOK)
		if a.raw != before.raw {
			t.Errorf("%s changes\n%s to\n%s", patch, before.raw, a.raw)
		}
	}
	if s.changes.Load() != 1 {
		t.Errorf("Changed was called %d times, want once", s.changes.Load())
	}
}

// A patch of something else leaves alone what an import brought, beyond what the API would take.
func TestUpdateLeavesTheRestOfAnImport(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(nil).text("id")
	s.exec(`update observations set geom = ST_SetSRID(ST_MakePoint(7.26200000012, 43.7), 4326), observed_at = '2027-01-01Z',
		date_precision = 'year', observed_until = '2027-12-31', metadata = jsonb_build_object('a', repeat('x', 70000))`)
	s.patch(id, `{"count": 9}`).want(http.StatusOK)
	if same := pgtest.Value[bool](t, s.db, `select count = 9 and ST_X(geom) = 7.26200000012 and observed_at = '2027-01-01Z'
		and length(metadata ->> 'a') = 70000 and country_id = 'fr' from observations`); !same {
		t.Error("the record is changed elsewhere")
	}
}

func TestUpdateRejects(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name, synthetic) values ('synthetic', 'Synthetic records', true)")
	moment := s.create(nil).text("id")
	month := s.create(object{"observed_at": "2024-02-06", "date_precision": "month"}).text("id")
	for name, c := range map[string]struct {
		id, patch, want string
	}{
		"read-only fields": {
			moment, `{"id": "x", "created_at": 1, "updated_at": 1, "country_id": "fr", "region_id": null}`,
			"body.id:read_only body.country_id:read_only body.created_at:read_only body.region_id:read_only body.updated_at:read_only",
		},
		"null where a value is needed": {
			moment, `{"species_scientific_name": null, "species_id": null, "count": null, "location": null, "observed_at": null, "date_precision": null, "status": null}`,
			"body.species_scientific_name:missing body.species_id:missing body.count:missing body.location:missing body.observed_at:missing " +
				"body.date_precision:missing body.status:missing",
		},
		"half a location":         {moment, `{"location": {"lat": null}}`, "body.location.lat:missing"},
		"a latitude out of range": {moment, `{"location": {"lat": 91}}`, "body.location.lat:out_of_range"},
		"an unknown field":        {moment, `{"extra": 1}`, "body.extra:unknown_field"},
		"an unknown species":      {moment, `{"species_id": "nobody"}`, "body.species_id:unknown_species"},
		"a synthetic source":      {moment, `{"data_source": "Synthetic"}`, "body.data_source:synthetic_data_source"},
		"an unknown source":       {moment, `{"data_source": "nobody"}`, "body.data_source:unknown_data_source"},
		"a blank name":            {moment, `{"species_scientific_name": ""}`, "body.species_scientific_name:missing"},
		"an end of a time":        {moment, `{"observed_until": "2026-07-20"}`, "body.observed_until:inconsistent"},
		"an interval without end": {moment, `{"date_precision": "interval"}`, "body.observed_until:inconsistent"},
		"a month without end":     {month, `{"observed_until": null}`, "body.observed_until:inconsistent"},
		"a month with another":    {month, `{"observed_until": "2024-02-27"}`, "body.observed_until:inconsistent"},
		"a time made of a month":  {month, `{"date_precision": "time"}`, "body.date_precision:inconsistent"},
		"the future":              {moment, `{"observed_at": "2030-01-01"}`, "body.observed_at:out_of_range"},
		"metadata that is none":   {moment, `{"metadata": [1]}`, "body.metadata:invalid_metadata"},
		"metadata too large":      {moment, `{"metadata": {"a": "` + strings.Repeat("x", 1<<16) + `"}}`, "body.metadata:invalid_metadata"},
		"several things":          {moment, `{"count": 0, "sex": 1}`, "body.count:out_of_range body.sex:not_a_string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := s.in(t).patch(c.id, c.patch).want(http.StatusUnprocessableEntity)
			if got := strings.Join(a.wrong(), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	s.patch(moment, `{}`, "Content-Type", "text/plain").want(http.StatusUnsupportedMediaType)
	s.patch(moment, `[]`).want(http.StatusUnprocessableEntity)
	s.patch(moment, ``).want(http.StatusUnprocessableEntity)
}

func TestUpdateIfMatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.create(nil)
	id, etag := a.text("id"), a.header.Get("ETag")
	s.patch(id, `{"count": 4}`, "If-Match", `"x"`).want(http.StatusPreconditionFailed)
	s.patch(id, `{"count": 0}`, "If-Match", `"x"`).want(http.StatusPreconditionFailed)
	second := s.patch(id, `{"count": 4}`, "If-Match", strings.TrimSuffix(etag, `"`)+`~-zstd"`).want(http.StatusOK)
	stale := s.patch(id, `{"count": 5}`, "If-Match", etag).want(http.StatusPreconditionFailed)
	if stale.text("type") != "precondition_failed" {
		t.Errorf("the error is %s", stale.raw)
	}
	s.patch(id, `{"count": 5}`, "If-Match", second.header.Get("ETag")).want(http.StatusOK)
	s.patch(id, `{"count": 6}`, "If-Match", "*").want(http.StatusOK)
	s.patch(uuidOf(7), `{"count": 6}`, "If-Match", "*").want(http.StatusNotFound)
	s.patch(id, `{"count": 7}`, "If-None-Match", "*").want(http.StatusPreconditionFailed)
	s.patch(id, `{"count": 7}`, "If-None-Match", etag).want(http.StatusOK)
}

// Patches of different members at once all stay, and updated_at grows with each.
func TestUpdateAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(nil).text("id")
	var (
		all  sync.WaitGroup
		mu   sync.Mutex
		seen = map[string]bool{}
	)
	const patches = 20
	for n := range patches {
		all.Go(func() {
			a := s.patch(id, fmt.Sprintf(`{"metadata": {"m%d": %d}}`, n, n)).want(http.StatusOK)
			mu.Lock()
			defer mu.Unlock()
			seen[a.text("updated_at")] = true
		})
	}
	all.Wait()
	a := s.do(http.MethodGet, "/observations/"+id, nil)
	metadata := a.body["metadata"].(object)
	for n := range patches {
		if fmt.Sprint(metadata["m"+strconv.Itoa(n)]) != strconv.Itoa(n) {
			t.Errorf("patch %d is lost: %v", n, metadata)
		}
	}
	if len(seen) != patches {
		t.Errorf("%d patches gave %d different updated_at", patches, len(seen))
	}
}
