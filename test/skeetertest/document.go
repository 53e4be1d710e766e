package skeetertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// LoadDocument reads web/openapi.yaml.
func LoadDocument(t T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile(filepath.Join(Root, "web", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// variable of a path template.
var variable = regexp.MustCompile(`\{[a-zA-Z_]+\}`)

// typical values of path variables.
var typical = map[string]string{
	"{species_id}": "aedes-aegypti", "{image_id}": OwnID, "{disease_id}": "malaria", "{layer_type}": "observations", "{filter_type}": "countries",
	"{observation_id}": OwnID, "{entry_id}": "1", "{import_id}": OwnID, "{area_id}": OwnAreaID, "{data_source_id}": "field-work", "{sampling_event_id}": EventID, "{rule_id}": OwnID, "{alert_id}": AlertID, "{pool_record_id}": PoolRecordID,
	"{account_id}": OwnID, "{invitation_id}": OwnID, "{token_id}": OwnID, "{removal_id}": OwnID, "{passkey_id}": OwnID, "{style}": "species", "{path}": "docs.css", "{name}": OwnID + ".jpg", "{z}": "0", "{x}": "0", "{y}": "0",
	"{id}": OwnID, "{collection}": "observations", "{item}": OwnID, "{tileMatrixSet}": "WebMercatorQuad",
	"{tileMatrix}": "0", "{tileRow}": "0", "{tileCol}": "0",
}

// TypicalPath fills the variables of a path template. The path is answered with 200 if there are an observation, a picture
// and a photograph of a species with OwnID, and OwnArea, Event and AlertRule with their alert. It panics at a variable that has no typical value.
func TypicalPath(template string) string {
	return variable.ReplaceAllStringFunc(template, func(name string) string {
		value, ok := typical[name]
		if !ok {
			panic("give the path variable " + name + " a value in skeetertest.typical")
		}
		return value
	})
}

// needed are the parameters without which a path is not answered with 200. No record is of that name.
var needed = map[string]string{
	API + "/stats/table": "by=species,year", API + "/analytics/hotspots": "species=nobody", API + "/analytics/trend": "species=nobody", API + "/analytics/spread": "species=nobody",
	API + "/analytics/infection": "pathogen=WNV&species=nobody", API + "/analytics/vector_index": "pathogen=WNV&species=nobody",
}

// TypicalQuery returns the query of a path template with what the path needs to be answered with 200 and with some parameters; "" for none.
func TypicalQuery(template string, parameters ...string) string {
	if needs, ok := needed[template]; ok {
		parameters = append(parameters, needs)
	}
	if len(parameters) == 0 {
		return ""
	}
	return "?" + strings.Join(parameters, "&")
}

// FindOperation returns the operation of a request, and its name: method and path template. Of several templates that match the
// most particular is meant: one without variables, else the longest.
func FindOperation(doc *openapi3.T, method, target string) (name string, op *openapi3.Operation) {
	asked, _, _ := strings.Cut(target, "?")
	if asked = strings.TrimRight(asked, "/"); asked == "" || asked == API {
		asked += "/"
	}
	for template, item := range doc.Paths.Map() {
		matches, _ := path.Match(variable.ReplaceAllString(template, "?*"), asked) // no template is malformed
		if !matches && (template != "/static/{path}" || !strings.HasPrefix(asked, "/static/")) {
			continue
		}
		if o := item.GetOperation(method); o != nil && (op == nil || !strings.Contains(template, "{") || strings.Contains(name, "{") && len(method+" "+template) > len(name)) {
			name, op = method+" "+template, o
		}
	}
	return name, op
}

// Misfits says where headers and body of an answer are not as a response of a document has them.
func Misfits(doc *openapi3.T, response *openapi3.Response, a Answer) (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for name, h := range response.Headers {
		value := a.Header.Get(name)
		switch {
		case value == "" && h.Value.Required:
			report("%d without the header %s", a.Status, name)
		case value != "" && !ValidText(doc, h.Value.Schema.Value, value):
			report("%d with the header %s: %s", a.Status, name, value)
		}
	}
	if len(response.Content) == 0 {
		return problems
	}
	mediaType, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	media := response.Content.Get(mediaType)
	if media == nil {
		report("%d with Content-Type %q, the document has %v", a.Status, mediaType, slices.Sorted(maps.Keys(response.Content)))
		return problems
	}
	if !strings.HasSuffix(mediaType, "json") || media.Schema == nil {
		return problems
	}
	var body any
	if err := json.Unmarshal(a.Body, &body); err != nil {
		report("%d: %v", a.Status, err)
		return problems
	}
	if err := Validate(doc, media.Schema.Value, body); err != nil {
		report("%d does not fit its schema: %.600v\n%.300s", a.Status, err, a.Body)
	}
	return problems
}

// ValidText says whether a text is a value of a schema of a document, as a header or a parameter carries it.
func ValidText(doc *openapi3.T, s *openapi3.Schema, text string) bool {
	is := func(name string) bool { return s.Type != nil && s.Type.Includes(name) }
	var value any = text
	switch {
	case is("integer"):
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return false
		}
		value = float64(n)
	case is("number"):
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return false
		}
		value = n
	case is("boolean"):
		b, err := strconv.ParseBool(text)
		if err != nil {
			return false
		}
		value = b
	case is("array"):
		list, ok := listOf(s, text)
		if !ok {
			return false
		}
		value = list
	}
	return Validate(doc, s, value) == nil
}

// listOf reads the items of a list, blanks around them and empty ones left out; words in any case.
func listOf(s *openapi3.Schema, text string) (out []any, ok bool) {
	items := s.Items.Value
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		known := slices.IndexFunc(items.Enum, func(v any) bool { return strings.EqualFold(fmt.Sprint(v), item) })
		number, err := strconv.ParseFloat(item, 64)
		switch {
		case item == "":
		case known >= 0:
			out = append(out, items.Enum[known])
		case items.Type.Is("string"):
			out = append(out, item)
		case err != nil:
			return nil, false
		default:
			out = append(out, number)
		}
	}
	return out, true
}
