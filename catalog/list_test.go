package catalog_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

type httpapiLinks struct{ Next, Previous *string }

// lists are the paths with an envelope; the first two have a largest page.
var lists = []string{"/species", "/diseases", "/regions", "/countries", "/filters/species", "/filters/regions", "/filters/data_sources",
	"/filters/countries", "/filters/diseases"}

func TestPagesFollowEachOther(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	target := base + "/species?lang=fr&limit=7&search=aedes&_=a%26b"
	var ids, visited []string
	for link := &target; link != nil; {
		visited = append(visited, *link)
		page := decode[speciesList](t, *link, s.request(t, *link))
		ids = append(ids, mapped(page.Species, speciesID)...)
		if n := len(visited); (page.Previous == nil) != (n == 1) {
			t.Errorf("page %d: previous %v", n, page.Previous)
		}
		if page.Next != nil {
			u, err := url.Parse(*page.Next)
			if err != nil || u.Scheme != "http" || u.Host != "example.com" || u.Path != base+"/species" {
				t.Fatalf("next %q", *page.Next)
			}
			if q := u.Query(); q.Get("lang") != "fr" || q.Get("limit") != "7" || q.Get("search") != "aedes" || q.Get("_") != "a&b" {
				t.Errorf("next lost parameters: %q", *page.Next)
			}
		} else if page.Previous != nil {
			back := decode[speciesList](t, *page.Previous, s.request(t, *page.Previous))
			if n := len(back.Species); n != 7 || !slices.Contains(ids[len(ids)-len(page.Species)-7:], back.Species[0].ID) {
				t.Errorf("previous leads to %q", mapped(back.Species, speciesID))
			}
		}
		link = page.Next
	}
	all := read[speciesList](t, s, "/species?limit=200&search=aedes")
	if want := mapped(all.Species, speciesID); !slices.Equal(ids, want) || len(visited) != (len(want)+6)/7 {
		t.Errorf("%d pages hold %q, want %q", len(visited), ids, want)
	}
}

func TestEveryListHasPages(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, path := range lists {
		whole := s.page(t, path+"?limit=200")
		if whole.Count != len(whole.items) || whole.Count < 3 || whole.Next != nil || whole.Previous != nil {
			t.Errorf("%s: count %d, %d items, next %v, previous %v", path, whole.Count, len(whole.items), whole.Next, whole.Previous)
		}
		part := s.page(t, path+"?limit=1&offset=1")
		if part.Count != whole.Count || len(part.items) != 1 || part.items[0] != whole.items[1] || part.Next == nil || part.Previous == nil {
			t.Errorf("%s: the second item alone: %+v", path, part)
		}
		if rest := s.page(t, path+"?offset=2&limit=200"); !slices.Equal(rest.items, whole.items[2:]) {
			t.Errorf("%s: offset 2 has %d items of %d", path, len(rest.items), whole.Count)
		}
		if past := s.page(t, path+"?offset=100000"); past.Count != whole.Count || len(past.items) != 0 || past.Next != nil || past.Previous == nil {
			t.Errorf("%s: past the end: %+v", path, past)
		}
	}
	for _, path := range lists[2:] {
		if whole, more := s.page(t, path), s.page(t, path+"?limit=5000"); len(whole.items) != whole.Count || len(more.items) != whole.Count {
			t.Errorf("%s: %d and %d items of %d", path, len(whole.items), len(more.items), whole.Count)
		}
	}
}

// anyPage is a page of any list, with its items undecoded.
type anyPage struct {
	Count int
	httpapiLinks
	items []string
}

func (s *server) page(t *testing.T, target string) (p anyPage) {
	t.Helper()
	a := s.get(t, target)
	p = decode[anyPage](t, target, a)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(a.body, &members); err != nil {
		t.Fatal(err)
	}
	for name, raw := range members {
		if name == "species" || name == "diseases" || name == "results" {
			var items []json.RawMessage
			if err := json.Unmarshal(raw, &items); err != nil || items == nil {
				t.Fatalf("%s: %s is %s", target, name, raw)
			}
			p.items = mapped(items, func(raw json.RawMessage) string { return string(raw) })
		}
	}
	return p
}

func TestPageParametersAreChecked(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for i, path := range lists {
		cases := map[string]string{
			"limit=0": "limit", "limit=-1": "limit", "limit=abc": "limit", "limit=": "limit", "limit=1.5": "limit", "limit=1e1": "limit",
			"limit=99999999999999999999": "limit", "limit=5&limit=6": "limit", "offset=-1": "offset", "offset=": "offset", "offset=x": "offset",
			"limit=0&offset=-1": "limit offset",
		}
		if i < 2 {
			cases["limit=201"] = "limit"
		}
		for query, want := range cases {
			a := s.get(t, path+"?lang=ru&"+query)
			var body struct {
				Detail, Type string
				Errors       []struct {
					Loc       []string
					Msg, Type string
				}
			}
			if err := json.Unmarshal(a.body, &body); err != nil || a.status != http.StatusUnprocessableEntity || body.Type != "validation_error" {
				t.Errorf("%s?%s: %d %s", path, query, a.status, a.body)
				continue
			}
			var got []string
			for _, e := range body.Errors {
				if len(e.Loc) != 2 || e.Loc[0] != "query" || e.Msg == "" || e.Type == "" {
					t.Errorf("%s?%s: %+v", path, query, e)
				}
				got = append(got, e.Loc[1])
			}
			if strings.Join(got, " ") != want || body.Detail == "" || a.header.Get("Content-Language") != "" {
				t.Errorf("%s?%s: %s", path, query, a.body)
			}
		}
	}
	for _, path := range []string{"/species", "/diseases"} {
		if a := s.get(t, path+"?limit=200"); a.status != http.StatusOK {
			t.Errorf("%s: a page of 200: %d", path, a.status)
		}
		for _, query := range []string{"search=%ff", "search=a%00b", "search=a&search=b", "search=" + strings.Repeat("a", 9000)} {
			if a := s.get(t, path+"?"+query); a.status != http.StatusUnprocessableEntity {
				t.Errorf("%s?%.20s: %d", path, query, a.status)
			}
		}
		if a := s.get(t, path+"?search=%zz"); a.status != http.StatusBadRequest {
			t.Errorf("%s: a malformed query: %d", path, a.status)
		}
	}
}

func TestUnknownPaths(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, path := range []string{"/specie", "/species/aedes-aegypti/more", "/diseases/malaria/vector", "/regions/caribbean", "/countries/br"} {
		if a := s.request(t, base+path); a.status != http.StatusNotFound || !strings.Contains(string(a.body), `"type":"not_found"`) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}
