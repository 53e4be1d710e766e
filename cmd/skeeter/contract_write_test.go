package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// post sends a record. What the server takes has to fit the document's schema of a request as well.
func (p speaker) post(status int, body string) answer {
	p.t.Helper()
	a := p.want(status, "POST", apiBase+"/observations", body, "Content-Type", "application/json")
	if a.status >= 300 {
		return a
	}
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		p.t.Fatal(err)
	}
	if err := p.doc.Components.Schemas["ObservationCreate"].Value.VisitJSON(v, openapi3.EnableJSONSchema2020(), openapi3.EnableFormatValidation()); err != nil {
		p.t.Errorf("the server takes a record that the document forbids: %s: %.300v", body, err)
	}
	return a
}

// newRecords holds one row for each rule of a new record.
func (p speaker) newRecords() {
	without := func(old string) string { return strings.Replace(observation, old, "", 1) }
	changed := func(old, with string) string { return strings.Replace(observation, old, with, 1) }
	with := func(members string) string { return "{" + members + "," + observation[1:] }
	for name, tc := range map[string]struct{ body, locs string }{
		"no body":              {"", "body"},
		"blanks":               {" \n", "body"},
		"broken":               {observation[:40], "body"},
		"trailing":             {observation + "{}", "body"},
		"an array":             {"[]", "body"},
		"null":                 {"null", "body"},
		"twice":                {with(`"count":2`), "body"},
		"deep":                 {with(`"metadata":` + strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)), "body"},
		"NaN":                  {changed("43.7", "NaN"), "body"},
		"not UTF-8":            {with("\"notes\":\"\xff\""), "body"},
		"empty":                {"{}", "body.species_scientific_name body.count body.location body.observed_at"},
		"no count":             {without(`"count":2,`), "body.count"},
		"count null":           {changed(`:2,`, `:null,`), "body.count"},
		"count 0":              {changed(`:2,`, `:0,`), "body.count"},
		"count a text":         {changed(`:2,`, `:"2",`), "body.count"},
		"count a fraction":     {changed(`:2,`, `:1.5,`), "body.count"},
		"latitude 91":          {changed("43.7", "91"), "body.location.lat"},
		"longitude -181":       {changed("7.25", "-181"), "body.location.lng"},
		"latitude beyond":      {changed("43.7", "1e999"), "body.location.lat"},
		"no longitude":         {changed(`,"lng":7.25`, ""), "body.location.lng"},
		"location a list":      {changed(`{"lat":43.7,"lng":7.25}`, "[7.25,43.7]"), "body.location"},
		"two latitudes":        {changed(`"lat"`, `"latitude":12,"lat"`), "body.location.latitude"},
		"two species":          {with(`"species_id":"culex-pipiens"`), "body.species_id"},
		"unknown species id":   {changed(`"species_scientific_name":"Aedes albopictus"`, `"species_id":"nobody"`), "body.species_id"},
		"blank name":           {changed("Aedes albopictus", " "), "body.species_scientific_name"},
		"long name":            {changed("Aedes albopictus", strings.Repeat("x", 301)), "body.species_scientific_name"},
		"unknown field":        {with(`"mood":"good"`), "body.mood"},
		"unknown inner field":  {changed(`"lat"`, `"alt":3,"lat"`), "body.location.alt"},
		"read-only":            {with(`"country_id":"fr","region_id":"western-europe","created_at":"2020-01-01"`), "body.country_id body.region_id body.created_at"},
		"own id no UUID":       {with(`"id":"seven"`), "body.id"},
		"future":               {changed("2024", "2124"), "body.observed_at"},
		"no date":              {changed("2024-06-01T08:00:00Z", "yesterday"), "body.observed_at"},
		"no such day":          {changed("2024-06-01T08:00:00Z", "2023-02-29"), "body.observed_at"},
		"until without reason": {with(`"observed_until":"2024-06-02"`), "body.observed_until"},
		"status":               {with(`"status":"dead"`), "body.status"},
		"confidence":           {with(`"confidence":1.01`), "body.confidence"},
		"accuracy":             {with(`"location_accuracy_m":-1`), "body.location_accuracy_m"},
		"picture":              {with(`"image_url":"javascript:alert(1)"`), "body.image_url"},
		"data source":          {with(`"data_source":"nobody"`), "body.data_source"},
		"metadata":             {with(`"metadata":[]`), "body.metadata"},
		"NUL":                  {with(`"notes":"a\u0000b"`), "body.notes"},
		"long notes":           {with(`"notes":"` + strings.Repeat("ж", 4001) + `"`), "body.notes"},
		"all at once":          {with(`"mood":1,"confidence":2,"sex":3,"status":"dead"`), "body.mood body.confidence body.sex body.status"},
	} {
		a := p.post(422, tc.body)
		if a.status != 422 {
			p.t.Errorf("%s was taken", name)
			continue
		}
		wantLoc(p.t, a, strings.Fields(tc.locs)...)
	}

	for _, status := range []string{"unverified", "verified", "rejected"} {
		if got := decode[map[string]any](p.t, p.post(201, with(`"status":"`+status+`"`)), 201); got["status"] != status {
			p.t.Errorf("status %s became %v", status, got["status"])
		}
	}
	got := decode[map[string]any](p.t, p.post(201, changed("Aedes albopictus", "Culex contractus")), 201)
	if got["status"] != "unverified" || got["species_id"] != "culex-contractus" || got["user_id"] == nil || got["country_id"] != "fr" {
		p.t.Errorf("a new record: %v", got)
	}
	got = decode[map[string]any](p.t, p.post(201, changed("Aedes albopictus", "stegomyia AEGYPTI")), 201)
	if got["species_scientific_name"] != "Aedes aegypti" || got["verbatim_scientific_name"] != "stegomyia AEGYPTI" {
		p.t.Errorf("a synonym: %v", got)
	}
	p.post(201, `{"species_id":"Aedes_aegypti","location":{"latitude":-3.1,"longitude":-60},"count":1.0,"observed_at":"2020-01-01T10:00:00"}`)
	p.post(201, with(`"species_id":"aedes-albopictus","metadata":{"a":[1,null]},"notes":null,"confidence":1,"image_url":"/static/x.png"`))
	p.post(201, changed(`"2024-06-01T08:00:00Z"`, `"2024-06-01","date_precision":"month"`))

	p.post(200, with(`"id":"`+ownID+`"`))
	p.post(409, `{"id":"`+ownID+`",`+changed(`:2,`, `:3,`)[1:])
	p.post(413, with(`"notes":"`+strings.Repeat("x", 1<<20)+`"`))
	for _, contentType := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/merge-patch+json"} {
		p.want(415, "POST", apiBase+"/observations", observation, "Content-Type", contentType)
	}
	p.want(201, "POST", apiBase+"/observations", observation, "Content-Type", "Application/JSON; charset=utf-8")
	for _, list := range []string{"/geo/observations", "/export", "/export?format=geojson", "/export?format=geojsonseq"} {
		if a := p.want(200, "GET", apiBase+list, ""); bytes.Contains(a.body, []byte("user_id")) || bytes.Contains(a.body, []byte("observer")) {
			p.t.Errorf("%s names observers", list)
		}
	}
}

