package contract_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

var (
	generatedRequests = flag.Int("requests", requestsOfForm(), "requests that TestGeneratedRequests makes, and one of each operation that none of them tries")
	generatedSeed     = flag.Uint64("seed", 1, "what it draws from; 0 draws a seed and prints it")
)

func requestsOfForm() int {
	if testenv.Long() {
		return 2500
	}
	return 400
}

// generatedClients is fixed, so that a seed gives the same requests on every machine.
const generatedClients = 4

// harness is the server under test, its documents, and what went wrong so far.
type harness struct {
	*skeetertest.Server
	document   *openapi3.T // of the API; /ogc has another
	operations []operation
	conditions conditions
	features   map[string]*openapi3.Schema // of a page's features, by its path
	known      known
	pictures   [][]byte

	mu       sync.Mutex
	sent     int
	codes    map[int]int
	findings map[string]*finding
	called   map[string]int
}

// finding is something that went wrong, with the first request that showed it.
type finding struct {
	times   int
	request string
}

// TestGeneratedRequests makes requests from the documents of the server, valid and not, and chains of them, and checks every
// answer against the documents. None may be the server's fault; what a document allows has to be taken, what it does not
// allow has to be refused.
func TestGeneratedRequests(t *testing.T) {
	t.Parallel()
	seed := *generatedSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed %d -requests %d", seed, *generatedRequests)
	d := skeetertest.New(t, skeetertest.ModelSettings(t, "SKEETER_SAVE_PREDICTED_IMAGES=true")...)
	s := d.Serve()
	d.MustRun("demo", "--count", "1000")
	s.WaitIndexed()
	h := newHarness(t, s)

	var group sync.WaitGroup
	for stream := range uint64(generatedClients) {
		group.Go(func() { h.run(newDice(seed, stream), *generatedRequests/generatedClients) })
	}
	group.Wait()
	h.rest(newDice(seed, generatedClients))

	t.Logf("%d requests to %d operations: %v", h.sent, len(h.called), h.codes)
	for _, o := range h.operations {
		if h.called[o.String()] == 0 {
			t.Errorf("no request tried %s", o)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(h.findings)) {
		f := h.findings[what]
		t.Errorf("%d times: %s\n    %s", f.times, what, f.request)
	}
	for line := range strings.Lines(s.Log.String()) {
		if strings.Contains(line, "level=ERROR") {
			t.Logf("%.2000s", line)
		}
	}
	s.Answers(200, "/health")
	if strings.Contains(s.Log.String(), "panic") {
		t.Errorf("the server panicked: %.2000s", s.Log)
	}
}

// newHarness reads the documents and finds out what there is on the server.
func newHarness(t *testing.T, s *skeetertest.Server) *harness {
	out := &harness{Server: s, document: skeetertest.LoadDocument(t), codes: map[int]int{}, findings: map[string]*finding{}, called: map[string]int{},
		conditions: conditions{}, features: map[string]*openapi3.Schema{}}
	gis, err := openapi3.NewLoader().LoadFromData(s.Get("/ogc/api").Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range gis.Components.Schemas {
		withNull(schema.Value)
	}
	out.operations = append(operationsOf(out.document, ""), operationsOf(gis, "/ogc")...)
	// Whoever sits at the machine, as these requests do, may write until there is a token.
	out.operations = slices.DeleteFunc(out.operations, func(o operation) bool { return o.op.OperationID == "createToken" })
	for path := range gis.Paths.Map() {
		collection, ok := strings.CutSuffix(path, "/queryables")
		if !ok {
			continue
		}
		items := "/ogc" + collection + "/items"
		fields := skeetertest.Decode[struct {
			Properties map[string]*openapi3.Schema
		}](t, s.Get("/ogc"+path), 200).Properties
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			out.conditions[items] = append(out.conditions[items], queryable{name, fields[name]})
		}
		feature := skeetertest.Decode[openapi3.Schema](t, s.Get("/ogc"+collection+"/schema/feature"), 200)
		out.features[items] = &feature
	}
	out.pictures = [][]byte{picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 40, 30)), picturetest.PNG(t, picturetest.Plain(picturetest.Blue, 9, 7)),
		picturetest.JPEG(t, picturetest.Plain(picturetest.Black, 1, 1))}
	out.known = learn(t, s)
	return out
}

