package contract_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// page is what every list has beside its records.
type page struct {
	Count    int
	Next     *string
	Previous *string
	records  []json.RawMessage
}

func pageOf(t *testing.T, a skeetertest.Answer) page {
	t.Helper()
	p, members := skeetertest.Decode[page](t, a, 200), skeetertest.Decode[map[string]json.RawMessage](t, a, 200)
	for name, raw := range members {
		if name != "count" && name != "next" && name != "previous" {
			if err := json.Unmarshal(raw, &p.records); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	return p
}

// lists checks the rules of limit and offset on every list, and that its links lead through all of it.
func (c client) lists() {
	for path, rules := range map[string]struct {
		whole bool // all of them unless limit is given
		above int  // the answer to a limit of 201
	}{
		"/species": {false, 422}, "/diseases": {false, 422}, "/observations": {false, 200}, "/regions": {true, 200}, "/countries": {true, 200},
		"/filters/species": {true, 200}, "/filters/regions": {true, 200}, "/filters/data_sources": {true, 200}, "/filters/countries": {true, 200},
		"/filters/diseases": {true, 200},
	} {
		path = skeetertest.API + path
		all := pageOf(c.T, c.Want(200, "GET", path, ""))
		if rules.whole && (len(all.records) != all.Count || all.Next != nil) || all.Previous != nil {
			c.T.Errorf("%s: %d of %d records, next %v", path, len(all.records), all.Count, all.Next)
		}
		for query, status := range map[string]int{
			"limit=1": 200, "limit=200": 200, "limit=201": rules.above, "limit=0": 422, "limit=-1": 422, "limit=": 422, "limit=abc": 422, "limit=1.5": 422,
			"limit=0x10": 422, "limit=1&limit=2": 422, "offset=0": 200, "offset=1": 200, "offset=99999": 200, "offset=-1": 422, "offset=": 422,
			"offset=x": 422, "offset=99999999999999999999": 422,
		} {
			a := c.Want(status, "GET", path+"?"+query, "")
			if a.Status == 422 {
				wantLoc(c.T, a, "query."+query[:strings.IndexByte(query, '=')])
			} else if got := pageOf(c.T, a); got.Count != all.Count {
				c.T.Errorf("%s?%s counts %d, without %d", path, query, got.Count, all.Count)
			}
		}
		c.follow(path, all.Count)
	}
}

// follow walks a list by its links, there and back.
func (c client) follow(path string, count int) {
	c.T.Helper()
	at, seen := c.Base+path+"?limit=7&lang=ru", map[string]bool{}
	back := ""
	for at != "" {
		got := pageOf(c.T, c.Want(200, "GET", strings.TrimPrefix(at, c.Base), ""))
		if len(seen) > 0 && got.Previous == nil {
			c.T.Errorf("%s: a later page has no previous", at)
		}
		for _, r := range got.records {
			if seen[string(r)] {
				c.T.Fatalf("%s repeats %s", at, r)
			}
			seen[string(r)] = true
		}
		at = ""
		if got.Next != nil {
			at = *got.Next
		}
		if got.Previous != nil {
			back = *got.Previous
		}
		for _, link := range []string{at, back} {
			if link != "" && (!strings.HasPrefix(link, c.Base+path+"?") || !strings.Contains(link, "limit=7") || !strings.Contains(link, "lang=ru")) {
				c.T.Fatalf("%s links to %s", path, link)
			}
		}
	}
	if len(seen) != count {
		c.T.Errorf("the pages of %s hold %d records, count says %d", path, len(seen), count)
	}
	if back != "" {
		c.Want(200, "GET", strings.TrimPrefix(back, c.Base), "")
	}
}

// askedLang is the language of the request, as links repeat it.
var askedLang = regexp.MustCompile(`lang=[^"&]*`)

// spelled is the operation that the short form asks for languages in every spelling: one function reads them for all.
const spelled = skeetertest.API + "/species"

// languages checks that a language is found in any spelling, and that an unknown one is English.
func (c client) languages() {
	inFull := false
	for template, item := range c.Document.Paths.Map() {
		if item.Get == nil || item.Get.Responses.Status(200) == nil || item.Get.Responses.Status(200).Value.Headers["Content-Language"] == nil {
			continue
		}
		path := skeetertest.TypicalPath(template)
		bodies := map[string][]byte{}
		in := func(code string) string { return path + skeetertest.TypicalQuery(template, "lang="+code) }
		texts := func(a skeetertest.Answer) []byte { return askedLang.ReplaceAll(a.Body, nil) }
		for _, code := range []string{"en", "es", "ru", "fr", "pt"} {
			bodies[code] = texts(c.Want(200, "GET", in(code), ""))
		}
		spellings := map[string]string{"en": "en", "es-MX": "es", "pt_BR": "pt", "RU": "ru", "fr": "fr", "xx": "en", "": "en", "tlh": "en",
			"%00": "en", "%D1%80%D1%83": "en", "../es": "en"}
		inFull = inFull || template == spelled
		if template != spelled && !testenv.Long() {
			spellings = map[string]string{"pt_BR": "pt", "xx": "en"}
		}
		for sent, served := range spellings {
			a := c.Want(200, "GET", in(sent), "")
			if got := a.Header.Get("Content-Language"); got != served || !bytes.Equal(texts(a), bodies[served]) {
				c.T.Errorf("%s?lang=%s: Content-Language %q, want %q and its texts", path, sent, got, served)
			}
		}
		if a := c.Want(200, "GET", path+skeetertest.TypicalQuery(template), "", "Accept-Language", "ru"); a.Header.Get("Content-Language") != "en" {
			c.T.Errorf("%s without lang is %s", path, a.Header.Get("Content-Language"))
		}
	}
	if !inFull {
		c.T.Errorf("%s answers in no language", spelled)
	}
	for path, text := range map[string]string{skeetertest.API + "/species/aedes-aegypti?lang=es-MX": "Mosquito de la fiebre amarilla", skeetertest.API + "/countries?lang=ru": "Бразилия",
		skeetertest.API + "/regions?lang=fr": "Afrique"} {
		if a := c.Want(200, "GET", path, ""); !bytes.Contains(bytes.ToLower(a.Body), bytes.ToLower([]byte(text))) {
			c.T.Errorf("%s does not hold %q", path, text)
		}
	}
}

// oddShare is how many of the odd values a parameter gets in the short form: one of so many. The next parameter gets the next ones, so that an operation
// with as many parameters gets them all.
const oddShare = 4

// oddValues sends what no client should in every parameter of every operation that reads. The document has to list each
// answer, and none of them may be the server's fault.
func (c client) oddValues() {
	turn := 0
	odd := []string{"", "%00", "%ff", "%zz", "a;b", "'%22--", "%25_", "-1", "1e999", "NaN", "0x7", "%F0%9F%A6%9F", ",,", "null", "[]",
		"99999999999999999999", "2024-02-30", "0000-00-00", strings.Repeat("x", 9000), strings.Repeat("a,", 600)}
	paths := c.Document.Paths.Map()
	for _, template := range slices.Sorted(maps.Keys(paths)) {
		item := paths[template]
		if item.Get == nil || template == "/metrics" {
			continue
		}
		var targets []string
		path := skeetertest.TypicalPath(template)
		for _, param := range append(item.Get.Parameters, item.Parameters...) {
			turn++
			for i, value := range odd {
				switch {
				case i%oddShare != turn%oddShare && !testenv.Long():
				case param.Value.In == "query":
					targets = append(targets, path+"?"+param.Value.Name+"="+value)
				case param.Value.In == "path" && !strings.ContainsAny(value, "/?;") && value != "" && value != "%zz":
					targets = append(targets, strings.Replace(template, "{"+param.Value.Name+"}", value, 1))
				}
			}
			if param.Value.In == "query" {
				targets = append(targets, path+"?"+param.Value.Name+"=1&"+param.Value.Name+"=2")
			}
		}
		targets = append(targets, path+"?%zz", path+"?unknown=1", path+"?"+strings.Repeat("a=b&", 2000))
		for _, target := range targets {
			if a := c.Ask(http.MethodGet, target, ""); a.Status >= 500 {
				c.T.Errorf("GET %.200s: %d %s", target, a.Status, a.Body)
			}
		}
	}
	for _, tc := range []struct {
		target string
		locs   []string
	}{
		{"/stats?months=13&start_date=tomorrow&max_uncertainty_m=-1&status=dead", []string{"query.months", "query.start_date", "query.max_uncertainty_m", "query.status"}},
		{"/geo/observations?limit=100001&end_date=2024-13-01", []string{"query.limit", "query.end_date"}},
		{"/geo/modeled?limit=0", []string{"query.limit"}},
		{"/export?format=pdf&excel=maybe", []string{"query.format", "query.excel"}},
		{"/observations?cursor=zzz&offset=1", []string{"query.cursor", "query.offset"}},
		{"/names?q=%00", []string{"query.q"}},
		{"/vector-species?disease_id=%00", []string{"query.disease_id"}},
		{"/species?search=%00&limit=x", []string{"query.search", "query.limit"}},
	} {
		wantLoc(c.T, c.Want(422, "GET", skeetertest.API+tc.target, ""), tc.locs...)
	}
	for _, bbox := range []string{"1,2,3", "a,b,c,d", "0,50,1,40", "0,-91,1,0", "0,0,NaN,1", "0,0,1,1,1", ""} {
		// A bad bbox is 400 also when another parameter is bad.
		c.Want(400, "GET", skeetertest.API+"/stats?start_date=x&bbox="+url.QueryEscape(bbox), "")
	}
	c.Want(400, "GET", skeetertest.API+"/geo/traps?limit=0", "")
}

// wantLoc checks that an answer names exactly these places as wrong.
func wantLoc(t *testing.T, a skeetertest.Answer, want ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, loc := range want {
		missing[loc] = true
	}
	body := skeetertest.Decode[struct {
		Errors []struct{ Loc []string }
	}](t, a, 422)
	for _, e := range body.Errors {
		loc := strings.Join(e.Loc, ".")
		if _, expected := missing[loc]; !expected {
			t.Errorf("%s is wrong, too: %s", loc, a.Body)
		}
		missing[loc] = false
	}
	for loc, still := range missing {
		if still {
			t.Errorf("%s is not named: %s", loc, a.Body)
		}
	}
}
