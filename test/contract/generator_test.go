package contract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// operation is one of a document, and the path that its template has on the server.
type operation struct {
	method, path string
	doc          *openapi3.T
	item         *openapi3.PathItem
	op           *openapi3.Operation
}

func (o operation) String() string { return o.method + " " + o.path }

// parameters of the operation, those of its path among them.
func (o operation) parameters() (out []*openapi3.Parameter) {
	for _, p := range append(slices.Clone(o.op.Parameters), o.item.Parameters...) {
		out = append(out, p.Value)
	}
	return out
}

// operationsOf lists a document's operations, their paths below a prefix.
func operationsOf(doc *openapi3.T, prefix string) (out []operation) {
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		item := doc.Paths.Value(path)
		for _, method := range slices.Sorted(maps.Keys(item.Operations())) {
			out = append(out, operation{method, prefix + path, doc, item, item.GetOperation(method)})
		}
	}
	return out
}

// generated is a request, and what the document says of it.
type generated struct {
	operation
	target    string // path and query
	header    http.Header
	body      string
	valid     bool // nothing in it is wrong: it must not be refused
	invalid   bool // something in it is not as the document has it: it must be refused
	elsewhere bool // the path may be of another operation
}

func (r generated) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q", r.method, r.target)
	for _, name := range slices.Sorted(maps.Keys(r.header)) {
		fmt.Fprintf(&b, " %s: %q", name, r.header[name])
	}
	if r.body != "" {
		fmt.Fprintf(&b, " %.700q", r.body)
	}
	return b.String()
}

// known are values that mean something on this server, by the name of the parameter that takes them.
type known map[string][]string

// generator makes requests.
type generator struct {
	dice
	known     known
	pictures  [][]byte
	condition func(dice, string) (text, language string) // a condition in CQL2 for an operation's path
}

// request makes one of an operation.
func (g *generator) request(o operation) generated {
	r := generated{operation: o, target: o.path, header: http.Header{"Accept-Encoding": {"identity"}}, valid: true}
	careful := g.chance(50) // half of the requests have nothing wrong in them
	query := url.Values{}
	for _, p := range o.parameters() {
		if p.In != openapi3.ParameterInPath && !g.chance(share(o, p)) {
			r.valid = r.valid && !p.Required
			continue
		}
		switch {
		case p.Name == "filter-lang" && query.Has("filter"):
			continue // it came with the condition
		case p.Name == "filter":
			r.valid = g.setCondition(o, query, careful) && r.valid
			continue
		}
		text, valid := g.validText(o, p), true
		if !careful && g.chance(60) {
			text, valid = g.invalidText(p, text), false
		}
		if p.Name == "cursor" {
			valid = false // it belongs to the request that it came with
		}
		r.valid = r.valid && valid
		switch p.In {
		case openapi3.ParameterInPath:
			r.elsewhere = r.elsewhere || text == "" || text == "." || text == ".." || strings.ContainsAny(text, "/\x00")
			r.target = strings.Replace(r.target, "{"+p.Name+"}", url.PathEscape(text), 1)
		case openapi3.ParameterInQuery:
			query.Set(p.Name, text)
		case openapi3.ParameterInHeader:
			r.header.Set(p.Name, headerText(text))
		}
		if !r.elsewhere && !skeetertest.ValidText(o.doc, p.Schema.Value, text) && !lenient(o, p, text) {
			r.invalid = true
		}
	}
	raw := query.Encode()
	if !careful && g.chance(8) {
		raw += pick(g.dice, []string{"&%zz=1", "&a;b", "&=", "&unknown=1", "&limit=1&limit=2", "&lang=ru&lang=en", "&" + strings.Repeat("a=b&", 500), "&%00=%00"})
		r.valid = false
	}
	if raw != "" {
		r.target += "?" + strings.TrimPrefix(raw, "&")
	}
	if o.op.RequestBody != nil {
		g.body(&r, careful)
	}
	if !careful && g.chance(30) {
		g.oddHeader(&r)
	}
	return r
}

// share is in how many of a hundred requests a parameter is given. Operations with many get a few of them.
func share(o operation, p *openapi3.Parameter) int {
	switch {
	case p.Name == "limit" || p.Required:
		return 85 // answers stay short
	case p.Name == "cursor":
		return 5
	case len(o.op.Parameters) > 6:
		return 15
	}
	return 40
}

// lenient says that the server takes more than the schema can say.
func lenient(o operation, p *openapi3.Parameter, text string) bool {
	// Above the maximum it is the maximum, however large.
	return p.Name == "limit" && strings.HasPrefix(o.path, "/ogc/") && text != "" && strings.Trim(text, "0123456789") == "" && strings.Trim(text, "0") != ""
}

