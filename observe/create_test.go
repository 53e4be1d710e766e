package observe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.create(object{
		"notes": "gravid", "observer_name": "A. Observer", "location_accuracy_m": 12.5, "life_stage": "adult", "sex": "female",
		"sampling_protocol": "BG-Sentinel trap", "event_id": "trap-7", "image_url": "https://example.org/a.jpg",
		"prediction_id": "0198A1B2-7C3D-7E4F-8A5B-6C7D8E9F0A1B", "model_id": "m1", "confidence": 0.75, "user_id": "u1",
	})
	id := a.text("id")
	for name, want := range map[string]string{
		"species_id": "aedes-albopictus", "species_scientific_name": "Aedes albopictus", "verbatim_scientific_name": "null",
		"count": "3", "location": `{"lat":43.7102,"lng":7.262}`, "observed_at": "2026-07-14T06:30:00Z", "date_precision": "time",
		"observed_until": "null", "notes": "gravid", "user_id": "u1", "observer_name": "A. Observer", "data_source": "null",
		"country_id": "fr", "region_id": "western-europe", "location_accuracy_m": "12.5", "life_stage": "adult", "sex": "female",
		"sampling_protocol": "BG-Sentinel trap", "event_id": "trap-7", "image_url": "https://example.org/a.jpg",
		"prediction_id": "0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b", "model_id": "m1", "confidence": "0.75", "metadata": "{}",
		"status": "unverified",
	} {
		if got := a.text(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got, want := a.header.Get("Location"), "http://example.com"+base+"/observations/"+id; got != want {
		t.Errorf("Location is %q, want %q", got, want)
	}
	if s.changes.Load() != 1 {
		t.Errorf("Changed was called %d times, want once", s.changes.Load())
	}
	got := s.do(http.MethodGet, "/observations/"+id, nil).want(http.StatusOK)
	if got.raw != a.raw {
		t.Errorf("the record reads\n%s\nand was answered as\n%s", got.raw, a.raw)
	}
	if got.header.Get("ETag") == "" || got.header.Get("ETag") != a.header.Get("ETag") {
		t.Errorf("the ETag is %q, and was %q", got.header.Get("ETag"), a.header.Get("ETag"))
	}
	order := []string{
		"id", "species_id", "species_scientific_name", "verbatim_scientific_name", "identification", "count", "location", "observed_at", "date_precision",
		"observed_until", "notes", "user_id", "observer_name", "data_source", "country_id", "region_id", "location_accuracy_m",
		"obscured_degrees", "information_withheld", "data_generalizations", "life_stage",
		"sex", "sampling_protocol", "event_id", "image_url", "prediction_id", "model_id", "confidence", "metadata", "status", "publication", "occurrence_id",
		"identification_qualifier", "basis_of_record", "licence", "flags", "created_at", "updated_at",
	}
	last := -1
	for _, name := range order {
		at := strings.Index(a.raw, `"`+name+`":`)
		if at <= last {
			t.Errorf("%s is not in its place", name)
		}
		last = at
	}
	if len(a.body) != len(order) {
		t.Errorf("the record has %d members, want %d", len(a.body), len(order))
	}
}

func TestCreateSpellings(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('trap-network', 'Trap network')")
	for name, c := range map[string]struct {
		changes object
		want    map[string]string
	}{
		"the alternative client": {
			object{
				"species_scientific_name": nil, "species_id": "aedes_aegypti", "observer_name": "A",
				"location": object{"latitude": -3.1, "longitude": -60.02},
			},
			map[string]string{"species_scientific_name": "Aedes aegypti", "verbatim_scientific_name": "null", "country_id": "br",
				"location": `{"lat":-3.1,"lng":-60.02}`},
		},
		"both spellings, agreeing": {
			object{"species_id": "aedes-albopictus", "location": object{"lat": 1, "latitude": 1.00000001, "lng": 2, "longitude": 2.0}},
			map[string]string{"location": `{"lat":1,"lng":2}`},
		},
		"7 decimals": {
			object{"location": object{"lat": 43.71020004999, "lng": -0.00000001}},
			map[string]string{"location": `{"lat":43.7102,"lng":0}`},
		},
		"the antimeridian": {
			object{"location": object{"lat": 67.5, "lng": 180}},
			map[string]string{"location": `{"lat":67.5,"lng":180}`, "country_id": "ru", "region_id": "eastern-europe"},
		},
		"the open sea": {
			object{"location": object{"lat": 0, "lng": 0}},
			map[string]string{"country_id": "null", "region_id": "null"},
		},
		"an id for a name": {
			object{"species_scientific_name": "aedes-aegypti"},
			map[string]string{"species_scientific_name": "Aedes aegypti", "verbatim_scientific_name": "null"},
		},
		"a synonym": {
			object{"species_scientific_name": "Stegomyia aegypti"},
			map[string]string{"species_id": "aedes-aegypti", "verbatim_scientific_name": "Stegomyia aegypti"},
		},
		"authorship": {
			object{"species_scientific_name": "Aedes aegypti (Linnaeus, 1762)"},
			map[string]string{"species_id": "aedes-aegypti", "verbatim_scientific_name": "Aedes aegypti (Linnaeus, 1762)"},
		},
		"a synonym with authorship": {
			object{"species_scientific_name": " Stegomyia aegypti (Linnaeus, 1762) "},
			map[string]string{"species_id": "aedes-aegypti", "verbatim_scientific_name": "Stegomyia aegypti (Linnaeus, 1762)"},
		},
		"a name that the catalog does not have": {
			object{"species_scientific_name": "Culex bahamensis Dyar & Knab, 1906"},
			map[string]string{"species_id": "culex-bahamensis", "species_scientific_name": "Culex bahamensis",
				"verbatim_scientific_name": "Culex bahamensis Dyar & Knab, 1906"},
		},
		"a data source": {object{"data_source": "trap_network"}, map[string]string{"data_source": "trap-network"}},
		"a picture of this server": {
			object{"image_url": "/static/predictions/a.jpg"}, map[string]string{"image_url": "/static/predictions/a.jpg"},
		},
		"status and blank texts": {
			object{"status": "verified", "notes": "  ", "sex": ""}, map[string]string{"status": "verified", "notes": "null", "sex": "null"},
		},
		"a whole number with a point": {object{"count": 10000000.0}, map[string]string{"count": "10000000"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := s.in(t).create(c.changes)
			for member, want := range c.want {
				if got := a.text(member); got != want {
					t.Errorf("%s is %s, want %s", member, got, want)
				}
			}
			if user := a.text("user_id"); len(user) != len(uuidOf(0)) {
				t.Errorf("user_id is %q, want a UUID", user)
			}
		})
	}
}

func TestCreateDates(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct {
		at, precision, until string // as sent; "" is absent
		want                 string // observed_at precision until, or what is wrong
	}{
		"an offset":                   {"2026-07-14T06:30:00+02:00", "", "", "2026-07-14T06:30:00+02:00 time null"},
		"a day by its own clock":      {"2019-06-01T23:30:00-05:00", "day", "", "2019-06-01T00:00:00Z day null"},
		"a month by its own clock":    {"2019-06-30T23:30:00-05:00", "month", "", "2019-06-01T00:00:00Z month 2019-06-30"},
		"an interval by its clock":    {"2019-06-01T23:30:00-05:00", "interval", "2019-06-01", "2019-06-01T23:30:00-05:00 interval 2019-06-01"},
		"microseconds":                {"2026-07-14T06:30:00.123456789Z", "", "", "2026-07-14T06:30:00.123456Z time null"},
		"lower case":                  {"2026-07-14t06:30:00z", "", "", "2026-07-14T06:30:00Z time null"},
		"without a zone":              {"2026-07-14T06:30:00", "", "", "2026-07-14T06:30:00Z time null"},
		"without seconds":             {"2026-07-14T06:30", "", "", "2026-07-14T06:30:00Z time null"},
		"a date":                      {"2026-07-14", "", "", "2026-07-14T00:00:00Z day null"},
		"a day of a timestamp":        {"2026-07-14T06:30:00Z", "day", "", "2026-07-14T00:00:00Z day null"},
		"a month":                     {"2024-02-11", "month", "", "2024-02-01T00:00:00Z month 2024-02-29"},
		"a month with its last day":   {"2024-02-11", "month", "2024-02-29", "2024-02-01T00:00:00Z month 2024-02-29"},
		"a month with another day":    {"2024-02-11", "month", "2024-02-28", "body.observed_until:inconsistent"},
		"this month, not over yet":    {"2026-07-01", "month", "", "2026-07-01T00:00:00Z month 2026-07-31"},
		"a year":                      {"1987-12-31T23:59:59Z", "year", "", "1987-01-01T00:00:00Z year 1987-12-31"},
		"an interval":                 {"2006-03-04T18:00:00Z", "interval", "2006-03-05", "2006-03-04T18:00:00Z interval 2006-03-05"},
		"an interval of one day":      {"2006-03-04", "interval", "2006-03-04", "2006-03-04T00:00:00Z interval 2006-03-04"},
		"an interval without end":     {"2006-03-04", "interval", "", "body.observed_until:inconsistent"},
		"an interval that ends first": {"2006-03-04", "interval", "2006-03-03", "body.observed_until:inconsistent"},
		"an interval in the future":   {"2006-03-04", "interval", "2026-07-17", "body.observed_until:out_of_range"},
		"an end without precision":    {"2006-03-04", "", "2006-03-05", "body.observed_until:inconsistent"},
		"a time that is a date":       {"2006-03-04", "time", "", "body.date_precision:inconsistent"},
		"another precision":           {"2006-03-04", "decade", "", "body.date_precision:not_allowed"},
		"an end that is no date":      {"2006-03-04", "interval", "2006-02-30", "body.observed_until:not_a_date"},
		"not quite a day ahead":       {"2026-07-16T11:59:59Z", "", "", "2026-07-16T11:59:59Z time null"},
		"more than a day ahead":       {"2026-07-16T12:00:01Z", "", "", "body.observed_at:out_of_range"},
		"tomorrow's date":             {"2026-07-16", "", "", "2026-07-16T00:00:00Z day null"},
		"the first day":               {"1700-01-01", "", "", "1700-01-01T00:00:00Z day null"},
		"before the first day":        {"1699-12-31T23:59:59Z", "", "", "body.observed_at:out_of_range"},
		"no such day":                 {"2023-02-29", "", "", "body.observed_at:not_a_timestamp"},
		"words":                       {"yesterday", "", "", "body.observed_at:not_a_timestamp"},
		"blank":                       {" ", "", "", "body.observed_at:not_a_timestamp"},
		"five digits":                 {"12026-07-14", "", "", "body.observed_at:not_a_timestamp"},
		"an offset of 25 h":           {"2026-07-14T06:30:00+25:00", "", "", "body.observed_at:not_a_timestamp"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			changes := object{"observed_at": c.at}
			if c.precision != "" {
				changes["date_precision"] = c.precision
			}
			if c.until != "" {
				changes["observed_until"] = c.until
			}
			a := s.in(t).do(http.MethodPost, "/observations", catch(changes))
			got := strings.Join(a.wrong(), " ")
			if a.status == http.StatusCreated {
				got = strings.Join([]string{a.text("observed_at"), a.text("date_precision"), a.text("observed_until")}, " ")
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestCreateSaysWhatItTookOtherwise(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct {
		changes         object
		count, warnings string
	}{
		"as sent":     {nil, "3", "<nil>"},
		"no count":    {object{"count": nil}, "1", "[count is missing: taken as 1]"},
		"a feature":   {object{"type": "Feature"}, "3", "<nil>"},
		"no mosquito": {object{"species_scientific_name": "Homo sapiens"}, "3", `["Homo sapiens" is no name of mosquitoes that is known: the record keeps it, unresolved]`},
		"a misspelling": {object{"species_scientific_name": "Aedes egypti"}, "3",
			`["Aedes egypti" looks like a misspelling of Aedes aegypti; it is stored as it is written]`},
		"a name that the catalog does not have": {object{"species_scientific_name": "Culex bahamensis"}, "3", "<nil>"},
	} {
		a := s.create(c.changes)
		if got := fmt.Sprint(a.body["warnings"]); a.text("count") != c.count || got != c.warnings {
			t.Errorf("%s: %s", name, a.raw)
		}
		if got := s.do(http.MethodGet, "/observations/"+a.text("id"), nil).want(http.StatusOK); got.body["warnings"] != nil || got.header.Get("ETag") != a.header.Get("ETag") {
			t.Errorf("%s, read again: %s", name, got.raw)
		}
	}
	own := object{"id": uuidOf(7), "count": nil}
	s.create(own)
	if a := s.do(http.MethodPost, "/observations", catch(own)).want(http.StatusOK); fmt.Sprint(a.body["warnings"]) != "[count is missing: taken as 1]" {
		t.Errorf("the same again: %s", a.raw)
	}
	s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(7), "count": 1})).want(http.StatusOK)
	kept := s.create(object{"image_filename": "IMG_1.jpg", "metadata": object{"a": 1}})
	if got := kept.text("metadata"); got != `{"a":1,"image_filename":"IMG_1.jpg"}` {
		t.Errorf("metadata is %s", got)
	}
	s.patch(kept.text("id"), `{"type": "Feature"}`).want(http.StatusUnprocessableEntity)
	s.patch(kept.text("id"), `{"image_filename": "a.jpg"}`).want(http.StatusUnprocessableEntity)
	s.patch(kept.text("id"), `{"count": null}`).want(http.StatusUnprocessableEntity)
}

func TestCreateRejects(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name, synthetic) values ('demonstration', 'Demonstration set', true)")
	long := func(n int) string { return strings.Repeat("é", n+1) }
	for name, c := range map[string]struct {
		changes object
		want    string
	}{
		"no species":                {object{"species_scientific_name": nil}, "body.species_scientific_name:missing"},
		"a blank species":           {object{"species_scientific_name": " "}, "body.species_scientific_name:missing"},
		"null for a count":          {object{"count": json.RawMessage("null")}, "body.count:missing"},
		"a synthetic source":        {object{"data_source": "demonstration"}, "body.data_source:synthetic_data_source"},
		"another type":              {object{"type": "Point"}, "body.type:not_allowed"},
		"two file names":            {object{"image_filename": "a.jpg", "metadata": object{"image_filename": "b.jpg"}}, "body.image_filename:disagrees"},
		"a long file name":          {object{"image_filename": long(300)}, "body.image_filename:too_long"},
		"no location":               {object{"location": nil}, "body.location:missing"},
		"no latitude":               {object{"location": object{"lng": 1}}, "body.location.lat:missing"},
		"no longitude":              {object{"location": object{"latitude": 1}}, "body.location.lng:missing"},
		"no time":                   {object{"observed_at": nil}, "body.observed_at:missing"},
		"a number for a time":       {object{"observed_at": 20260714}, "body.observed_at:not_a_timestamp"},
		"count 0":                   {object{"count": 0}, "body.count:out_of_range"},
		"count above the limit":     {object{"count": 10_000_001}, "body.count:out_of_range"},
		"half a mosquito":           {object{"count": 1.5}, "body.count:not_an_integer"},
		"count as text":             {object{"count": "3"}, "body.count:not_an_integer"},
		"latitude 90.1":             {object{"location": object{"lat": 90.1, "lng": 0}}, "body.location.lat:out_of_range"},
		"longitude -180.1":          {object{"location": object{"lat": 0, "lng": -180.1}}, "body.location.lng:out_of_range"},
		"latitude NaN":              {object{"location": object{"lat": "NaN", "lng": 0}}, "body.location.lat:not_a_number"},
		"a location as a list":      {object{"location": []int{1, 2}}, "body.location:not_an_object"},
		"latitudes that disagree":   {object{"location": object{"lat": 1, "latitude": 2, "lng": 0}}, "body.location.latitude:disagrees"},
		"an unknown coordinate":     {object{"location": object{"lat": 1, "lng": 0, "alt": 3}}, "body.location.alt:unknown_field"},
		"an unknown field":          {object{"specis": "x"}, "body.specis:unknown_field"},
		"a field of the server":     {object{"country_id": "fr"}, "body.country_id:read_only"},
		"an unknown species_id":     {object{"species_scientific_name": nil, "species_id": "aedes-nemo"}, "body.species_id:unknown_species"},
		"species that disagree":     {object{"species_id": "aedes-aegypti"}, "body.species_id:disagrees"},
		"a new name and an id":      {object{"species_id": "aedes-aegypti", "species_scientific_name": "Aedes nemo"}, "body.species_id:disagrees"},
		"a name without letters":    {object{"species_scientific_name": "123 !"}, "body.species_scientific_name:not_a_name"},
		"a name with NUL":           {object{"species_scientific_name": "Aedes\x00 aegypti"}, "body.species_scientific_name:invalid_text"},
		"a name too long":           {object{"species_scientific_name": long(300)}, "body.species_scientific_name:too_long"},
		"notes too long":            {object{"notes": long(4000)}, "body.notes:too_long"},
		"notes with NUL":            {object{"notes": "a\x00b"}, "body.notes:invalid_text"},
		"user_id too long":          {object{"user_id": long(200)}, "body.user_id:too_long"},
		"observer_name too long":    {object{"observer_name": long(200)}, "body.observer_name:too_long"},
		"event_id too long":         {object{"event_id": long(200)}, "body.event_id:too_long"},
		"protocol too long":         {object{"sampling_protocol": long(200)}, "body.sampling_protocol:too_long"},
		"model_id too long":         {object{"model_id": long(200)}, "body.model_id:too_long"},
		"life_stage too long":       {object{"life_stage": long(100)}, "body.life_stage:too_long"},
		"sex too long":              {object{"sex": long(100)}, "body.sex:too_long"},
		"an image that runs":        {object{"image_url": "javascript:alert(1)"}, "body.image_url:not_allowed"},
		"an image without a host":   {object{"image_url": "https:///a.jpg"}, "body.image_url:not_allowed"},
		"an image on another path":  {object{"image_url": "/etc/passwd"}, "body.image_url:not_allowed"},
		"an image above static":     {object{"image_url": "/static/../metrics"}, "body.image_url:not_allowed"},
		"an image above, encoded":   {object{"image_url": "/static/%2e%2e/metrics"}, "body.image_url:not_allowed"},
		"an image without scheme":   {object{"image_url": "//example.org/static/a.jpg"}, "body.image_url:not_allowed"},
		"an image too long":         {object{"image_url": "https://example.org/" + long(2000)}, "body.image_url:too_long"},
		"accuracy below 0":          {object{"location_accuracy_m": -1}, "body.location_accuracy_m:out_of_range"},
		"accuracy above the limit":  {object{"location_accuracy_m": 1.1e8}, "body.location_accuracy_m:out_of_range"},
		"confidence above 1":        {object{"confidence": 1.01}, "body.confidence:out_of_range"},
		"another status":            {object{"status": "sure"}, "body.status:not_allowed"},
		"an unknown data source":    {object{"data_source": "nobody"}, "body.data_source:unknown_data_source"},
		"prediction_id":             {object{"prediction_id": "7"}, "body.prediction_id:not_a_uuid"},
		"an id that is no UUID":     {object{"id": "{" + uuidOf(1) + "}"}, "body.id:not_a_uuid"},
		"metadata as a list":        {object{"metadata": []int{1}}, "body.metadata:invalid_metadata"},
		"metadata too large":        {object{"metadata": object{"a": strings.Repeat("x", 64<<10)}}, "body.metadata:invalid_metadata"},
		"metadata with NUL":         {object{"metadata": object{"a": []string{"\x00"}}}, "body.metadata:invalid_metadata"},
		"metadata with NUL in name": {object{"metadata": object{"a\x00": 1}}, "body.metadata:invalid_metadata"},
		"everything at once": {
			object{"count": 0, "observed_at": "x", "species_id": "nobody", "extra": 1},
			"body.count:out_of_range body.observed_at:not_a_timestamp body.species_id:unknown_species body.extra:unknown_field",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := s.in(t).do(http.MethodPost, "/observations", catch(c.changes)).want(http.StatusUnprocessableEntity)
			if got := strings.Join(a.wrong(), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	t.Cleanup(func() {
		if s.changes.Load() != 0 {
			t.Error("a refused request changed something")
		}
	})
}

func TestCreateRejectsBodies(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct {
		body   string
		header []string
		want   int
	}{
		"no body":            {"", nil, http.StatusUnprocessableEntity},
		"broken JSON":        {`{"count": 1`, nil, http.StatusUnprocessableEntity},
		"a list":             {`[]`, nil, http.StatusUnprocessableEntity},
		"a member twice":     {`{"count": 1, "count": 2}`, nil, http.StatusUnprocessableEntity},
		"another media type": {`{}`, []string{"Content-Type", "text/plain"}, http.StatusUnsupportedMediaType},
		"a merge patch":      {`{}`, []string{"Content-Type", "application/merge-patch+json"}, http.StatusUnsupportedMediaType},
		"too many bytes":     {`{"notes":"` + strings.Repeat("x", 1<<20) + `"}`, nil, http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.in(t).do(http.MethodPost, "/observations", c.body, c.header...).want(c.want)
		})
	}
}

func TestCreateKeepsMetadata(t *testing.T) {
	t.Parallel()
	s := setup(t)
	post := func(metadata string) answer {
		body := `{"species_scientific_name":"Aedes albopictus","count":1,"location":{"lat":1,"lng":1},"observed_at":"2026-07-01","metadata":` + metadata + `}`
		return s.do(http.MethodPost, "/observations", body)
	}
	for sent, want := range map[string]string{
		`{"trap_nights": 12345678901234567890.10}`:            `{"trap_nights":12345678901234567890.10}`,
		`{"a":1.50,"b":-0.0,"c":1e2,"d":-12.5E-3,"e":1.50e1}`: `{"a":1.50,"b":0.0,"c":100,"d":-0.0125,"e":15.0}`,
		`{"b":[{"c":null}],"a":"<é \ud83e\udd9f\n>"}`:         `{"a":"<é 🦟\n>","b":[{"c":null}]}`,
		`null`: `{}`,
	} {
		a := post(sent).want(http.StatusCreated)
		if !strings.Contains(a.raw, `"metadata":`+want+`,"status"`) {
			t.Errorf("metadata %s reads %s", sent, a.raw)
		}
	}
	for _, refused := range []string{
		`{"a":"\ud800"}`, `{"a":"\udc00\ud800"}`, `{"\u0000":1}`, `{"a":1e200000}`, `{"a":1e-99999}`, `{"a":1e99999999999999999999}`,
		`{"a":` + strings.Repeat("9", 1001) + `}`, `{"a":[1e400` + strings.Repeat(",1e400", 200) + `]}`,
	} {
		a := post(refused).want(http.StatusUnprocessableEntity)
		if !slices.Contains(a.wrong(), "body.metadata:invalid_metadata") {
			t.Errorf("%.40s is refused because of %v", refused, a.wrong())
		}
	}
}

func TestCreateKeepsANewNameOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			s.do(http.MethodPost, "/observations", catch(object{"species_scientific_name": []string{"Aedes nemo", "aedes  nemo Smith, 1900"}[n%2]})).
				want(http.StatusCreated)
		})
	}
	all.Wait()
	var taxa, records int
	err := s.db.QueryRow(context.Background(), `
		select count(distinct t.key), count(*) from observations o join taxa t on t.key = o.taxon_key
		join taxon_names n on n.slug = t.id and n.accepted
		where t.id = 'aedes-nemo' and t.scientific_name = 'Aedes nemo' and t.genus = 'Aedes' and not t.in_catalog`).Scan(&taxa, &records)
	if err != nil || taxa != 1 || records != 20 {
		t.Errorf("%d taxa with %d records, %v", taxa, records, err)
	}
	list := s.do(http.MethodGet, "/observations?species=aedes+nemo", nil).want(http.StatusOK)
	if list.text("count") != "20" {
		t.Errorf("the list finds %s records of the new name", list.text("count"))
	}
}

func TestCreateAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first := s.create(object{"id": uuidOf(1), "metadata": object{"a": 1, "b": 100}})
	if first.text("id") != uuidOf(1) {
		t.Fatalf("the id is %s", first.text("id"))
	}
	s.patch(uuidOf(1), `{"count": 9}`).want(http.StatusOK)
	for name, body := range map[string]any{
		"the same": catch(object{"id": uuidOf(1), "metadata": object{"a": 1, "b": 100}}),
		"in other spellings": `{ "metadata": {"b": 1e2, "a": 1}, "id": "` + uuidOf(1) + `", "species_id": "aedes_albopictus", "count": 3.0,
			"location": {"longitude": 7.262, "latitude": 43.71020000001}, "observed_at": "2026-07-14T08:30:00+02:00", "notes": null}`,
	} {
		a := s.do(http.MethodPost, "/observations", body).want(http.StatusOK)
		if a.text("count") != "9" || a.text("user_id") != first.text("user_id") {
			t.Errorf("%s: answered %s", name, a.raw)
		}
		if a.header.Get("Location") != first.header.Get("Location") {
			t.Errorf("%s: Location %q", name, a.header.Get("Location"))
		}
	}
	for name, changes := range map[string]object{
		"another count": {"count": 4}, "what a patch made of it": {"count": 9}, "another name": {"species_scientific_name": "Aedes aegypti"},
		"other metadata": {"metadata": object{"a": 1}}, "a user": {"user_id": "u"},
	} {
		body := catch(object{"id": uuidOf(1), "metadata": object{"a": 1, "b": 100}})
		for member, v := range changes {
			body[member] = v
		}
		if a := s.do(http.MethodPost, "/observations", body).want(http.StatusConflict); a.text("type") != "conflict" {
			t.Errorf("%s: %s", name, a.raw)
		}
	}
	s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(1), "count": 0})).want(http.StatusUnprocessableEntity)
	s.exec("delete from observation_requests") // as if it had been imported
	s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(1), "metadata": object{"a": 1, "b": 100}})).want(http.StatusConflict)
	if s.rows() != 1 || s.changes.Load() != 2 {
		t.Errorf("%d records and %d changes, want 1 and 2", s.rows(), s.changes.Load())
	}
}

