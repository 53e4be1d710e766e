package web

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// load reads a rendered contract the way a client generator would, and validates it with its examples and defaults.
func load(t *testing.T, body []byte) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(body)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	err = doc.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaDefaultsValidation(),
		openapi3.EnableSchemaPatternValidation())
	if err != nil {
		t.Fatalf("validate: %v", err)
	}
	return doc
}

func TestContractIsValid(t *testing.T) {
	t.Parallel()
	doc := load(t, contract)
	if !doc.IsOpenAPI31OrLater() {
		t.Errorf("openapi is %q, want 3.1", doc.OpenAPI)
	}
	want := []string{
		"GET /",
		"GET /about",
		"GET /account",
		"GET /admin",
		"GET /review",
		"GET /sources",
		"GET /sources/{data_source_id}",
		"GET /invitation",
		"GET /sign-in",
		"GET /api/v1/settings",
		"GET /api/v1/removals",
		"POST /api/v1/removals/{removal_id}/restore",
		"GET /bulletin",
		"GET /api/v1/absences",
		"GET /api/v1/analytics/abundance",
		"GET /api/v1/analytics/anomaly",
		"GET /api/v1/analytics/hotspots",
		"GET /api/v1/analytics/infection",
		"GET /api/v1/analytics/presence",
		"GET /api/v1/analytics/richness",
		"GET /api/v1/analytics/seasonality",
		"GET /api/v1/analytics/spread",
		"GET /api/v1/analytics/counts",
		"GET /api/v1/analytics/timeseries",
		"GET /api/v1/analytics/trend",
		"GET /api/v1/analytics/vector_index",
		"GET /api/v1/areas",
		"GET /api/v1/areas/{area_id}",
		"GET /api/v1/data_sources",
		"GET /api/v1/data_sources/{data_source_id}",
		"POST /api/v1/data_sources",
		"PATCH /api/v1/data_sources/{data_source_id}",
		"GET /api/v1/",
		"DELETE /api/v1/imports/{import_id}",
		"DELETE /api/v1/observations/{observation_id}",
		"GET /api/v1/countries",
		"POST /api/v1/me/identities",
		"GET /api/v1/sign-in/oidc",
		"GET /api/v1/sign-in/oidc/callback",
		"DELETE /api/v1/me",
		"GET /api/v1/me/export",
		"GET /api/v1/me/observations",
		"GET /api/v1/me/passkeys",
		"POST /api/v1/me/passkeys",
		"POST /api/v1/me/passkeys/options",
		"DELETE /api/v1/me/passkeys/{passkey_id}",
		"POST /api/v1/session/passkey/options",
		"POST /api/v1/session/passkey",
		"POST /api/v1/session",
		"DELETE /api/v1/session",
		"GET /api/v1/me",
		"PATCH /api/v1/me",
		"GET /api/v1/me/sessions",
		"DELETE /api/v1/me/sessions",
		"GET /api/v1/accounts",
		"PATCH /api/v1/accounts/{account_id}",
		"DELETE /api/v1/accounts/{account_id}",
		"DELETE /api/v1/accounts/{account_id}/sessions",
		"GET /api/v1/invitations",
		"POST /api/v1/invitations",
		"DELETE /api/v1/invitations/{invitation_id}",
		"POST /api/v1/invitations/read",
		"POST /api/v1/invitations/accept",
		"GET /api/v1/tokens",
		"POST /api/v1/tokens",
		"DELETE /api/v1/tokens/{token_id}",
		"GET /api/v1/diseases",
		"GET /api/v1/diseases/{disease_id}",
		"GET /api/v1/diseases/{disease_id}/vectors",
		"GET /api/v1/export",
		"GET /api/v1/filter_options",
		"GET /api/v1/filters",
		"GET /api/v1/filters/{filter_type}",
		"GET /api/v1/geo/{layer_type}",
		"GET /api/v1/health",
		"GET /api/v1/imports/choices",
		"GET /api/v1/imports/{import_id}",
		"GET /api/v1/imports/{import_id}/rejected",
		"GET /api/v1/observations",
		"GET /api/v1/observations/{observation_id}",
		"GET /api/v1/observations/{observation_id}/history",
		"POST /api/v1/observations/{observation_id}/history/{entry_id}/undo",
		"GET /api/v1/observations/{observation_id}/review",
		"GET /api/v1/review/queue",
		"POST /api/v1/review/decisions",
		"GET /api/v1/openapi.json",
		"GET /api/v1/regions",
		"GET /api/v1/species",
		"GET /api/v1/species/{species_id}",
		"GET /api/v1/species/{species_id}/images/{image_id}",
		"GET /api/v1/stats",
		"GET /api/v1/stats/table",
		"GET /api/v1/tiles/observations.json",
		"GET /api/v1/tiles/observations/style.json",
		"GET /api/v1/tiles/observations/{z}/{x}/{y}.mvt",
		"GET /api/v1/tiles/observations/{z}/{x}/{y}.pbf",
		"GET /api/v1/vector-species",
		"GET /api/v1/names",
		"GET /api/v1/search",
		"GET /basemap/streets.json",
		"GET /basemap/streets/{z}/{x}/{y}.mvt",
		"GET /basemap/{z}/{x}/{y}.mvt",
		"GET /diseases",
		"GET /diseases/{disease_id}",
		"GET /docs",
		"GET /health",
		"GET /import",
		"GET /livez",
		"GET /metrics",
		"GET /openapi.json",
		"GET /openapi.yaml",
		"GET /readyz",
		"GET /records",
		"GET /records/{id}",
		"GET /redoc",
		"GET /report",
		"GET /species",
		"GET /species/{species_id}",
		"GET /embed.js",
		"GET /manifest.webmanifest",
		"GET /sw.js",
		"GET /static/predictions/{name}",
		"GET /static/{path}",
		"PATCH /api/v1/observations/{observation_id}",
		"POST /api/v1/areas",
		"GET /api/v1/alerts",
		"GET /api/v1/alerts/feed.atom",
		"GET /api/v1/alerts/feed.json",
		"GET /api/v1/alerts/rules",
		"POST /api/v1/alerts/rules",
		"GET /api/v1/alerts/rules/{rule_id}",
		"PATCH /api/v1/alerts/rules/{rule_id}",
		"DELETE /api/v1/alerts/rules/{rule_id}",
		"GET /api/v1/alerts/{alert_id}",
		"PATCH /api/v1/alerts/{alert_id}",
		"GET /api/v1/events",
		"POST /api/v1/events",
		"GET /api/v1/events/{sampling_event_id}",
		"PATCH /api/v1/events/{sampling_event_id}",
		"DELETE /api/v1/events/{sampling_event_id}",
		"GET /api/v1/pools",
		"POST /api/v1/pools",
		"GET /api/v1/pools/{pool_record_id}",
		"PATCH /api/v1/pools/{pool_record_id}",
		"DELETE /api/v1/pools/{pool_record_id}",
		"POST /api/v1/imports",
		"POST /api/v1/imports/{import_id}/check",
		"POST /api/v1/imports/{import_id}/store",
		"POST /api/v1/observations",
		"POST /api/v1/observations/batch",
		"POST /api/v1/predict",
		"POST /api/v1/predict/batch",
		"PUT /api/v1/imports/{import_id}/file",
	}
	var got []string
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			got = append(got, method+" "+path)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("operations are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEveryOperationIsDescribed(t *testing.T) {
	t.Parallel()
	doc := load(t, contract)
	tags := make(map[string]bool)
	for _, tag := range doc.Tags {
		tags[tag.Name] = true
	}
	ids := make(map[string]string)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			where := method + " " + path
			if op.OperationID == "" || ids[op.OperationID] != "" {
				t.Errorf("%s: operationId %q is empty or also that of %s", where, op.OperationID, ids[op.OperationID])
			}
			ids[op.OperationID] = where
			if op.Summary == "" || len(op.Tags) != 1 || !tags[op.Tags[0]] {
				t.Errorf("%s: summary %q, tags %v: want a summary and one declared tag", where, op.Summary, op.Tags)
			}
			if !slices.ContainsFunc([]int{200, 201, 202, 204, 303}, func(status int) bool { return op.Responses.Status(status) != nil }) {
				t.Errorf("%s: no status of success", where)
			}
			for _, p := range op.Parameters {
				if p.Value.Description == "" || p.Value.Schema == nil {
					t.Errorf("%s: parameter %s has no description or no schema", where, p.Value.Name)
				}
			}
			for status, r := range op.Responses.Map() {
				if id := r.Value.Headers["X-Request-Id"]; id == nil || !id.Value.Required {
					t.Errorf("%s: response %s promises no X-Request-Id", where, status)
				}
				if r.Ref != "#/components/responses/PageNotFound" && (status[0] == '4' || status == "500") {
					if r.Value.Content.Get("application/json") == nil {
						t.Errorf("%s: response %s has no error body", where, status)
					}
				}
			}
		}
	}
}

