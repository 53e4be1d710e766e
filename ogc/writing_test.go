package ogc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/people/pseudonyms"
)

const items = "/collections/observations/items"

// writable is the service with a writer.
func writable(t testing.TB) service {
	t.Helper()
	return setup(t, func(s service, o *ogc.Options) {
		o.Writer = observe.New(observe.Options{
			DB: s.db, Lookups: s.lookups, Counter: counting.New(s.db, s.index), Base: "/api/v1", Pseudonym: pseudonyms.New(s.db).Of, Key: pseudonyms.New(s.db).Key,
			Changed: func(ctx context.Context) {
				if err := s.index.CatchUp(ctx); err != nil {
					t.Error(err)
				}
			},
		})
	})
}

// send sends a request of somebody who may write. header holds names and values in turn and may replace it.
func (s service) send(method, target, body string, header ...string) answer {
	s.t.Helper()
	media := "application/geo+json"
	if method == http.MethodPatch {
		media = "application/merge-patch+json"
	}
	return s.ask(method, target, body, append([]string{"Content-Type", media}, header...)...)
}

// feature is a new record, changed by what a test asks for.
func feature(edits ...object) string {
	properties := object{"species_scientific_name": "Aedes aegypti", "count": 7, "observed_at": "2024-05-06T07:08:09Z", "notes": "at the well"}
	f := object{"type": "Feature", "geometry": object{"type": "Point", "coordinates": []float64{2.5, 47.25}}, "properties": properties}
	for _, edit := range edits {
		for name, v := range edit {
			if p, ok := v.(object); ok && name == "properties" {
				maps.Copy(properties, p)
			} else {
				f[name] = v
			}
		}
	}
	b, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// counted is what lists, tiles and counts say of the records; they have to agree.
func (s service) counted() int {
	s.t.Helper()
	listed := len(s.crawl(items + "?limit=10000"))
	matched := s.ok(items + "?limit=1").body["numberMatched"]
	if tile := s.records("/collections/observations/tiles/WebMercatorQuad/0/0/0"); tile != listed || matched != float64(listed) {
		s.t.Errorf("%d in the list, %d in the tile, numberMatched %v", listed, tile, matched)
	}
	return listed
}

// state is everything that a write may touch.
func (s service) state() string {
	s.t.Helper()
	return pgtest.Value[string](s.t, s.db, `select (select string_agg(o::text, ';' order by id) from observations o) ||
		(select count(*) from observation_requests) || (select count(*) from taxa) || (select count(*) from taxon_names)`)
}

// OGC API - Features Part 4 (20-002), class Create/Replace/Delete: post-op, post-response, put-op, delete-op.
func TestFeaturesAreWritten(t *testing.T) {
	t.Parallel()
	s := writable(t)
	before := s.counted()

	made := s.send(http.MethodPost, items, feature())
	at := made.header.Get("Location")
	if made.status != http.StatusCreated || !strings.HasPrefix(at, "http://example.com/ogc"+items+"/") || made.raw != "" {
		t.Fatalf("%d, at %q: %s", made.status, at, made.raw)
	}
	if n := s.counted(); n != before+1 {
		t.Errorf("%d records after one was added to %d", n, before)
	}
	got := s.ok(at).body
	properties := got["properties"].(object)
	for name, want := range map[string]any{
		"species_id": "aedes-aegypti", "genus": "Aedes", "count": 7.0, "country_id": "fr", "region_id": "western-europe", "status": "unverified", "date_precision": "time",
	} {
		if properties[name] != want {
			t.Errorf("%s is %v, want %v", name, properties[name], want)
		}
	}

	// A feature is sent back as it was read, with what the server worked out: that changes nothing.
	etag := s.ok(at).header.Get("ETag")
	raw := s.ok(at).raw
	if a := s.send(http.MethodPut, at, raw, "If-Match", etag); a.status != http.StatusNoContent || "W/"+a.header.Get("ETag") != etag {
		t.Errorf("sent back: %d %s, %s was %s", a.status, a.raw, a.header.Get("ETag"), etag)
	}
	if again := s.ok(at).raw; again != raw {
		t.Errorf("%s\nbecame\n%s", raw, again)
	}

	// Replacing forgets what is not sent.
	replaced := s.send(http.MethodPut, at, `{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},`+
		`"properties":{"species_scientific_name":"Culex pipiens","count":1,"observed_at":"2024-05-07"}}`, "If-Match", etag)
	if replaced.status != http.StatusNoContent {
		t.Fatalf("%d %s", replaced.status, replaced.raw)
	}
	properties = s.ok(at).body["properties"].(object)
	if properties["species_id"] != "culex-pipiens" || properties["notes"] != nil || properties["country_id"] != "de" || properties["date_precision"] != "day" {
		t.Errorf("%v", properties)
	}

	// The ETag of before is no longer good.
	for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if a := s.send(method, at, feature(), "If-Match", etag); a.status != http.StatusPreconditionFailed {
			t.Errorf("%s with an old ETag: %d", method, a.status)
		}
	}
	if n := s.records("/collections/observations/tiles/WebMercatorQuad/0/0/0?species=culex-pipiens&start_date=2024-01-01"); n != 1 {
		t.Errorf("%d of the new species in the tile", n)
	}

	if a := s.send(http.MethodDelete, at, "", "If-Match", s.ok(at).header.Get("ETag")); a.status != http.StatusNoContent {
		t.Fatalf("%d %s", a.status, a.raw)
	}
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if a := s.send(method, at, feature()); a.status != http.StatusNotFound {
			t.Errorf("%s after it was deleted: %d", method, a.status)
		}
	}
	if n := s.counted(); n != before {
		t.Errorf("%d records, before it was added %d", n, before)
	}
}