// validText is a value that the operation takes.
func (g *generator) validText(o operation, p *openapi3.Parameter) string {
	s := p.Schema.Value
	switch values := g.known[p.Name]; {
	case p.Name == "bbox", p.Name == "within":
		return g.box()
	case p.Name == "limit" && strings.HasPrefix(o.path, "/api/v1/geo"), p.Name == "limit" && strings.HasPrefix(o.path, "/ogc/"):
		return fmt.Sprint(1 + g.IntN(60))
	case p.Name == "offset":
		return fmt.Sprint(pick(g.dice, []int{0, 1, 7, 100, 5000}))
	case p.Name == "sortby":
		return pick(g.dice, values) // none twice
	case len(values) > 0 && g.chance(85) && s.Type.Is("array"):
		return strings.Join(some(g.dice, values, 3), ",")
	case len(values) > 0 && (g.chance(85) || p.In != openapi3.ParameterInQuery || s.Format == "uri" || p.Name == "datetime"):
		return pick(g.dice, values)
	case s.Type.Is("array"):
		var items []string
		for range 1 + g.IntN(3) {
			items = append(items, strings.ReplaceAll(asText(g.valid(s.Items.Value)), ",", ""))
		}
		return strings.Join(items, ",")
	}
	return asText(g.valid(s))
}

// asText is a value as a parameter carries it.
func asText(v any) string {
	if n, ok := v.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

func (g *generator) invalidText(p *openapi3.Parameter, valid string) string {
	switch g.IntN(4) {
	case 0:
		return g.mangled(valid)
	case 1:
		if s := p.Schema.Value; s.Max != nil || s.Min != nil {
			low, high := ends(s, 0, 0)
			return fmt.Sprintf("%.0f", pick(g.dice, []float64{low - 1, high + 1, low - 1e15, high + 1e15}))
		}
	}
	return pick(g.dice, hostile)
}

// headerText is a text as a header can carry it.
func headerText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, s[:min(len(s), 8000)])
}

// oddHeader adds a header that proxies, browsers or attackers send.
func (g *generator) oddHeader(r *generated) {
	name := pick(g.dice, []string{"Accept", "Accept-Encoding", "Accept-Language", "If-None-Match", "If-Match", "If-Modified-Since", "Range", "Origin", "X-Request-Id",
		"X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix", "X-Forwarded-For", "Forwarded", "Cookie", "Authorization", "Content-Crs", "Expect", "TE",
		"X-HTTP-Method-Override", "Access-Control-Request-Method", "Referer", "User-Agent", "Accept-Charset", "Prefer", "traceparent"})
	values := slices.Concat(hostile, []string{"text/html", "*/*;q=0", "application/json;q=0.5, */*;q=0.1", "gzip, zstd, br", "gzip;q=0", "identity;q=0", "*", `W/"x"`, `"a","b"`,
		"bytes=0-0", "bytes=5-1", "null", "http://localhost:5173", "https", "evil.example", "/prefix", "Wed, 21 Oct 2015 07:28:00 GMT", "image/*", "application/geo+json"})
	if name == "Expect" {
		return // a client that expects 100-continue waits for it
	}
	r.header.Set(name, headerText(pick(g.dice, values)))
	r.valid, r.invalid = false, false
}

// setCondition puts a condition into a query; it says whether the condition is valid.
func (g *generator) setCondition(o operation, query url.Values, careful bool) bool {
	text, language := g.condition(g.dice, o.path)
	valid := careful || g.chance(40)
	if !valid {
		text = g.mangled(text)
	}
	query.Set("filter", text)
	query.Set("filter-lang", language)
	return valid
}

// body adds a body of the operation's kind.
func (g *generator) body(r *generated, careful bool) {
	content := r.op.RequestBody.Value.Content
	media := pick(g.dice, slices.Sorted(maps.Keys(content)))
	if media == "multipart/form-data" {
		g.form(r, careful)
		return
	}
	r.header.Set("Content-Type", media)
	schema := content.Get(media).Schema.Value
	if rows := content["application/json"]; rows != nil && rows.Schema.Value.Items != nil {
		g.batch(r, media, rows.Schema.Value.Items.Value, careful)
		return
	}
	raw := g.object(schema, careful)
	r.body, r.valid = string(raw), false // members have to agree with each other, which a schema does not say
	r.invalid = r.invalid || skeetertest.Validate(r.doc, schema, plain(raw)) != nil
	if !careful && g.chance(25) {
		g.spoil(r)
	}
}

// object is a JSON object of a schema, which has wrong members unless careful.
func (g *generator) object(schema *openapi3.Schema, careful bool) []byte {
	value := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		s := schema.Properties[name].Value
		required := slices.Contains(schema.Required, name) || name == "species_scientific_name" && len(schema.AnyOf) > 0
		switch {
		case !required && !g.chance(20):
		case !careful && g.chance(30):
			value[name] = g.wrong()
		default:
			value[name] = g.member(name, s)
		}
	}
	if !careful && g.chance(10) {
		value[pick(g.dice, hostile[:40])] = g.wrong()
	}
	if !careful && g.chance(10) && len(value) > 0 {
		delete(value, pick(g.dice, slices.Sorted(maps.Keys(value))))
	}
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}

