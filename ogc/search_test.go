package ogc_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

const (
	searchJSON = "application/json"
	searchForm = "application/x-www-form-urlencoded"
)

// search asks for observations by a body.
func (s service) search(media string, body any) answer {
	s.t.Helper()
	text, ok := body.(string)
	if !ok {
		b, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		text = string(b)
	}
	return s.ask(http.MethodPost, "/collections/observations/search", text, "Content-Type", media)
}

// ring is a ring round (3, 42) of so many vertices, each with 17 digits.
func ring(vertices int) [][2]float64 {
	var points [][2]float64
	for n := range vertices - 1 {
		a := 2 * math.Pi * float64(n) / float64(vertices-1)
		points = append(points, [2]float64{3 + 2.1234567890123*math.Cos(a), 42 + 1.1234567890123*math.Sin(a)})
	}
	return append(points, points[0])
}

// TestSearchAnswersAsItems compares what a search says with what items say to the same parameters.
func TestSearchAnswersAsItems(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, query := range []url.Values{
		{},
		{"limit": {"7"}, "sortby": {"-observed_at,id"}},
		{"species_id": {"culex-pipiens"}, "limit": {"3"}, "properties": {"species_id,count"}},
		{"bbox": {"0,40,3.5,42"}, "datetime": {"2010-02-01/2010-03-01"}, "skipGeometry": {"true"}},
		{"filter": {"count > 4 AND life_stage LIKE 'a%'"}, "limit": {"5"}, "crs": {"http://www.opengis.net/def/crs/EPSG/0/3857"}},
		{"filter": {`{"op":"=","args":[{"property":"country_id"},"fr"]}`}, "filter-lang": {"cql2-json"}, "f": {"csv"}},
	} {
		want := s.ok("/collections/observations/items?" + query.Encode())
		members := object{}
		for name, values := range query {
			members[name] = values[0]
			switch name {
			case "bbox":
				members[name] = json.RawMessage("[" + values[0] + "]")
			case "sortby", "properties":
				members[name] = strings.Split(values[0], ",")
			}
		}
		for _, sent := range []answer{s.search(searchForm, query.Encode()), s.search(searchJSON, members)} {
			if sent.status != http.StatusOK || fmt.Sprint(sent.body["features"]) != fmt.Sprint(want.body["features"]) || sent.body == nil && sent.raw != want.raw ||
				fmt.Sprint(sent.body["numberMatched"]) != fmt.Sprint(want.body["numberMatched"]) || sent.header.Get("Content-Crs") != want.header.Get("Content-Crs") {
				t.Errorf("%s: %d %.300s\nis not\n%.300s", query.Encode(), sent.status, sent.raw, want.raw)
			}
			if sent.header.Get("Cache-Control") != "no-store" || sent.header.Get("ETag") != "" {
				t.Errorf("%s: a cache may keep it: %v", query.Encode(), sent.header)
			}
		}
	}
	whole := s.ok("/collections/observations/items?f=fgb&sortby=-count&species_id=culex-pipiens")
	if sent := s.search(searchJSON, object{"f": "fgb", "sortby": []string{"-count"}, "species_id": "culex-pipiens"}); sent.raw != whole.raw {
		t.Error("the whole result in FlatGeobuf is another")
	}
	lists := s.search(searchJSON, object{"bbox": []float64{0, 40, 3.5, 42}, "properties": []string{"count", "sex"}, "sortby": []string{"-observed_at"}, "limit": 4, "skipGeometry": true, "datetime": nil})
	if want := s.ok("/collections/observations/items?bbox=0,40,3.5,42&properties=count,sex&sortby=-observed_at&limit=4&skipGeometry=true"); !slices.Equal(lists.ids(), want.ids()) || len(lists.ids()) != 4 {
		t.Errorf("lists as arrays: %s", lists.raw)
	}
}

// TestCollectionsLinkTheirSearch follows the link of every collection by its method.
func TestCollectionsLinkTheirSearch(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for id, c := range s.described() {
		at := slices.IndexFunc(links(c), func(l object) bool { return l["rel"] == "search" })
		if at < 0 {
			t.Fatalf("%s has no link to its search", id)
		}
		l := links(c)[at]
		a := s.ask(l["method"].(string), l["href"].(string), `{"limit": 1}`, "Content-Type", searchJSON)
		if a.status != http.StatusOK || a.media() != l["type"] || len(a.features()) != 1 {
			t.Errorf("%v: %d %.200s", l, a.status, a.raw)
		}
	}
}

