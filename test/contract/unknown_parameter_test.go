package contract_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestNoRouteIgnoresAnUnknownParameter asks every route for a parameter that it does not have. Below the API's base that is 422
// with its place, below /ogc 400; pages, pictures and what probes ask take any.
func TestNoRouteIgnoresAnUnknownParameter(t *testing.T) {
	t.Parallel()
	a := skeetertest.App(t, "SKEETER_WRITE_TOKEN=secret")
	tried := map[string]int{}
	for _, route := range a.Routes() {
		room := "else"
		switch {
		case strings.HasPrefix(route.Path, skeetertest.API):
			room = "api"
		case strings.HasPrefix(route.Path, ogc.Path) && !slices.Contains(ofPages, strings.TrimPrefix(route.Path, ogc.Path)):
			room = "ogc"
		}
		tried[room]++
		if room == "else" || needsPerson(route.Name) || route.Name == ofProvider {
			continue
		}
		path := typicalPath(route.Path)
		for _, method := range []string{route.Method, http.MethodHead} {
			if method == http.MethodHead && route.Method != http.MethodGet {
				continue
			}
			w := ask(t, a, method, path+"?specie=aedes-aegypti")
			if room == "ogc" && w.Code != 400 || room == "api" && w.Code != 422 {
				t.Errorf("%s %s with an unknown parameter: %d %s", method, path, w.Code, w.Body)
			}
			if method != http.MethodHead && (!strings.Contains(w.Body.String(), "unknown parameter specie") || room == "api" && !namesQuery(t, w, "specie")) {
				t.Errorf("%s %s: %s", method, path, w.Body)
			}
		}
		if w := ask(t, a, route.Method, path+"?lang=fr&_=1700000000"); strings.Contains(w.Body.String(), "unknown parameter") {
			t.Errorf("%s %s refuses what every request may carry: %s", route.Method, path, w.Body)
		}
	}
	if tried["api"] < 20 || tried["ogc"] < 15 || tried["else"] < 15 {
		t.Errorf("routes tried: %v", tried)
	}
}