// conditions holds the rules of ETags.
func (p speaker) conditions() {
	for _, path := range []string{"/openapi.json", apiBase + "/openapi.json", "/openapi.yaml", "/static/docs.css", apiBase + "/observations/" + ownID} {
		etag := p.want(200, "GET", path, "").header.Get("ETag")
		compressed := p.send("GET", path, "", "Accept-Encoding", "gzip").header.Get("ETag")
		for _, known := range []string{etag, "W/" + etag, `"other", ` + etag, compressed, "*"} {
			a := p.want(304, "GET", path, "", "If-None-Match", known)
			if len(a.body) > 0 {
				p.t.Errorf("%s: 304 with a body", path)
			}
		}
		p.want(200, "GET", path, "", "If-None-Match", `"other"`)
	}

	path, patch := apiBase+"/observations/"+ownID, "application/merge-patch+json"
	old := p.want(200, "GET", path, "").header.Get("ETag")
	now := p.want(200, "PATCH", path, `{"count":5,"status":"verified"}`, "Content-Type", patch, "If-Match", old).header.Get("ETag")
	if now == old {
		p.t.Error("a change leaves the ETag")
	}
	p.want(200, "GET", path, "", "If-None-Match", old)
	p.want(412, "PATCH", path, `{"count":6}`, "Content-Type", patch, "If-Match", old)
	if got := decode[struct{ Count int }](p.t, p.want(200, "GET", path, ""), 200); got.Count != 5 {
		p.t.Errorf("a refused change was made: %d", got.Count)
	}
	p.want(200, "PATCH", path, `{"count":6}`, "Content-Type", "application/json", "If-Match", "*")
	for _, body := range []string{`{"id":"` + ownID + `"}`, `{"updated_at":"2020-01-01"}`, `{"country_id":null}`, `{"count":null}`, `{"mood":1}`, "{", ""} {
		p.want(422, "PATCH", path, body, "Content-Type", patch)
	}
	p.want(415, "PATCH", path, "{}", "Content-Type", "text/plain")
	p.want(413, "PATCH", path, `{"notes":"`+strings.Repeat("x", 1<<20)+`"}`, "Content-Type", patch)
	p.want(404, "PATCH", apiBase+"/observations/seven", "{}", "Content-Type", patch)
}