// TestSearchTakesABorder sends the most vertices that a filter may have, as JSON and as text, and one more.
func TestSearchTakesABorder(t *testing.T) {
	t.Parallel()
	s := shared(t)
	in := func(vertices int) object {
		return object{"filter": object{"op": "s_intersects", "args": []any{object{"property": "geometry"}, object{"type": "Polygon", "coordinates": [][][2]float64{ring(vertices)}}}}, "limit": 1000}
	}
	want := s.ok("/collections/observations/items?limit=1000&filter=" + url.QueryEscape("S_INTERSECTS(geometry, POLYGON(("+wktOf(ring(100))+")))")).ids()
	got := s.search(searchJSON, in(cql2.MaxVertices))
	if len(want) < 50 || !slices.Equal(got.ids(), want) {
		t.Errorf("%d, not %d features: %.300s", len(got.ids()), len(want), got.raw)
	}
	text := "S_INTERSECTS(geometry, POLYGON((" + wktOf(ring(cql2.MaxVertices)) + ")))"
	if form := s.search(searchForm, url.Values{"filter": {text}, "limit": {"1000"}}.Encode()); !slices.Equal(form.ids(), want) {
		t.Errorf("as a text of %d bytes: %.300s", len(text), form.raw)
	}
	if a := s.search(searchJSON, in(cql2.MaxVertices+1)); a.status != http.StatusBadRequest || !strings.Contains(a.raw, "more than 4000 points") {
		t.Errorf("%d %.300s", a.status, a.raw)
	}
}

func wktOf(points [][2]float64) string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = fmt.Sprint(p[0], " ", p[1])
	}
	return strings.Join(texts, ",")
}

// TestSearchPages walks through the pages of a search and back, by the links of the documents and by those of the headers.
func TestSearchPages(t *testing.T) {
	t.Parallel()
	s := shared(t)
	body := object{"filter": object{"op": ">", "args": []any{object{"property": "count"}, 3}}, "limit": 37}
	want := s.ok("/collections/observations/items?limit=1000&filter=count%3E3").ids()
	for _, rel := range []string{"next", "prev"} {
		var got []string
		for range 20 {
			a := s.search(searchJSON, body)
			if a.status != http.StatusOK {
				t.Fatalf("%d %s", a.status, a.raw)
			}
			if rel == "next" {
				got = append(got, a.ids()...)
			} else {
				got = append(a.ids(), got...)
			}
			step := slices.IndexFunc(a.body["links"].([]any), func(l any) bool { return l.(object)["rel"] == rel })
			if step < 0 {
				break
			}
			link := a.body["links"].([]any)[step].(object)
			if link["method"] != "POST" || link["merge"] != true || link["href"] != "http://example.com/ogc/collections/observations/search" {
				t.Fatalf("%v", link)
			}
			for name, value := range link["body"].(object) {
				body[name] = value
			}
		}
		if rel == "prev" {
			want = want[:len(got)]
		}
		if len(got) < 100 || !slices.Equal(got, want) {
			t.Errorf("%s: %d features, not %d", rel, len(got), len(want))
		}
	}

	var got []string
	address := "/collections/observations/search"
	for range 20 {
		a := s.ask(http.MethodPost, address, "filter=count%3E3&limit=37&f=csv&properties=", "Content-Type", searchForm)
		for _, line := range strings.Split(strings.TrimSpace(a.raw), "\n")[1:] {
			id, _, _ := strings.Cut(line, ",")
			got = append(got, id)
		}
		next := slices.IndexFunc(a.header.Values("Link"), func(l string) bool { return strings.Contains(l, `rel="next"; method="POST"`) })
		if next < 0 {
			break
		}
		address, _, _ = strings.Cut(strings.TrimPrefix(a.header.Values("Link")[next], "<"), ">")
	}
	if all := s.ok("/collections/observations/items?limit=1000&filter=count%3E3").ids(); !slices.Equal(got, all) {
		t.Errorf("by headers: %d features, not %d", len(got), len(all))
	}
}