func TestRoutesAreInTheContract(t *testing.T) {
	t.Parallel()
	doc := load(t, contract)
	for _, route := range New(Options{Prefix: "/api"}).Routes() {
		path := strings.Replace(route.Path, "{path:.*}", "{path}", 1)
		if path == contractBase {
			path += "/"
		}
		item := doc.Paths.Value(path)
		if item == nil || item.GetOperation(route.Method) == nil {
			t.Errorf("%s %s is not in openapi.yaml", route.Method, route.Path)
		} else if id := item.GetOperation(route.Method).OperationID; id != route.Name {
			t.Errorf("%s %s is %q in openapi.yaml, its route is named %q", route.Method, route.Path, id, route.Name)
		}
	}
}

// TestEveryLimitedAnswerIsDocumented: the limit of an address holds for everything but what probes ask.
func TestEveryLimitedAnswerIsDocumented(t *testing.T) {
	t.Parallel()
	for path, item := range load(t, contract).Paths.Map() {
		probed := slices.Contains([]string{"/livez", "/readyz", "/health", "/metrics"}, path)
		for method, operation := range item.Operations() {
			if documented := operation.Responses.Value("429") != nil; documented == probed {
				t.Errorf("%s %s has the answer 429: %v", method, path, documented)
			}
		}
	}
}

