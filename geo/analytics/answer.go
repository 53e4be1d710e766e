package analytics

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/formula"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// mediaTypeCSV is that of RFC 4180, with a line of names.
const mediaTypeCSV = "text/csv; charset=utf-8; header=present"

// MaxResults is how many bins, groups or cells an answer may have.
const MaxResults = 100_000

// answer is an envelope and its results.
type answer struct {
	envelope envelope
	results  []result
}

// envelope is an Envelope, or a struct that embeds one.
type envelope interface{ columns() jsontext.Object }

// result is one result with its members in order.
type result struct {
	members  jsontext.Object
	geometry any // GeoJSON; nil for none
}

// located is a result that has a place.
type located interface{ Geometry() any }

func newAnswer[T any](e envelope, results []T) answer {
	out := answer{envelope: e, results: make([]result, 0, len(results))}
	for _, r := range results {
		added := result{members: membersOf(r)}
		if l, ok := any(r).(located); ok {
			added.geometry = l.Geometry()
		}
		out.results = append(out.results, added)
	}
	return out
}

// membersOf returns the fields of a struct that have a name in JSON, in their order, those of embedded structs among them.
func membersOf(v any) (o jsontext.Object) {
	value := reflect.ValueOf(v)
	for i := range value.NumField() {
		if value.Type().Field(i).Anonymous {
			o = append(o, membersOf(value.Field(i).Interface())...)
			continue
		}
		name, option, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		if name != "" && (option != "omitzero" || !value.Field(i).IsZero()) {
			o.Add(name, value.Field(i).Interface())
		}
	}
	return o
}

// answer answers a request by a question about a moment, or with 304 when the client has that already.
func (a *Analytics) answer(w http.ResponseWriter, r *http.Request, q *question, ask func(*moment) (answer, error)) error {
	return a.answerOfSet(w, r, q, "", ask)
}

// answerOfSet is answer to a question about a set of areas, too.
func (a *Analytics) answerOfSet(w http.ResponseWriter, r *http.Request, q *question, set string, ask func(*moment) (answer, error)) error {
	return a.send(w, r, q, set, func(m *moment) (content, error) {
		out, err := ask(m)
		if err != nil {
			return content{}, err
		}
		return out.encode(q.format)
	})
}

// send answers a request by what is made of a moment, or with 304 when the client has that already. set names a set of areas that the answer is of, "" for none.
func (a *Analytics) send(w http.ResponseWriter, r *http.Request, q *question, set string, make func(*moment) (content, error)) error {
	m, err := a.moment(r.Context())
	if err != nil {
		return err
	}
	version, err := a.setVersion(r.Context(), set)
	if err != nil {
		return err
	}
	httpapi.Localized(w, q.lang)
	w.Header().Set("Cache-Control", "public, max-age=0, s-maxage=10, must-revalidate")
	name := r.URL.Path + "?" + query(r) + " " + string(q.lang) + " " + q.names.Version() + " " + q.filter.Key() + " " + m.version() + " " + version
	if representation.NotModified(w, r, etag(name)) {
		return nil
	}
	body, err := a.kept.get(name, m.inMemory(), func() (content, error) { return make(m) })
	if err != nil {
		return err
	}
	return body.send(w)
}

// query is the query of a request with its parameters in order.
func query(r *http.Request) string { return r.URL.Query().Encode() }

func etag(name string) string {
	h := fnv.New128a()
	_, _ = h.Write([]byte(name))
	return `"` + hex.EncodeToString(h.Sum(nil)) + `"`
}

// encode writes an answer in a format.
func (a answer) encode(format string) (c content, err error) {
	switch format {
	case formatCSV:
		c.mediaType = mediaTypeCSV
		c.body, err = a.csv()
	case formatGeoJSON:
		c.mediaType = geojson.ContentType
		c.body, err = jsontext.Marshal(a.collection())
	default:
		c.mediaType = "application/json"
		results := make([]jsontext.Object, 0, len(a.results))
		for _, r := range a.results {
			results = append(results, r.members)
		}
		c.body, err = jsontext.Marshal(append(membersOf(a.envelope), jsontext.Member{Name: "results", Value: results}))
	}
	if err != nil {
		return c, fmt.Errorf("encode the answer: %w", err)
	}
	return c, nil
}

// collection is an answer as a GeoJSON feature collection, whose foreign members are the envelope.
func (a answer) collection() jsontext.Object {
	features := make([]jsontext.Object, 0, len(a.results))
	for _, r := range a.results {
		features = append(features, jsontext.Object{{Name: "type", Value: "Feature"}, {Name: "geometry", Value: r.geometry}, {Name: "properties", Value: r.members}})
	}
	o := jsontext.Object{{Name: "type", Value: "FeatureCollection"}, {Name: "features", Value: features}}
	return append(o, membersOf(a.envelope)...)
}

// csv writes the results, a line each (RFC 4180), with what has to be known of all of them behind.
func (a answer) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for i, r := range a.results {
		names, cells := []string{}, []string{}
		for _, m := range append(flat("", r.members), a.envelope.columns()...) {
			names, cells = append(names, m.Name), append(cells, cell(m.Value))
		}
		if i == 0 {
			_ = w.Write(names) // to memory
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// flat returns the members of an object and, named by a path, those of the objects in it.
func flat(prefix string, o jsontext.Object) (out jsontext.Object) {
	for _, m := range o {
		value := reflect.ValueOf(m.Value)
		if value.Kind() == reflect.Struct {
			out = append(out, flat(prefix+m.Name+"_", membersOf(m.Value))...)
			continue
		}
		out.Add(prefix+m.Name, m.Value)
	}
	return out
}

// cell is a value as CSV has it: nothing for null, the items of a list with semicolons between. An apostrophe stands before a text that a
// spreadsheet program would take for a formula.
func cell(v any) string {
	value := reflect.ValueOf(v)
	switch {
	case value.Kind() == reflect.Pointer && value.IsNil():
		return ""
	case value.Kind() == reflect.Pointer:
		return cell(value.Elem().Interface())
	case value.Kind() == reflect.Slice:
		var items []string
		for i := range value.Len() {
			items = append(items, cell(value.Index(i).Interface()))
		}
		return strings.Join(items, ";")
	case value.Kind() == reflect.Map:
		text, _ := json.Marshal(v) // numbers by name
		return string(text)
	case value.Kind() == reflect.String:
		return formula.Guard(value.String())
	}
	text, _ := json.Marshal(v) // a number or a boolean
	return string(text)
}

// checkSize refuses an answer that is too long.
func checkSize(results int) error {
	if results > MaxResults {
		return invalid("too_many", fmt.Sprintf("the answer would have %d results; the limit is %d: narrow the filter, or take longer intervals or larger cells",
			results, MaxResults))
	}
	return nil
}

// invalid is a 422 about the request as a whole.
func invalid(code, message string) error {
	return httpapi.Invalid(httpapi.FieldError{Loc: []string{"query"}, Msg: message, Type: code})
}

// listed returns numbers by reason as a text, in order.
func listed(counts map[string]int64) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", reason, counts[reason]))
	}
	return strings.Join(parts, ", ")
}