// TestSearchRefuses sends what is wrong with a body.
func TestSearchRefuses(t *testing.T) {
	t.Parallel()
	s := shared(t)
	deep := strings.Repeat(`{"op":"not","args":[`, cql2.MaxDepth-1) + "true" + strings.Repeat("]}", cql2.MaxDepth-1)
	if a := s.search(searchJSON, `{"filter":`+deep+`,"limit":1}`); a.status != http.StatusOK {
		t.Errorf("as deep as a filter may be: %d %s", a.status, a.raw)
	}
	for _, wrong := range []struct {
		media, body string
		status      int
		says        string
	}{
		{searchJSON, `{"filter":` + strings.Replace(deep, "true", `{"op":"not","args":[{"op":"not","args":[true]}]}`, 1) + `}`, 400, "nested more than 32 deep"},
		{searchJSON, `{"filter":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`, 400, "nested deeper than"},
		{searchJSON, `{"sepcies_id":"x"}`, 400, "did you mean species_id"},
		{searchJSON, `{"limit":0}`, 400, "limit must be at least 1"},
		{searchJSON, `{"limit":{"a":1}}`, 400, "limit must be a text, a number"},
		{searchJSON, `{"sortby":"id"}`, 400, "sortby must be an array"},
		{searchJSON, `{"properties":["count,sex"]}`, 400, "without commas"},
		{searchJSON, `{"properties":[["count"]]}`, 400, "without commas"},
		{searchJSON, `{"filter":"count >","filter-lang":"cql2-text"}`, 400, "found the end at character 8"},
		{searchJSON, `{"filter":{"op":">","args":[{"property":"nothing"},1]}}`, 400, "unknown property 'nothing' at /args/0"},
		{searchJSON, `{"filter":{"op":">","args":[]},"filter-lang":"cql2-text"}`, 400, "filter: "},
		{searchJSON, `{"limit":1,"limit":2}`, 400, "given twice"},
		{searchJSON, `{"f":"html"}`, 400, "f must be one of json, csv"},
		{searchJSON, `{"notes":"` + strings.Repeat("x", 8001) + `"}`, 400, "notes is longer than 8000 bytes"},
		{searchJSON, `{"filter":"` + strings.Repeat("x", cql2.MaxLength+1) + `"}`, 400, "filter is longer than 262144 bytes"},
		{searchJSON, `[]`, 400, "must be a JSON object"},
		{searchJSON, ``, 400, "body is required"},
		{searchForm, `filter=%zz`, 400, "form is malformed"},
		{searchForm, `limit=1&limit=2`, 400, "limit is given 2 times"},
		{"text/plain", `{}`, 415, "Content-Type must be"},
		{searchJSON, `{"filter":"` + strings.Repeat(" ", features.MaxSearchBody) + `"}`, 413, "larger than 1048576 bytes"},
	} {
		if a := s.search(wrong.media, wrong.body); a.status != wrong.status || !strings.Contains(a.raw, wrong.says) {
			t.Errorf("%.80s: %d %.300s, not %d %s", wrong.body, a.status, a.raw, wrong.status, wrong.says)
		}
	}
	if a := s.ask(http.MethodPost, "/collections/observations/search?limit=2", `{"limit":2}`, "Content-Type", searchJSON); a.status != 400 || !strings.Contains(a.raw, "given 2 times") {
		t.Errorf("in the address and in the body: %d %s", a.status, a.raw)
	}
	if a := s.get("/collections/observations/search"); a.status != http.StatusMethodNotAllowed {
		t.Errorf("by GET: %d", a.status)
	}
	if a := s.ask(http.MethodPost, "/collections/nothing/search", `{}`, "Content-Type", searchJSON); a.status != http.StatusNotFound {
		t.Errorf("of no collection: %d", a.status)
	}
	if a := s.ask(http.MethodPost, "/collections/traps/search", `{"limit":1}`, "Content-Type", searchJSON); a.status != http.StatusOK || !strings.Contains(a.raw, "/collections/sites/search") {
		t.Errorf("by a former id: %d %s", a.status, a.raw)
	}
}