func TestOneFilterEverywhere(t *testing.T) {
	t.Parallel()
	doc := load(t, contract)
	want := []string{"species", "bbox", "start_date", "end_date", "country", "region", "data_source", "status", "life_stage", "sex",
		"sampling_protocol", "months", "max_uncertainty_m"}
	for _, path := range []string{"/geo/{layer_type}", "/observations", "/absences", "/events", "/pools", "/stats", "/stats/table", "/export", "/tiles/observations/{z}/{x}/{y}.mvt",
		"/tiles/observations.json", "/tiles/observations/style.json"} {
		op := doc.Paths.Value(contractBase + path).Get
		want := want
		if strings.HasPrefix(path, "/tiles/") { // a tile is a box of its own
			want = slices.DeleteFunc(slices.Clone(want), func(name string) bool { return name == "bbox" })
		}
		var got []string
		for _, p := range op.Parameters {
			if slices.Contains(want, p.Value.Name) {
				got = append(got, p.Value.Name)
				if !strings.HasPrefix(p.Ref, "#/components/parameters/") {
					t.Errorf("%s: %s is not the shared parameter", path, p.Value.Name)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s takes %v, want %v", path, got, want)
		}
	}
}

func TestErrorTypesAreThoseOfTheServer(t *testing.T) {
	t.Parallel()
	want := []string{
		httpapi.TypeBadRequest, httpapi.TypeValidation, httpapi.TypeUnauthorized, httpapi.TypeForbidden, httpapi.TypeNotFound, httpapi.TypeMethodNotAllowed,
		httpapi.TypeConflict, httpapi.TypePreconditionFailed, httpapi.TypePayloadTooLarge, httpapi.TypeRangeNotSatisfiable, httpapi.TypeUnsupportedMediaType,
		httpapi.TypePredictionFailed, httpapi.TypeTooManyRequests, httpapi.TypeModelNotConfigured, httpapi.TypeUnavailable, httpapi.TypeInternal,
	}
	var got []string
	for _, v := range load(t, contract).Components.Schemas["ErrorType"].Value.Enum {
		got = append(got, v.(string))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("ErrorType lists %v, the server has %v", got, want)
	}
}

// TestReferences holds that every $ref leads somewhere and that no component is left over.
func TestReferences(t *testing.T) {
	t.Parallel()
	var root yaml.Node
	if err := yaml.Unmarshal(contract, &root); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{
		// The answer to methods that a path does not list, so no operation can refer to it.
		"#/components/responses/MethodNotAllowed": true,
		"#/components/securitySchemes/session":    true, "#/components/securitySchemes/writeToken": true,
	}
	collectRefs(&root, used)
	for ref := range used {
		node := &root
		for _, key := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			node = member(node, key)
		}
		if node == nil {
			t.Errorf("%s leads nowhere", ref)
		}
	}
	components := member(&root, "components")
	for i := 0; i+1 < len(components.Content); i += 2 {
		kind, group := components.Content[i].Value, components.Content[i+1]
		for j := 0; j+1 < len(group.Content); j += 2 {
			if ref := "#/components/" + kind + "/" + group.Content[j].Value; !used[ref] {
				t.Errorf("%s is not used", ref)
			}
		}
	}
}

func collectRefs(n *yaml.Node, into map[string]bool) {
	if n.Kind == yaml.MappingNode {
		if ref := member(n, "$ref"); ref != nil {
			into[ref.Value] = true
		}
	}
	for _, child := range n.Content {
		collectRefs(child, into)
	}
}