// A repeated request is good even when what it names went away since.
func TestCreateAgainWithoutItsSource(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	changes := object{"id": uuidOf(1), "data_source": "traps"}
	s.create(changes)
	s.exec("update observations set data_source_key = null")
	s.exec("delete from data_sources")
	s.do(http.MethodPost, "/observations", catch(changes)).want(http.StatusOK)
}

func TestCreateAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const clients = 20
	for round, contents := range []int{1, 2} {
		var (
			all      sync.WaitGroup
			mu       sync.Mutex
			statuses = map[int]int{}
		)
		for n := range clients {
			all.Go(func() {
				a := s.do(http.MethodPost, "/observations", catch(object{"id": uuidOf(round), "count": 1 + n%contents}))
				mu.Lock()
				defer mu.Unlock()
				statuses[a.status]++
			})
		}
		all.Wait()
		want := map[int]int{http.StatusCreated: 1, http.StatusOK: clients/contents - 1}
		if contents > 1 {
			want[http.StatusConflict] = clients / contents
		}
		if fmt.Sprint(statuses) != fmt.Sprint(want) {
			t.Errorf("with %d contents the answers are %v, want %v", contents, statuses, want)
		}
	}
	if s.rows() != 2 {
		t.Errorf("%d records, want 2", s.rows())
	}
}