// batch adds a body of a few rows. With mode=each a wrong row has an answer of its own.
func (g *generator) batch(r *generated, media string, row *openapi3.Schema, careful bool) {
	var rows []string
	wrong := false
	for range 1 + g.IntN(3) {
		raw := g.object(row, careful || g.chance(50))
		wrong = wrong || skeetertest.Validate(r.doc, row, plain(raw)) != nil
		rows = append(rows, string(raw))
	}
	r.valid = false
	switch media {
	case "text/csv":
		r.body = "scientificName,count,lat,lng,observed_at\nAedes aegypti,1,1.5,2.5," + g.date() + "\n" + pick(g.dice, hostile[:40])
		return
	case "application/x-ndjson":
		r.body = strings.Join(rows, "\n")
	default:
		r.body = "[" + strings.Join(rows, ",") + "]"
	}
	r.invalid = r.invalid || wrong && !strings.Contains(r.target, "mode=each")
}

// plain reads JSON as encoding/json does.
func plain(raw []byte) (v any) {
	if err := json.Unmarshal(raw, &v); err != nil {
		panic(err)
	}
	return v
}

// member is a valid value of a member of an observation.
func (g *generator) member(name string, s *openapi3.Schema) any {
	switch {
	case name == "location":
		return map[string]any{"lat": g.between(-90, 90), "lng": g.between(-180, 180)}
	case name == "observed_at":
		return pick(g.dice, []string{g.date(), g.date() + "T01:02:03Z", g.date() + "T23:59:59.999+05:30", g.date() + "T12:00"})
	case len(g.known[name]) > 0 && g.chance(80):
		return pick(g.dice, g.known[name])
	}
	return g.valid(s)
}

// spoil makes a body something else than the JSON that it was.
func (g *generator) spoil(r *generated) {
	r.invalid = true
	switch g.IntN(9) {
	case 0:
		r.body = r.body[:g.IntN(len(r.body))]
	case 1:
		r.body += r.body
	case 2:
		r.body = strings.Replace(r.body, "{", `{"count":1,"count":1,`, 1)
	case 3:
		r.body = strings.Repeat(`{"metadata":`, 40) + "1" + strings.Repeat("}", 40)
	case 4:
		r.body = "[" + r.body + "]"
	case 5:
		r.body = `{"notes":"` + strings.Repeat("x", 1<<20) + `"}`
	case 6:
		r.header.Set("Content-Type", pick(g.dice, []string{"text/plain", "application/xml", "", "application/json/", "multipart/form-data", "text/json"}))
	case 7:
		r.body, r.invalid = g.mangled(r.body), false
	case 8:
		r.body = "\xef\xbb\xbf" + r.body
	}
}

// form adds pictures and fields as a browser sends them.
func (g *generator) form(r *generated, careful bool) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	field, most := "file", 1
	if strings.HasSuffix(r.path, "batch") {
		field, most = "files", 3
	}
	for range 1 + g.IntN(most) {
		name, content := field, pick(g.dice, g.pictures)
		if !careful {
			r.valid = false
			if g.chance(30) {
				content = []byte(pick(g.dice, slices.Concat(hostile, []string{g.mangled(string(content)), string(content[:g.IntN(len(content))])})))
			}
			if g.chance(15) {
				name = pick(g.dice, []string{"image", "file", "files", "", "fil\"e", "confidence_threshold"})
			}
		}
		filename := "a.jpg"
		if !careful && g.chance(30) {
			filename = pick(g.dice, hostile)
		}
		part, err := w.CreateFormFile(name, filename)
		if err == nil {
			_, err = part.Write(content)
		}
		if err != nil {
			panic(err)
		}
	}
	if g.chance(20) && !strings.Contains(r.target, "confidence_threshold") {
		threshold := fmt.Sprint(g.Float64())
		if !careful {
			threshold = pick(g.dice, hostile)
		}
		if err := w.WriteField("confidence_threshold", threshold); err != nil {
			panic(err)
		}
	}
	if g.chance(20) && field == "file" {
		box := "0.25,0.1,0.5,0.9"
		if !careful {
			box = pick(g.dice, append([]string{"0,0,1,1", "0.5,0,0.6,1", "0,0,0,0", "1,2,3", "a,b,c,d"}, hostile...))
		}
		if err := w.WriteField("box", box); err != nil {
			panic(err)
		}
	}
	if careful || g.chance(80) {
		_ = w.Close()
	}
	r.body = b.String()
	r.header.Set("Content-Type", w.FormDataContentType())
	if !careful && g.chance(20) {
		r.header.Set("Content-Type", pick(g.dice, []string{"multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary=" + strings.Repeat("x", 80),
			"application/json", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x", ""}))
	}
	if !careful && g.chance(10) {
		r.body = g.mangled(r.body)
	}
	if !utf8.ValidString(r.target) {
		r.valid = false
	}
}