// What features do not show, a replacement keeps.
func TestReplacingKeepsWhatIsNotShown(t *testing.T) {
	t.Parallel()
	s := writable(t)
	at := s.send(http.MethodPost, items, feature()).header.Get("Location")
	s.exec(`update observations set observer_name = 'Ada', user_id = 'u', metadata = '{"a":1}', event_id = 'e', image_url = '/static/a.jpg' where count = 7 and notes = 'at the well'`)
	if a := s.send(http.MethodPut, at, feature(object{"properties": object{"count": 8}})); a.status != http.StatusNoContent {
		t.Fatalf("%d %s", a.status, a.raw)
	}
	kept := pgtest.Value[string](t, s.db, `select observer_name || user_id || (metadata->>'a') || event_id || image_url from observations where count = 8 and notes = 'at the well'`)
	if kept != "Adau1e/static/a.jpg" {
		t.Errorf("%q", kept)
	}
	for _, hidden := range []string{"Ada", "image_url", "metadata"} {
		if strings.Contains(s.ok(at).raw, hidden) {
			t.Errorf("the feature shows %s", hidden)
		}
	}
}

// Class Update: a merge patch of a feature.
func TestFeaturesAreUpdated(t *testing.T) {
	t.Parallel()
	s := writable(t)
	at := s.send(http.MethodPost, items, feature()).header.Get("Location")
	patch := func(body string, header ...string) object {
		t.Helper()
		if a := s.send(http.MethodPatch, at, body, header...); a.status != http.StatusNoContent {
			t.Fatalf("%s: %d %s", body, a.status, a.raw)
		}
		return s.ok(at).body
	}
	got := patch(`{"properties":{"count":9,"notes":null}}`)["properties"].(object)
	if got["count"] != 9.0 || got["notes"] != nil || got["species_id"] != "aedes-aegypti" {
		t.Errorf("%v", got)
	}
	moved := patch(`{"geometry":{"type":"Point","coordinates":[52.5,13.4]}}`, "Content-Crs", "<http://www.opengis.net/def/crs/EPSG/0/4326>")
	if at := moved["geometry"].(object)["coordinates"].([]any); at[0] != 13.4 || at[1] != 52.5 || moved["properties"].(object)["country_id"] != "de" {
		t.Errorf("%v, %v", at, moved["properties"])
	}
	moved = patch(`{"type":"Feature","geometry":{"type":"Point","coordinates":[111319.490793,0]}}`, "Content-Crs", "<http://www.opengis.net/def/crs/EPSG/0/3857>", "Content-Type", "application/geo+json")
	if at := moved["geometry"].(object)["coordinates"].([]any); at[0] != 1.0 || at[1] != 0.0 {
		t.Errorf("%v", at)
	}
	if got := patch(`{}`); got["properties"].(object)["count"] != 9.0 {
		t.Errorf("%v", got)
	}
}

