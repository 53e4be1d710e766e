package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/skeeter-surveillance/skeeter/geo"
)

// contract is web/openapi.yaml, and which of its operations a test has called.
type contract struct {
	t      *testing.T
	doc    *openapi3.T
	called map[string]bool
}

func loadContract(t *testing.T) *contract {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("../../web/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return &contract{t: t, doc: doc, called: map[string]bool{}}
}

// find returns the operation of a request. The longest template that matches is meant: /species/{id} is not /species/x/y.
func (c *contract) find(method, target string) (name string, op *openapi3.Operation) {
	path, _, _ := strings.Cut(target, "?")
	if trimmed := strings.TrimRight(path, "/"); trimmed != "" && trimmed != "/api/v1" {
		path = trimmed
	} else if trimmed == "/api/v1" {
		path = "/api/v1/"
	}
	for template, item := range c.doc.Paths.Map() {
		pattern := regexp.MustCompile(`\\\{[a-z_]+\\\}`).ReplaceAllString(regexp.QuoteMeta(template), "[^/]+")
		if template == "/static/{path}" {
			pattern = "/static/.+"
		}
		if !regexp.MustCompile("^" + pattern + "$").MatchString(path) {
			continue
		}
		// Of several the most particular: one without variables, else the longest.
		if o := item.GetOperation(method); o != nil && (op == nil || !strings.Contains(template, "{") || strings.Contains(name, "{") && len(method+" "+template) > len(name)) {
			name, op = method+" "+template, o
		}
	}
	return name, op
}

// check holds an answer against the document: the status is listed, the headers that it requires are there, the body fits.
func (c *contract) check(method, target string, a answer) {
	c.t.Helper()
	name, op := c.find(method, target)
	if op == nil {
		c.t.Errorf("%s %s is not in the document", method, target)
		return
	}
	c.called[name] = true
	response := op.Responses.Status(a.status)
	if response == nil {
		c.t.Errorf("%s %s: status %d is not in the document: %s", method, target, a.status, a.body)
		return
	}
	c.fits(response.Value, method+" "+target, a)
}

// fits holds headers and body of an answer against a response of the document.
func (c *contract) fits(response *openapi3.Response, request string, a answer) {
	c.t.Helper()
	for _, problem := range misfits(response, a) {
		c.t.Errorf("%.200s: %s", request, problem)
	}
}

// misfits says where headers and body of an answer are not as a response of the document has them.
func misfits(response *openapi3.Response, a answer) (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for name, h := range response.Headers {
		value := a.header.Get(name)
		switch {
		case value == "" && h.Value.Required:
			report("%d without the header %s", a.status, name)
		case value != "" && !readAs(h.Value.Schema.Value, value):
			report("%d with the header %s: %s", a.status, name, value)
		}
	}
	if len(response.Content) == 0 {
		return problems
	}
	mediaType, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	media := response.Content.Get(mediaType)
	if media == nil {
		report("%d with Content-Type %q, the document has %v", a.status, mediaType, slices.Sorted(maps.Keys(response.Content)))
		return problems
	}
	if !strings.HasSuffix(mediaType, "json") || media.Schema == nil {
		return problems
	}
	var body any
	if err := json.Unmarshal(a.body, &body); err != nil {
		report("%d: %v", a.status, err)
		return problems
	}
	if err := visit(media.Schema.Value, body); err != nil {
		report("%d does not fit its schema: %.600v\n%.300s", a.status, err, a.body)
	}
	return problems
}

// visit holds a value, as encoding/json reads it, against a schema.
func visit(schema *openapi3.Schema, value any) error {
	return schema.VisitJSON(value, openapi3.EnableJSONSchema2020(), openapi3.EnableFormatValidation(), openapi3.MultiErrors())
}

// TestEveryAnswerFitsTheContract calls every operation of the document on a real server, with good and bad requests, and holds
// every answer against it.
func TestEveryAnswerFitsTheContract(t *testing.T) {
	t.Parallel()
	c := loadContract(t)
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_SAVE_PREDICTED_IMAGES=true")
	h.ok("import", h.file("field.csv", fieldRecords), "--dataset", "Field work")
	h.savedPicture(ownID + ".jpg")
	s := h.serve()

	const base = "/api/v1"
	created := s.do("POST", base+"/observations", "application/json", observation)
	c.check("POST", base+"/observations", created)
	id := decode[struct{ ID string }](t, created, 201).ID

	for target, status := range map[string]int{
		"/": 200, "/api/v1/": 200, "/health": 200, base + "/health": 200, "/livez": 200, "/readyz": 200, "/docs": 200, "/redoc": 200,
		"/species": 200, "/species/nobody": 200, "/diseases": 200, "/diseases/malaria": 200, "/report": 200, "/records": 200, "/records/7": 200, "/about": 200,
		"/openapi.json": 200, "/openapi.yaml": 200, base + "/openapi.json": 200, "/metrics": 200, "/static/nothing.css": 404,
		"/basemap/0/0/0.mvt": 200, "/basemap/6/27/32.mvt": 204, "/basemap/7/0/0.mvt": 404,
		"/static/predictions/" + ownID + ".jpg": 200, "/static/predictions/nothing.jpg": 404,
		base + "/species": 200, base + "/species?limit=2&offset=1&lang=ru": 200, base + "/species?search=%25_'\"&lang=xx": 200,
		base + "/species?limit=0": 422, base + "/species?limit=201": 422, base + "/species?limit=": 422, base + "/species?offset=-1": 422,
		base + "/species/aedes_aegypti?lang=es-MX": 200, base + "/species/Stegomyia%20aegypti": 200, base + "/species/nobody": 404,
		base + "/vector-species": 200, base + "/vector-species?disease_id=Dengue%20fever": 200, base + "/vector-species?disease_id=gout": 404,
		base + "/diseases?search=FI%C3%88VRE&lang=fr": 200, base + "/diseases?limit=abc": 422, base + "/diseases/malaria?lang=pt": 200,
		base + "/diseases/gout": 404, base + "/diseases/malaria/vectors": 200, base + "/diseases/gout/vectors": 404,
		base + "/geo/observations?lang=es": 200, base + "/geo/modeled": 200, base + "/geo/traps": 400, base + "/geo/observations?bbox=1,2": 400,
		base + "/geo/observations?start_date=x&months=13": 422, base + "/regions": 200, base + "/regions?limit=3&offset=2": 200, base + "/regions?limit=0": 422,
		base + "/countries": 200, base + "/countries?offset=x": 422, base + "/filters": 200, base + "/filters/species": 200, base + "/filters/countries": 200,
		base + "/filters/data_sources": 200, base + "/filters/diseases": 200, base + "/filters/regions": 200, base + "/filters/moods": 404,
		base + "/observations": 200, base + "/observations?limit=5000": 200, base + "/observations?limit=0": 422, base + "/observations?bbox=0,0,1": 400,
		base + "/observations?species_id=culex_bahamensis&limit=1": 200, base + "/observations?user_id=default_user_id": 200, base + "/observations?cursor=zzz": 422,
		base + "/observations/" + id: 200, base + "/observations/00000000-0000-0000-0000-000000000000": 404, base + "/observations/7": 404,
		base + "/tiles/observations/0/0/0.mvt": 200, base + "/tiles/observations/0/0/0.pbf?species=aedes-albopictus": 200,
		base + "/tiles/observations/22/0/0.mvt": 204, base + "/tiles/observations/0/0/0.mvt?species=nobody": 204,
		base + "/tiles/observations/0/0/0.mvt?bbox=elsewhere": 200, base + "/tiles/observations/23/0/0.mvt": 404,
		base + "/tiles/observations/1/2/0.mvt": 404, base + "/tiles/observations/1/0/-1.mvt": 404, base + "/tiles/observations/01/0/0.mvt": 404,
		base + "/tiles/observations/0/0/0.mvt?start_date=x": 422, base + "/tiles/observations/x/y/z.mvt": 404,
		base + "/tiles/observations/99999999999999999999/0/0.mvt": 404, base + "/tiles/observations/0/0/0.mvt?start_date=%zz": 400,
		base + "/tiles/observations.json?species=culex-pipiens,aedes-aegypti&start_date=2006-06-01": 200, base + "/tiles/observations.json?months=13": 422,
		base + "/tiles/observations/style.json?country=fr": 200, base + "/tiles/observations/style.json?status=dead": 422,
		base + "/stats?start_date=2006-06-01": 200, base + "/stats?status=dead": 422, base + "/stats?include=bbox,facets&lang=fr": 200, base + "/stats?include=bbox&species=nobody": 200,
		base + "/stats?include=all": 422, base + "/stats?vector_status=angry": 422, base + "/stats?genus=aedes&vector_status=HIGH&disease=dengue_fever": 200, base + "/export": 200, base + "/export?format=geojson": 200,
		base + "/export?format=geojsonseq": 200, base + "/export?format=dwca": 200, base + "/export?format=csv&excel=1": 200, base + "/export?format=pdf": 422,
	} {
		a := s.get(target)
		if a.status != status {
			t.Errorf("GET %s: %d, want %d: %.200s", target, a.status, status, a.body)
		}
		c.check("GET", target, a)
		if head := s.do("HEAD", target, "", ""); head.status != status || len(head.body) != 0 {
			t.Errorf("HEAD %s: %d, %d bytes", target, head.status, len(head.body))
		}
	}

	with := func(change string) string { return strings.Replace(observation, "{", "{"+change+",", 1) }
	for name, tc := range map[string]struct {
		contentType, body string
		status            int
	}{
		"not JSON":          {"application/json", "{", 422},
		"no body":           {"application/json", "", 422},
		"another type":      {"text/plain", observation, 415},
		"nothing required":  {"application/json", "{}", 422},
		"unknown field":     {"application/json", with(`"mood":"good"`), 422},
		"two spellings":     {"application/json", with(`"species_id":"culex-pipiens"`), 422},
		"unknown species":   {"application/json", strings.Replace(observation, `"species_scientific_name":"Aedes albopictus"`, `"species_id":"nobody"`, 1), 422},
		"read-only":         {"application/json", with(`"country_id":"fr"`), 422},
		"latitude":          {"application/json", strings.Replace(observation, "43.7", "91", 1), 422},
		"longitude":         {"application/json", strings.Replace(observation, "7.25", "181", 1), 422},
		"NaN":               {"application/json", strings.Replace(observation, "43.7", "NaN", 1), 422},
		"count 0":           {"application/json", strings.Replace(observation, `"count":2`, `"count":0`, 1), 422},
		"half a mosquito":   {"application/json", strings.Replace(observation, `"count":2`, `"count":1.5`, 1), 422},
		"future":            {"application/json", strings.Replace(observation, "2024", "2124", 1), 422},
		"script as picture": {"application/json", with(`"image_url":"javascript:alert(1)"`), 422},
		"NUL":               {"application/json", with(`"notes":"a\u0000b"`), 422},
		"too long":          {"application/json", with(`"notes":"` + strings.Repeat("x", 4001) + `"`), 422},
		"too large":         {"application/json", with(`"notes":"` + strings.Repeat("x", 1<<20) + `"`), 413},
		"other spelling":    {"application/json", `{"species_id":"aedes_aegypti","location":{"latitude":-3.1,"longitude":-60},"count":1,"observed_at":"2020-01-01","observer_name":"A. Observer"}`, 201},
		"a new name":        {"application/json", strings.Replace(observation, "Aedes albopictus", "Culex novus", 1), 201},
	} {
		a := s.do("POST", base+"/observations", tc.contentType, tc.body)
		if a.status != tc.status {
			t.Errorf("POST %s: %d, want %d: %s", name, a.status, tc.status, a.body)
		}
		c.check("POST", base+"/observations", a)
	}
	if n := s.count(base + "/observations?species=Culex+novus"); n != 1 {
		t.Errorf("a name just made finds %d records", n)
	}
	if a := s.get(base + "/geo/observations"); bytes.Contains(a.body, []byte("A. Observer")) || bytes.Contains(a.body, []byte("user_id")) {
		t.Error("a public map names an observer")
	}

	own := `"id":"6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"`
	for _, tc := range []struct {
		body   string
		status int
	}{{with(own), 201}, {with(own), 200}, {strings.Replace(with(own), `"count":2`, `"count":3`, 1), 409}} {
		a := s.do("POST", base+"/observations", "application/json", tc.body)
		if a.status != tc.status {
			t.Errorf("own id: %d, want %d: %s", a.status, tc.status, a.body)
		}
		c.check("POST", base+"/observations", a)
	}
	for _, tc := range []struct {
		id, contentType, body string
		status                int
	}{
		{id, "application/json", `{"count":5}`, 200}, {id, "application/merge-patch+json", `{"notes":"seen","metadata":{"a":{"b":1}}}`, 200},
		{id, "application/json", `{"count":null}`, 422}, {id, "application/json", `{"created_at":"2020-01-01"}`, 422}, {id, "text/plain", `{}`, 415},
		{"00000000-0000-0000-0000-000000000000", "application/json", `{}`, 404},
	} {
		a := s.do("PATCH", base+"/observations/"+tc.id, tc.contentType, tc.body)
		if a.status != tc.status {
			t.Errorf("PATCH %s: %d, want %d: %s", tc.body, a.status, tc.status, a.body)
		}
		c.check("PATCH", base+"/observations/"+tc.id, a)
	}

	for path, field := range map[string]string{base + "/predict": "file", base + "/predict/batch": "files"} {
		for content, status := range map[string]int{"no picture": 400, "": 400} {
			if strings.HasSuffix(path, "batch") {
				status = 200
			}
			var form bytes.Buffer
			w := multipart.NewWriter(&form)
			part, _ := w.CreateFormFile(field, "a.jpg")
			_, _ = io.WriteString(part, content)
			_ = w.Close()
			a := s.do("POST", path, w.FormDataContentType(), form.String())
			if a.status != status {
				t.Errorf("%s: %d, want %d: %s", path, a.status, status, a.body)
			}
			c.check("POST", path, a)
		}
		c.check("POST", path, s.do("POST", path, "application/json", "{}"))
	}

	for path, item := range c.doc.Paths.Map() {
		for method := range item.Operations() {
			if name := method + " " + path; !c.called[name] {
				t.Errorf("%s is in the document and no request tried it", name)
			}
		}
	}
}

// TestTheDocumentHasTheLimitsOfTiles holds what users read to what the server does.
func TestTheDocumentHasTheLimitsOfTiles(t *testing.T) {
	t.Parallel()
	documented := loadContract(t).doc.Paths.Value(apiBase + "/tiles/observations/{z}/{x}/{y}.mvt").Get.Description
	thousands := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	for _, limit := range []string{
		thousands(geo.MaxPoints) + " matching records", thousands(geo.MaxTileBytes) + " bytes before compression", fmt.Sprintf("from zoom %d on", geo.MinPointZoom),
	} {
		if !strings.Contains(documented, limit) {
			t.Errorf("%q is not in: %s", limit, documented)
		}
	}
}

func TestTheFrameOfEveryAnswer(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_WRITE_TOKEN=secret", "SKEETER_API_V1_STR=/mosquitoes", "SKEETER_TILE_INDEX=false")
	s := h.serve()
	const base = "/mosquitoes/v1"
	if a := s.get("/api/v1/species"); a.status != 404 || !bytes.Contains(a.body, []byte(`"type":"not_found"`)) {
		t.Errorf("the default prefix: %d %s", a.status, a.body)
	}
	if a := s.get(base + "/species/"); a.status != 200 {
		t.Errorf("a trailing slash: %d", a.status)
	}
	if a := s.do("DELETE", base+"/species", "", ""); a.status != 405 || a.header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("DELETE: %d, Allow %q", a.status, a.header.Get("Allow"))
	}
	if n := s.count(base + "/stats"); n != 5000 || s.count(base+"/observations") != n {
		t.Errorf("counts from SQL: %d", n)
	}
	if a := s.do("POST", base+"/observations", "application/json", observation); a.status != 401 || a.header.Get("WWW-Authenticate") == "" {
		t.Errorf("without the token: %d", a.status)
	}
	r, err := http.NewRequest(http.MethodPost, s.base+base+"/observations", strings.NewReader(observation))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer secret")
	r.Header.Set("X-Request-Id", "my-id.1")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 201 || !strings.Contains(resp.Header.Get("Location"), base+"/observations/") || resp.Header.Get("X-Request-Id") != "my-id.1" {
		t.Errorf("with the token: %d %v", resp.StatusCode, resp.Header)
	}
	for i := range 50 {
		s.get(fmt.Sprintf("%s/species/random-%d", base, i))
		s.get(fmt.Sprintf("/nowhere/%d", i))
	}
	metrics := string(s.get("/metrics").body)
	if !strings.Contains(metrics, `skeeter_http_request_duration_seconds_count{code="404",method="GET",route="/mosquitoes/v1/species/{species_id}"} 50`) {
		t.Error("the metrics do not count by route template")
	}
	if strings.Contains(metrics, "random-") || strings.Contains(metrics, "nowhere") {
		t.Error("a path of a request is a label")
	}
}