// TestEveryDocumentedParameterIsKnown: the other way round. Operations for people are asked in the test of every answer.
func TestEveryDocumentedParameterIsKnown(t *testing.T) {
	t.Parallel()
	a, tried := skeetertest.App(t, "SKEETER_WRITE_TOKEN=secret"), 0
	for template, item := range skeetertest.LoadDocument(t).Paths.Map() {
		for method, operation := range item.Operations() {
			for _, p := range append(operation.Parameters, item.Parameters...) {
				if p.Value.In != "query" || !strings.HasPrefix(template, skeetertest.API) || needsPerson(operation.OperationID) {
					continue
				}
				tried++
				// The other parameter makes the request a bad one, so that no database is asked.
				w := ask(t, a, method, skeetertest.TypicalPath(template)+"?unknown=1&"+p.Value.Name+"=")
				if w.Code != 400 && !namesQuery(t, w, "unknown") || strings.Contains(w.Body.String(), "unknown parameter "+p.Value.Name) {
					t.Errorf("%s %s?%s: %d %s", method, template, p.Value.Name, w.Code, w.Body)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d parameters", tried)
	}
}

// TestEveryKnownParameterIsDocumented: an operation names what it knows when it refuses a parameter that is like none.
func TestEveryKnownParameterIsDocumented(t *testing.T) {
	t.Parallel()
	a, named := skeetertest.App(t, "SKEETER_WRITE_TOKEN=secret"), regexp.MustCompile(`known are ([a-z0-9_, -]+)`)
	for template, item := range skeetertest.LoadDocument(t).Paths.Map() {
		for method, operation := range item.Operations() {
			if !strings.HasPrefix(template, skeetertest.API) || needsPerson(operation.OperationID) || operation.OperationID == ofProvider {
				continue
			}
			documented := []string{"lang"}
			for _, p := range append(operation.Parameters, item.Parameters...) {
				documented = append(documented, p.Value.Name)
			}
			known := named.FindStringSubmatch(ask(t, a, method, skeetertest.TypicalPath(template)+"?"+strings.Repeat("z", 50)).Body.String())
			if known == nil {
				t.Errorf("%s %s does not say what it knows", method, template)
				continue
			}
			for _, name := range strings.Split(known[1], ", ") {
				if !slices.Contains(documented, name) {
					t.Errorf("%s %s takes %s, which is in no document", method, template, name)
				}
			}
		}
	}
}

// needsPerson reports whether an operation is for people who are signed in, or for administrators: not for the token of these tests. The test
// of every answer asks them.
func needsPerson(operation string) bool {
	right := access.Policy[operation]
	return right == access.Own || right == access.Admin
}

// ofProvider is the operation to which a provider of OpenID Connect sends browsers back, with what parameters it likes.
const ofProvider = "endProvider"

func TestAnUnknownParameterGetsAHint(t *testing.T) {
	t.Parallel()
	a := skeetertest.App(t)
	for query, want := range map[string]string{
		"/stats?specie=x":                     "unknown parameter specie; did you mean species?",
		"/stats?Species=x":                    "unknown parameter Species; did you mean species?",
		"/geo/observations?startDate=x":       "unknown parameter startDate; did you mean start_date?",
		"/observations?contry=be":             "unknown parameter contry; did you mean country?",
		"/tiles/observations/0/0/0.mvt?boxes": "unknown parameter boxes; known are area, country, ",
		"/species?searhc=x":                   "unknown parameter searhc; did you mean search?",
		"/filters?type=1":                     "unknown parameter type; known are lang",
		"/stats?%FF=1":                        "unknown parameter ; known are area, bbox, ",
	} {
		if w := ask(t, a, http.MethodGet, skeetertest.API+query); w.Code != 422 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %q", query, w.Code, w.Body, want)
		}
	}
	many := ask(t, a, http.MethodGet, skeetertest.API+"/stats?"+strings.Repeat("z", 5000)+"=1&months=13&a1&a2&a3&a4&a5&a6&a7&a8&a9&b1&b2&b3&b4&b5&b6&b7&b8&b9&c1&c2&c3&c4&c5")
	if many.Code != 422 || many.Body.Len() > 20_000 || !strings.Contains(many.Body.String(), "months must be") {
		t.Errorf("many: %d, %d bytes", many.Code, many.Body.Len())
	}
}

// ask sends a request with an empty body of the right kind to a server without a database.
func ask(t *testing.T, a *app.App, method, target string) *httptest.ResponseRecorder {
	t.Helper()
	body, kind := "", ""
	switch {
	case method == http.MethodGet || method == http.MethodHead || method == http.MethodDelete:
	case strings.Contains(target, "/predict"):
		body, kind = "--b--\r\n", "multipart/form-data; boundary=b"
	case strings.HasPrefix(target, ogc.Path):
		body, kind = "{}", "application/geo+json"
	default: // no body: a bad one, so that no record is looked for
		kind = "application/json"
	}
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bearer secret")
	w := httptest.NewRecorder()
	func() {
		defer func() { _ = recover() }() // past its parameters, a request meets the database that is not there
		a.ServeHTTP(w, r)
	}()
	return w
}

// namesQuery says whether a 422 names a parameter.
func namesQuery(t *testing.T, w *httptest.ResponseRecorder, parameter string) bool {
	t.Helper()
	var body struct{ Errors []struct{ Loc []string } }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Errorf("%v: %s", err, w.Body)
	}
	for _, e := range body.Errors {
		if slices.Equal(e.Loc, []string{"query", parameter}) {
			return w.Code == 422
		}
	}
	return false
}

var variables = regexp.MustCompile(`\{(\w+)(:[^}]*)?\}`)

// typicalPath fills the variables of a route.
func typicalPath(route string) string {
	if strings.HasPrefix(route, ogc.Path) {
		values := map[string]string{"collection": "observations", "item": "00000000-0000-4000-8000-000000000000", "tileMatrixSet": "WebMercatorQuad", "z": "0", "y": "0", "x": "0", "style": "vector-status"}
		return variables.ReplaceAllStringFunc(route, func(v string) string { return values[variables.FindStringSubmatch(v)[1]] })
	}
	return skeetertest.TypicalPath(variables.ReplaceAllString(route, "{$1}"))
}