// learn collects values that mean something to the server, by the names of the parameters that take them.
func learn(t *testing.T, s *skeetertest.Server) known {
	ids := func(path string) (out []string) {
		for _, r := range pageOf(t, s.Get(skeetertest.API+path)).records {
			var record struct{ ID string }
			if err := json.Unmarshal(r, &record); err != nil {
				t.Fatal(err)
			}
			out = append(out, record.ID)
		}
		return out
	}
	species, diseases, countries := ids("/species?limit=200"), ids("/diseases"), ids("/countries")
	observations, events, pools := ids("/observations?limit=100"), ids("/events?limit=100"), ids("/pools?limit=100")
	crs := []string{"http://www.opengis.net/def/crs/OGC/1.3/CRS84", "http://www.opengis.net/def/crs/EPSG/0/4326", "http://www.opengis.net/def/crs/EPSG/0/3857"}
	languages := []string{"en", "es", "ru", "fr", "pt", "es-MX", "xx"}
	s.Post(skeetertest.Areas, skeetertest.OwnArea)
	s.Post(skeetertest.AlertRules, skeetertest.AlertRule)
	return known{
		"area": {skeetertest.OwnAreaID}, "area_id": {skeetertest.OwnAreaID, "nowhere"},
		"species": append(species, "Stegomyia aegypti", "AEDES ALBOPICTUS", "aedes_aegypti"), "species_id": species, "image_id": {skeetertest.OwnID}, "disease_id": diseases, "disease": diseases,
		"genus": {"Aedes", "culex", "anopheles"}, "country": countries, "country_id": countries, "region": ids("/regions"), "region_id": {"western-africa"},
		"data_source": ids("/filters/data_sources"), "observation_id": observations, "sampling_event_id": events, "rule_id": {skeetertest.OwnID}, "rule": {skeetertest.OwnID}, "alert_id": {skeetertest.AlertID}, "pool_record_id": pools, "pathogen": {"WNV", "West Nile virus"}, "id": observations, "item": append(observations, countries...), "lang": languages,
		"life_stage": {"adult", "larva", "egg"}, "sex": {"female", "male"}, "sampling_protocol": {"gravid trap"}, "search": {"tiger", "fever", "é", "a"},
		"species_scientific_name": {"Aedes aegypti", "Culex novus", "Stegomyia albopicta"}, "name": {skeetertest.OwnID + ".jpg"}, "path": {"docs.css", "app/redoc.standalone.js"},
		"z": {"0", "1", "7", "22"}, "x": {"0", "1", "64"}, "y": {"0", "1", "40"}, "tileMatrix": {"0", "1", "7"}, "tileRow": {"0", "1"}, "tileCol": {"0", "1"},
		"crs": crs, "bbox-crs": crs[:1], "filter-crs": crs[:1], "datetime": {"2020-01-01/..", "../2020-06-01T00:00:00Z", "2019-06-01", "2018-01-01/2020-12-31"},
		"sortby": {"id", "-id", "+id"},
	}
}

func (h *harness) generator(d dice) *generator {
	return &generator{dice: d, known: h.known, pictures: h.pictures, condition: h.conditions.draw}
}

// rest sends a request of each operation that a short run did not come to.
func (h *harness) rest(d dice) {
	g := h.generator(d)
	for _, o := range h.operations {
		if h.called[o.String()] == 0 {
			h.try(g.request(o))
		}
	}
}

// run sends so many requests, some of them in chains.
func (h *harness) run(d dice, requests int) {
	g := h.generator(d)
	// In turn and not at random, so that also a short run tries every operation. Operations with bodies and long lists come more often.
	var order []int
	for i, o := range h.operations {
		times := 1
		if o.op.RequestBody != nil || strings.HasSuffix(o.path, "/items") {
			times = 6
		}
		order = append(order, slices.Repeat([]int{i}, times)...)
	}
	g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for n := 0; n < requests; {
		if n%60 == 59 {
			n += h.chain(g)
			continue
		}
		h.try(g.request(h.operations[order[n%len(order)]]))
		n++
	}
}

// generatedTimeout is more than any statement of the server may take.
const generatedTimeout = 90 * time.Second

// do sends a request. A failure of the connection is a finding.
func (h *harness) do(r generated) (a skeetertest.Answer, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), generatedTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, r.method, h.Base+r.target, strings.NewReader(r.body))
	if err != nil {
		h.report(r, fmt.Sprintf("no client sends this: %v", err))
		return a, false
	}
	request.Header = r.header
	if a, err = h.Do(request); err != nil {
		h.report(r, fmt.Sprintf("no answer, or half of one, %d: %v", a.Status, err))
		return a, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent++
	h.codes[a.Status]++
	h.called[r.operation.String()]++
	return a, true
}

// volatile are the parts of a finding that differ from request to request.
var volatile = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+(\.[0-9]+)?|"[^"]*"|'[^']*'`)