// TestRefusedWritesChangeNothing sends what may not be written.
func TestRefusedWritesChangeNothing(t *testing.T) {
	t.Parallel()
	s := writable(t)
	at := items + "/" + idOf(1)
	before := s.state()
	for name, test := range map[string]struct {
		answer answer
		status int
		words  string
	}{
		"no token":        {s.send(http.MethodPost, items, feature(), "Authorization", "nobody"), 401, "Bearer"},
		"a wrong scope":   {s.send(http.MethodPost, items, feature(), "Authorization", "scopes events:write"), 403, "observations:write"},
		"delete unasked":  {s.send(http.MethodDelete, at, "", "Authorization", "nobody"), 401, "Bearer"},
		"put unasked":     {s.send(http.MethodPut, at, feature(), "Authorization", "nobody"), 401, "Bearer"},
		"no feature":      {s.send(http.MethodPost, items, `{"type":"FeatureCollection","features":[]}`), 422, "Feature"},
		"no JSON":         {s.send(http.MethodPost, items, `{"type":`), 422, "JSON"},
		"an array":        {s.send(http.MethodPost, items, `[]`), 422, "object"},
		"another media":   {s.send(http.MethodPost, items, feature(), "Content-Type", "text/csv"), 415, "geo+json"},
		"a line":          {s.send(http.MethodPost, items, feature(object{"geometry": object{"type": "LineString", "coordinates": []any{}}})), 422, "Point"},
		"no geometry":     {s.send(http.MethodPost, items, feature(object{"geometry": nil})), 422, "geometry"},
		"a height":        {s.send(http.MethodPost, items, feature(object{"geometry": object{"type": "Point", "coordinates": []int{1, 2, 3}}})), 422, "two"},
		"off the world":   {s.send(http.MethodPost, items, feature(object{"geometry": object{"type": "Point", "coordinates": []int{1, 91}}})), 422, "lat"},
		"no properties":   {s.send(http.MethodPost, items, feature(object{"properties": nil})), 422, "properties"},
		"unknown":         {s.send(http.MethodPost, items, feature(object{"properties": object{"observer_name": "Ada"}})), 422, "observer_name"},
		"no count":        {s.send(http.MethodPost, items, feature(object{"properties": object{"count": 0}})), 422, "count"},
		"the future":      {s.send(http.MethodPost, items, feature(object{"properties": object{"observed_at": "9000-01-01"}})), 422, "observed_at"},
		"no such CRS":     {s.send(http.MethodPost, items, feature(), "Content-Crs", "<urn:x>"), 400, "Content-Crs"},
		"off the CRS":     {s.send(http.MethodPost, items, feature(object{"geometry": object{"type": "Point", "coordinates": []float64{1e300, 1e300}}}), "Content-Crs", "<http://www.opengis.net/def/crs/EPSG/0/3857>"), 422, ""},
		"an id":           {s.send(http.MethodPost, items, feature(object{"id": "x"})), 422, "UUID"},
		"a taken id":      {s.send(http.MethodPost, items, feature(object{"id": idOf(1)})), 409, "id"},
		"an import's id":  {s.send(http.MethodPost, items, feature(object{"id": "8f6b7a52-6d0e-5f0e-9c55-1d1f6f0a6b12"})), 422, "[body id]"},
		"another id":      {s.send(http.MethodPut, at, feature(object{"id": idOf(2)})), 422, "path"},
		"an old ETag":     {s.send(http.MethodPut, at, feature(), "If-Match", `"x"`), 412, "changed"},
		"only a new one":  {s.send(http.MethodPut, at, feature(), "If-None-Match", "*"), 412, "If-None-Match"},
		"null name":       {s.send(http.MethodPatch, at, `{"properties":{"species_scientific_name":null}}`), 422, "species_scientific_name"},
		"null geometry":   {s.send(http.MethodPatch, at, `{"geometry":null}`), 422, "geometry"},
		"two species":     {s.send(http.MethodPatch, at, `{"properties":{"species_scientific_name":"Culex pipiens","species_id":"aedes-aegypti"}}`), 422, "different"},
		"a parameter":     {s.send(http.MethodPost, items+"?f=json", feature()), 400, "unknown parameter f; known are lang"},
		"nothing there":   {s.send(http.MethodPut, items+"/"+idOf(99), feature()), 404, "not found"},
		"no UUID":         {s.send(http.MethodDelete, items+"/x", ""), 404, "not found"},
		"sites":           {s.send(http.MethodPost, "/collections/sites/items", feature()), 405, "not allowed"},
		"traps":           {s.send(http.MethodPost, "/collections/traps/items", feature()), 405, "not allowed"},
		"no collection":   {s.send(http.MethodPost, "/collections/x/items", feature()), 405, "not allowed"},
		"a large body":    {s.send(http.MethodPost, items, feature(object{"properties": object{"notes": strings.Repeat("x", 1<<20)}})), 413, "larger"},
		"a name is blank": {s.send(http.MethodPost, items, feature(object{"properties": object{"species_scientific_name": " "}})), 422, "species_scientific_name"},
	} {
		if detail := fmt.Sprint(test.answer.body["detail"], test.answer.body["errors"]); test.answer.status != test.status || !strings.Contains(detail, test.words) {
			t.Errorf("%s: %d %s, want %d with %q", name, test.answer.status, test.answer.raw, test.status, test.words)
		}
	}
	if after := s.state(); after != before {
		t.Error("a refused write changed something")
	}
	a := s.send(http.MethodPost, items, feature(object{"properties": object{"count": -1}}))
	if loc := fmt.Sprint(a.body["errors"].([]any)[0].(object)["loc"]); loc != "[body properties count]" {
		t.Errorf("the error is at %s", loc)
	}
}