// pictures holds what an upload is checked for, with a model and without one.
func (p speaker) pictures() {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		p.t.Fatal(err)
	}
	good := 500
	if health := decode[struct {
		Checks map[string]struct{ Status string }
	}](p.t, p.want(200, "GET", "/health", ""), 200); health.Checks["model"].Status == "ok" {
		good = 200
	}
	const largest = 10 << 20
	for _, tc := range []struct {
		path, field, content string
		copies, status       int
	}{
		{"/predict", "file", picture.String(), 1, good}, {"/predict?lang=xx", "image", picture.String(), 1, good}, {"/predict", "file", "", 1, 400},
		{"/predict", "file", "GIF89a", 1, 400}, {"/predict", "file", strings.Repeat("x", largest+1), 1, 413}, {"/predict", "picture", picture.String(), 1, 422},
		{"/predict", "file", picture.String(), 2, 422}, {"/predict?confidence_threshold=2", "file", picture.String(), 1, 422},
		{"/predict/batch", "files", picture.String(), 3, 200}, {"/predict/batch", "file", "no picture", 2, 200},
		{"/predict/batch", "files", picture.String(), 33, 422}, {"/predict/batch", "picture", picture.String(), 1, 422},
	} {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		for i := range tc.copies {
			part, err := w.CreateFormFile(tc.field, fmt.Sprintf("%d.png", i))
			if err != nil {
				p.t.Fatal(err)
			}
			_, _ = part.Write([]byte(tc.content))
		}
		_ = w.Close()
		p.want(tc.status, "POST", apiBase+tc.path, form.String(), "Content-Type", w.FormDataContentType())
	}
	for _, path := range []string{"/predict", "/predict/batch"} {
		p.want(415, "POST", apiBase+path, picture.String(), "Content-Type", "image/png")
	}
}

// TestSettingsOfTheSameDatabase serves one database twice: what is counted in memory and what SQL counts is the same, and a
// write token is asked for where there is one.
func TestSettingsOfTheSameDatabase(t *testing.T) {
	t.Parallel()
	h := newHome(t) // with the demonstration set
	doc := loadContract(t)
	first := speaker{doc, h.serve()}
	targets := []string{"/stats?status=verified", "/regions?lang=es", "/countries", "/filters", "/filters/species", "/filters/regions", "/filters/countries",
		"/filters/data_sources", "/filters/diseases", "/species/aedes-aegypti"}
	for _, filter := range []string{"", "species=aedes-aegypti,culex_pipiens", "bbox=-20,30,60,75", "bbox=170,-60,-150,30", "start_date=2021-03-05&end_date=2023-07-01",
		"country=br,fr", "region=western-europe", "months=6,7", "sex=female&life_stage=adult", "max_uncertainty_m=500", "status=verified,rejected",
		"start_date=2024-01-01&end_date=2020-01-01", "species=nobody", "data_source=nobody", "bbox=0,0,40,50&months=1,12&species=Anopheles%20gambiae"} {
		targets = append(targets, "/stats?"+filter, "/observations?limit=3&"+filter)
	}
	eventually(t, "the counts are in memory", func() bool {
		return strings.Contains(string(first.s.get("/readyz").body), `"tile_index":{"status":"ok"}`)
	})
	before := map[string]string{}
	for _, target := range targets {
		before[target] = strings.ReplaceAll(string(first.want(200, "GET", apiBase+target, "").body), first.s.base, "")
	}
	first.s.signal(syscall.SIGTERM)

	h.env = append(h.env, "SKEETER_TILE_INDEX=false", "SKEETER_WRITE_TOKEN=secret")
	second := speaker{doc, h.serve()}
	if body := second.want(200, "GET", "/readyz", "").body; !bytes.Contains(body, []byte(`"tile_index":{"status":"not configured"`)) {
		t.Errorf("the index is still there: %s", body)
	}
	if body := second.want(200, "GET", "/metrics", "").body; bytes.Contains(body, []byte("skeeter_tile_index_ready")) {
		t.Error("an index that is not wanted is not ready, for the alert")
	}
	for _, target := range targets {
		after := strings.ReplaceAll(string(second.want(200, "GET", apiBase+target, "").body), second.s.base, "")
		if before[target] != after {
			t.Errorf("%s is\n%.600s\nwithout the index\n%.600s", target, before[target], after)
		}
	}

	stored := decode[struct{ Observations []struct{ ID string } }](t, second.want(200, "GET", apiBase+"/observations?limit=1", ""), 200)
	for authorization, ok := range map[string]bool{"": false, "Bearer wrong": false, "Bearer": false, "Bearer secret2": false, "Basic secret": false,
		"secret": false, "Bearer secret": true, "bearer secret": true} {
		for _, write := range []struct {
			method, path, body string
			status             int
		}{{http.MethodPost, "/observations", observation, 201}, {http.MethodPatch, "/observations/" + stored.Observations[0].ID, "{}", 200}} {
			if !ok {
				write.status = 401
			}
			second.want(write.status, write.method, apiBase+write.path, write.body, "Content-Type", "application/json", "Authorization", authorization)
		}
	}
	second.want(415, "POST", apiBase+"/predict", "{}", "Content-Type", "application/json") // no token for predictions
}