func (h *harness) report(r generated, what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	kind, _, _ := strings.Cut(what, ": ")
	key := r.operation.String() + ": " + volatile.ReplaceAllString(kind[:min(len(kind), 160)], "…")
	if h.findings[key] == nil {
		h.findings[key] = &finding{request: r.String() + "\n    " + what}
	}
	h.findings[key].times++
}

// try sends a request and checks its answer against the document.
func (h *harness) try(r generated) {
	a, ok := h.do(r)
	if !ok {
		return
	}
	for _, problem := range h.problems(r, a) {
		h.report(r, problem)
	}
}

// withNull writes what OpenAPI 3.0 calls nullable as the types of JSON Schema 2020-12, by which Validate reads both documents.
func withNull(schema *openapi3.Schema) {
	if schema.Nullable {
		types := append(slices.Clone(schema.Type.Slice()), "null")
		schema.Nullable, schema.Type = false, (*openapi3.Types)(&types)
	}
	for _, property := range schema.Properties {
		withNull(property.Value)
	}
	if schema.Items != nil {
		withNull(schema.Items.Value)
	}
}

// namesNothing is in the refusal of what the document allows and the data do not: a place, an area, a data source or a set of areas that there is
// none of, a question that no event or pool can answer, or places that are named in two ways or in none.
var namesNothing = regexp.MustCompile(`(country|region|data_source|area): there is no |"type":"(unknown_set|effort_missing|mixed_units|mixed_protocols|conflict|few_cells|few_years|no_pools|no_vectors|unknown_species|unknown_disease)"|set is required: |pathogen is required: |a share is of some taxa|max_nights must not be less|is required: it is what spreads|"loc":\["body","(parameters|pathogen|webhook_url|mail_to)"|needs a species or a disease|takes no species|exclude each other|two ways to say the same|needs by=|belongs to basis`)

func (h *harness) problems(r generated, a skeetertest.Answer) (out []string) {
	body := a.Body[:min(len(a.Body), 300)]
	refused := a.Status >= 400 && a.Status < 500
	encoded := a.Header.Get("Content-Encoding") != ""
	switch {
	case a.Status >= 500:
		return []string{fmt.Sprintf("status %d: %s", a.Status, body)}
	case slices.Contains(r.op.Tags, "People") && (a.Status == http.StatusUnauthorized || a.Status == http.StatusConflict || a.Status == http.StatusTooManyRequests): // nobody is signed in
	case r.valid && !r.elsewhere && refused && a.Status != 404 && a.Status != 412 && !namesNothing.Match(a.Body):
		out = append(out, fmt.Sprintf("what the document allows is refused with %d: %s", a.Status, body))
	case r.invalid && !refused && a.Status != 304:
		out = append(out, fmt.Sprintf("what the document forbids is answered with %d: %s", a.Status, body))
	}
	if a.Header.Get("X-Injected") != "" || a.Header.Get("X-Request-Id") == "" {
		out = append(out, fmt.Sprintf("header lines %v", a.Header))
	}
	if encoded || a.Status == 206 || a.Status == 416 {
		return out // an odd header asked for it; compression and ranges have tests of their own
	}
	if r.elsewhere {
		return out // another operation has answered
	}
	response := r.op.Responses.Status(a.Status)
	if response == nil {
		response = r.op.Responses.Default()
	}
	if response == nil && a.Status == 400 && strings.Contains(string(a.Body), "host of the request") {
		response = h.document.Components.Responses["BadRequest"]
	}
	if response == nil {
		return append(out, fmt.Sprintf("status %d is not in the document: %s", a.Status, body))
	}
	out = append(out, skeetertest.Misfits(r.doc, response.Value, a)...)
	return append(out, h.misfitFeatures(r, a)...)
}

// misfitFeatures checks the features of a page against the schema that the server gives of them.
func (h *harness) misfitFeatures(r generated, a skeetertest.Answer) []string {
	schema := h.features[r.path]
	if schema == nil || a.Status != 200 || a.Header.Get("Content-Type") != "application/geo+json" {
		return nil
	}
	var page struct{ Features []any }
	if err := json.Unmarshal(a.Body, &page); err != nil {
		return []string{err.Error()}
	}
	for _, f := range page.Features {
		withoutNulls(f)
		if err := skeetertest.Validate(r.doc, schema, f); err != nil {
			return []string{fmt.Sprintf("a feature does not fit /schema/feature: %v", err)}
		}
	}
	return nil
}

// withoutNulls removes members that are null: the schema describes a property without a value as absent.
func withoutNulls(v any) {
	object, ok := v.(map[string]any)
	if !ok {
		return
	}
	maps.DeleteFunc(object, func(_ string, member any) bool { return member == nil })
	for _, member := range object {
		withoutNulls(member)
	}
}