// A client that heard no answer may send the same feature with its own id again.
func TestSameFeatureAgain(t *testing.T) {
	t.Parallel()
	s := writable(t)
	body := feature(object{"id": idOf(4711)})
	for _, want := range []int{http.StatusCreated, http.StatusOK} {
		if a := s.send(http.MethodPost, items, body); a.status != want || !strings.HasSuffix(a.header.Get("Location"), idOf(4711)) {
			t.Errorf("%d %s, want %d", a.status, a.raw, want)
		}
	}
	if n := s.counted(); n != shown+1 {
		t.Errorf("%d records", n)
	}

	// The request is known after the record was withdrawn, too: a retry does not bring it back.
	if a := s.send(http.MethodDelete, items+"/"+idOf(4711), ""); a.status != http.StatusNoContent {
		t.Errorf("%d %s", a.status, a.raw)
	}
	if a := s.send(http.MethodPost, items, body); a.status != http.StatusOK {
		t.Errorf("after it was deleted: %d %s", a.status, a.raw)
	}
	if n := s.counted(); n != shown {
		t.Errorf("%d records after it was deleted and sent again", n)
	}
}

// Without a token nothing can be written here, and nothing says so.
func TestNothingIsWrittenWithoutToken(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, target := range []string{items, items + "/" + idOf(1)} {
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			if a := s.send(method, target, feature()); a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != "GET, HEAD, OPTIONS" {
				t.Errorf("%s %s: %d, Allow %s", method, target, a.status, a.header.Get("Allow"))
			}
		}
	}
	if strings.Contains(s.ok("/conformance").raw, "features-4") || strings.Contains(s.ok("/api").raw, `"put"`) {
		t.Error("writing is claimed")
	}
	if s.ok(items+"/"+idOf(1)).header.Get("ETag") != "" {
		t.Error("a feature that cannot be changed has an ETag to lock with")
	}
	w := writable(t)
	if allow := w.send(http.MethodOptions, items+"/"+idOf(1), "").header.Get("Allow"); allow != "DELETE, GET, HEAD, OPTIONS, PATCH, PUT" {
		t.Errorf("with the right: %s", allow)
	}
	if allow := w.send(http.MethodOptions, items+"/"+idOf(1), "", "Authorization", "nobody").header.Get("Allow"); allow != "GET, HEAD, OPTIONS" {
		t.Errorf("without the right: %s", allow)
	}
	for _, target := range []string{"/collections/sites/items", "/collections/traps/items", "/collections/countries/items/fr"} {
		if allow := w.send(http.MethodOptions, target, "").header.Get("Allow"); allow != "GET, HEAD, OPTIONS" {
			t.Errorf("%s, which nobody can change: %s", target, allow)
		}
		if a := w.send(http.MethodPost, target, feature(), "Authorization", "nobody"); a.status != http.StatusMethodNotAllowed {
			t.Errorf("POST to %s without a token: %d", target, a.status)
		}
	}
	if !strings.Contains(w.ok("/conformance").raw, "ogcapi-features-4/1.0/conf/create-replace-delete") || !strings.Contains(w.ok("/api").raw, `"put"`) {
		t.Error("with a writer writing is not claimed")
	}
}

// TestSentFeaturesAreDescribed compares the API document with what is stored and what is refused.
func TestSentFeaturesAreDescribed(t *testing.T) {
	t.Parallel()
	s := writable(t)
	doc := s.document()
	if strings.Contains(s.ok("/api").raw, `"required":null`) {
		t.Error("the document has null where a list of members belongs, which other programs refuse")
	}
	described := func(method, body string) error {
		item := doc.Paths.Find("/collections/observations/items")
		if method != http.MethodPost {
			item = doc.Paths.Find("/collections/observations/items/{item}")
		}
		var sent any
		if err := json.Unmarshal([]byte(body), &sent); err != nil {
			return err
		}
		for media, content := range item.GetOperation(method).RequestBody.Value.Content {
			if err := content.Schema.Value.VisitJSON(sent); err != nil {
				return fmt.Errorf("%s: %w", media, err)
			}
		}
		return nil
	}
	read := s.ok(items + "/" + idOf(3)).raw
	for method, bodies := range map[string][]string{
		http.MethodPost: {
			feature(), feature(object{"properties": object{"observed_at": "2024-05-06", "status": "verified", "sex": nil}}),
			feature(object{"id": "8f6b7a52-6d0e-4f0e-9c55-1d1f6f0a6b12", "bbox": []float64{1, 2, 3, 4}}),
		},
		http.MethodPut:   {feature(), read},
		http.MethodPatch: {`{}`, `{"properties":{"notes":null}}`, `{"geometry":{"type":"Point","coordinates":[1,2]}}`, read},
	} {
		for i, body := range bodies {
			target := items
			if method != http.MethodPost {
				target += "/" + idOf(3)
			}
			if err, a := described(method, body), s.send(method, target, body); err != nil || a.status > http.StatusNoContent {
				t.Errorf("%s %d: %v, and %d %s", method, i, err, a.status, a.raw)
			}
		}
	}
	for name, body := range map[string]string{
		"no feature":    `{"type":"FeatureCollection","features":[]}`,
		"no geometry":   feature(object{"geometry": nil}),
		"a line":        feature(object{"geometry": object{"type": "LineString", "coordinates": []any{}}}),
		"a height":      feature(object{"geometry": object{"type": "Point", "coordinates": []int{1, 2, 3}}}),
		"unknown":       feature(object{"properties": object{"observer_name": "Ada"}}),
		"another kind":  feature(object{"properties": object{"count": "seven"}}),
		"no properties": feature(object{"properties": nil}),
		"a status":      feature(object{"properties": object{"status": "good"}}),
	} {
		if err, a := described(http.MethodPost, body), s.send(http.MethodPost, items, body); err == nil || a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %v, and %d %s", name, err, a.status, a.raw)
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for _, p := range op.Parameters {
				schema := p.Value.Schema.Value
				if p.Value.In == "query" && (schema.Type.Is("array") && schema.MaxItems == nil || schema.Type.Is("string") && schema.MaxLength == nil && schema.Enum == nil && schema.Format == "") {
					t.Errorf("%s %s: %s has no limit", method, path, p.Value.Name)
				}
			}
		}
	}
}

// TestAnswersAreDescribed compares pages of all collections with the API document.
func TestAnswersAreDescribed(t *testing.T) {
	t.Parallel()
	s := shared(t)
	doc := s.document()
	for _, id := range collectionIDs {
		for _, query := range []string{"?limit=5", "?limit=5&skipGeometry=true", "?limit=5&properties="} {
			schema := doc.Paths.Find("/collections/" + id + "/items").Get.Responses.Value("200").Value.Content["application/geo+json"].Schema.Value
			if err := schema.VisitJSON(s.ok("/collections/" + id + "/items" + query).body); err != nil {
				t.Errorf("%s%s: %v", id, query, err)
			}
		}
	}
}
