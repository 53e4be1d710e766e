package ogc_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// collectionIDs are all collections. addressable are all ids that addresses may have: traps is the former id of sites.
var (
	collectionIDs = []string{"observations", "events", "pools", "sites", "countries", "regions", "counts"}
	addressable   = append([]string{"traps"}, collectionIDs...)
	placed        = addressable[:len(addressable)-1] // whose features have a geometry
)

// documented returns the id of a collection that documents and links have.
func documented(id string) string { return strings.Replace(id, "traps", "sites", 1) }

// OGC API - Common Part 1 (19-072), class Core.
var commonCore = requirement{
	"landing-page/root-op":           func(s service) { s.ok("") },
	"landing-page/root-success":      rootSuccess,
	"landing-page/api-definition-op": apiDefinition,
	"landing-page/conformance-op":    conformanceSuccess,
}

// OGC API - Common Part 2 (20-024), class Collections.
var commonCollections = requirement{
	"collections/rc-md-op":          func(s service) { s.ok("/collections") },
	"collections/rc-md-success":     collectionsSuccess,
	"collections/src-md-op":         collectionSuccess,
	"collections/rc-md-items-links": collectionItemsLinks,
}

// OGC API - Features Part 1 (17-069r4), class Core.
var featuresCore = requirement{
	"root-op":                func(s service) { s.ok("") },
	"root-success":           rootSuccess,
	"api-definition-op":      apiDefinition,
	"api-definition-success": apiDefinition,
	"conformance-op":         conformanceSuccess,
	"conformance-success":    conformanceSuccess,
	"http": func(s service) {
		r := s.ok("/collections/observations/items?limit=1", "Accept", "application/geo+json")
		if got := r.header.Get("Content-Type"); got != "application/geo+json" {
			s.t.Errorf("Content-Type %s", got)
		}
		if a := s.get("/nothing"); a.status != http.StatusNotFound || a.body["type"] != "not_found" {
			s.t.Errorf("unknown path: %d %s", a.status, a.raw)
		}
		for _, target := range []string{"/collections/nothing", "/collections/nothing/items", "/collections/observations/items/" + idOf(99),
			"/collections/observations/items/x", "/collections/countries/items/xx", "/collections/nothing/schema"} {
			if a := s.get(target); a.status != http.StatusNotFound {
				s.t.Errorf("%s: %d", target, a.status)
			}
		}
	},
	"query-param-unknown": func(s service) {
		for _, target := range []string{"", "/conformance", "/collections", "/api", "/collections/observations", "/collections/observations/items",
			"/collections/observations/items/" + idOf(1), "/collections/observations/queryables", "/collections/observations/schema", "/collections/observations/sortables"} {
			s.refused(target+"?nonsense=1", "nonsense")
		}
	},
	"query-param-invalid": func(s service) {
		for query, word := range map[string]string{
			"limit=0": "limit", "limit=-1": "limit", "limit=ten": "limit", "limit=": "limit", "limit=1.5": "limit", "limit=1&limit=2": "limit",
			"bbox=1,2,3": "bbox", "bbox=1,2,3,x": "bbox", "bbox=": "bbox", "bbox=0,5,1,4": "bbox", "bbox=0,-91,1,1": "bbox", "bbox=NaN,0,1,1": "bbox",
			"bbox=0,0,5,1,1,4": "bbox", "bbox=0,0,1,1,1": "bbox", "datetime=yesterday": "datetime", "datetime=2020-02-30": "datetime", "datetime=": "datetime",
			"datetime=2021-01-01/2020-01-01": "datetime", "datetime=2020-01-01/2020-02-01/2020-03-01": "datetime", "f=xml": "f must", "cursor=x": "cursor",
			"sortby=common_name": "sortby", "sortby=": "sortby", "sortby=observed_at,-observed_at": "sortby", "sortby=id,nothing": "sortby", "properties=nothing": "nothing", "skipGeometry=maybe": "skipGeometry",
			"crs=EPSG:4326": "crs", "count=many": "count", "status=lost": "status", "observed_at=yesterday": "observed_at", "id=1": "id",
		} {
			s.refused("/collections/observations/items?"+query, word)
		}
		s.refused("/collections/observations/items?limit=0&bbox=1&datetime=x&nonsense=1", "limit", "bbox", "datetime", "nonsense")
	},
	"crs84": func(s service) {
		a := s.ok("/collections/observations/items/" + idOf(3))
		if c := a.body["geometry"].(object)["coordinates"].([]any); c[0] != 10.0 || c[1] != 20.0 {
			s.t.Errorf("coordinates %v", c)
		}
	},
	"fc-md-op":           func(s service) { s.ok("/collections") },
	"fc-md-success":      collectionsSuccess,
	"fc-md-links":        func(s service) { s.selfAndAlternates(s.ok("/collections"), "application/json") },
	"fc-md-items":        collectionsSuccess,
	"fc-md-items-links":  collectionItemsLinks,
	"fc-md-extent":       extents,
	"fc-md-extent-multi": extents,
	"sfc-md-op":          collectionSuccess,
	"sfc-md-success":     collectionSuccess,
	"fc-op": func(s service) {
		for _, id := range addressable {
			s.ok("/collections/" + id + "/items?limit=3")
		}
	},
	"fc-limit-definition": func(s service) { s.parameter("observations", "limit") },
	"fc-limit-response-1": func(s service) {
		for query, want := range map[string]int{"limit=7": 7, "limit=10001": shown, "limit=99999999999999999999999": shown, "": shown} {
			if got := len(s.ok("/collections/observations/items?" + query).ids()); got != want {
				s.t.Errorf("%s: %d features, want %d", query, got, want)
			}
		}
	},
	"fc-bbox-definition": func(s service) { s.parameter("observations", "bbox") },
	"fc-bbox-response":   bboxResponse,
	"fc-time-definition": func(s service) { s.parameter("observations", "datetime") },
	"fc-time-response":   timeResponse,
	"fc-response": func(s service) {
		if got := s.crawl("/collections/observations/items?species_id=aedes-aegypti&limit=1"); !slices.Equal(got, []string{idOf(2), idOf(1), idOf(5)}) {
			s.t.Errorf("%v", got)
		}
	},
	"fc-links": func(s service) {
		for _, id := range addressable {
			s.selfAndAlternates(s.ok("/collections/"+id+"/items?limit=2&skipGeometry=true"), "application/geo+json")
		}
	},
	"fc-rel-type": func(s service) {
		for _, l := range links(s.ok("/collections/observations/items?limit=2").body) {
			if l["type"] == nil {
				s.t.Errorf("%v has no type", l)
			}
		}
	},
	"fc-timeStamp": func(s service) {
		began := time.Now()
		at, err := time.Parse(time.RFC3339, s.ok("/collections/observations/items?limit=1").body["timeStamp"].(string))
		if err != nil || at.Before(began.Add(-time.Second)) || at.After(time.Now()) { // whole seconds
			s.t.Errorf("%v, %v", at, err)
		}
	},
	"fc-numberMatched": numberMatched,
	"fc-numberReturned": func(s service) {
		a := s.ok("/collections/observations/items?limit=7")
		if a.body["numberReturned"] != 7.0 || a.header.Get("OGC-NumberReturned") != "7" {
			s.t.Errorf("%v", a.body["numberReturned"])
		}
	},
	"f-op": func(s service) {
		for _, id := range addressable {
			for _, item := range s.ok("/collections/" + id + "/items?limit=3&skipGeometry=true").ids() {
				if got := s.ok("/collections/" + id + "/items/" + item).body["id"]; got != item {
					s.t.Errorf("%s: %v, want %s", id, got, item)
				}
			}
		}
	},
	"f-success": func(s service) { s.ok("/collections/observations/items/" + idOf(1)) },
	"f-links": func(s service) {
		a := s.ok("/collections/observations/items/" + idOf(1))
		s.selfAndAlternates(a, "application/geo+json")
		if a.link("collection", "application/json") != "http://example.com/ogc/collections/observations" {
			s.t.Errorf("links %v", links(a.body))
		}
	},
}

func rootSuccess(s service) {
	a := s.ok("")
	for rel, media := range map[string]string{
		"self": "application/json", "service-desc": "application/vnd.oai.openapi+json;version=3.0", "service-doc": "text/html", "conformance": "application/json",
		"data": "application/json",
	} {
		if a.link(rel, media) == "" {
			s.t.Errorf("no link %s of type %s in %s", rel, media, a.raw)
		}
	}
	if a.body["title"] != "Skeeter" {
		s.t.Errorf("title %v", a.body["title"])
	}
}

func apiDefinition(s service) {
	root := s.ok("")
	a := s.ok(root.link("service-desc", ""), "Accept", "application/vnd.oai.openapi+json;version=3.0")
	if got := a.header.Get("Content-Type"); got != "application/vnd.oai.openapi+json;version=3.0" {
		s.t.Errorf("Content-Type %s", got)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(a.raw))
	if err == nil {
		err = doc.Validate(s.t.Context())
	}
	if err != nil {
		s.t.Error(err)
	}
}

func conformanceSuccess(s service) {
	a := s.ok(s.ok("").link("conformance", ""))
	if list, _ := a.body["conformsTo"].([]any); !slices.Contains(list, any("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core")) {
		s.t.Errorf("%s", a.raw)
	}
}

// described returns the collections by id.
func (s service) described() map[string]object {
	out := map[string]object{}
	for _, c := range s.ok(s.ok("").link("data", "")).body["collections"].([]any) {
		out[c.(object)["id"].(string)] = c.(object)
	}
	return out
}

func collectionsSuccess(s service) {
	all := s.described()
	if len(all) != len(collectionIDs) {
		s.t.Errorf("%d collections", len(all))
	}
	for _, id := range collectionIDs {
		c := all[id]
		if c["title"] == "" || c["description"] == "" || c["itemType"] != "feature" || (c["extent"] == nil) != (id == "counts") {
			s.t.Errorf("%s: %v", id, c)
		}
	}
}

func collectionItemsLinks(s service) {
	for id, c := range s.described() {
		var types []string
		for _, l := range links(c) {
			if l["rel"] == "items" {
				types = append(types, l["type"].(string))
				address := l["href"].(string) + "?limit=1"
				if strings.Contains(l["href"].(string), "?") {
					address = l["href"].(string) + "&limit=1"
				}
				if got := s.ok(address).media(); got != l["type"] {
					s.t.Errorf("%s: %s at a link of %s", id, got, l["type"])
				}
			}
		}
		if !slices.Contains(types, "application/geo+json") || len(types) < 3 {
			s.t.Errorf("%s: items as %v", id, types)
		}
	}
}

func collectionSuccess(s service) {
	for id, listed := range s.described() {
		one := s.ok("/collections/" + id).body
		for _, name := range []string{"id", "title", "description", "itemType"} {
			if one[name] != listed[name] {
				s.t.Errorf("%s: %s is %v and %v", id, name, one[name], listed[name])
			}
		}
		for _, l := range links(listed) {
			if l["rel"] != "self" && !slices.ContainsFunc(links(one), func(o object) bool { return o["href"] == l["href"] && o["rel"] == l["rel"] }) {
				s.t.Errorf("%s: no link %v", id, l)
			}
		}
	}
}

// selfAndAlternates follows the links of an answer to itself and to its other formats.
func (s service) selfAndAlternates(a answer, media string) {
	s.t.Helper()
	if self := a.link("self", media); self == "" || s.ok(self).header.Get("Content-Type") != media {
		s.t.Errorf("%s: self %q", a.target, self)
	}
	for _, l := range links(a.body) {
		if l["rel"] == "alternate" {
			if got := s.ok(l["href"].(string)).media(); got != l["type"] {
				s.t.Errorf("%s: %s at an alternate of type %s", a.target, got, l["type"])
			}
		}
	}
}

func extents(s service) {
	for id, c := range s.described() {
		if id == "counts" { // they are nowhere
			continue
		}
		spatial := c["extent"].(object)["spatial"].(object)
		box := spatial["bbox"].([]any)[0].([]any)
		west, south, east, north := box[0].(float64), box[1].(float64), box[2].(float64), box[3].(float64)
		for _, f := range s.ok("/collections/" + id + "/items?limit=10000").features() {
			for _, p := range positions(f["geometry"].(object)["coordinates"]) {
				inside := west <= p[0] && p[0] <= east || west > east && (p[0] >= west || p[0] <= east)
				if !inside || p[1] < south || p[1] > north {
					s.t.Fatalf("%s: %v lies outside of %v", id, p, box)
				}
			}
		}
		interval := c["extent"].(object)["temporal"].(object)["interval"].([]any)[0].([]any)
		if interval[0] != "2010-01-01T00:00:00Z" || interval[1] != "2020-12-31T23:59:59Z" {
			s.t.Errorf("%s: %v", id, interval)
		}
	}
}

// positions are all positions of a geometry's coordinates.
func positions(coordinates any) (out [][2]float64) {
	list := coordinates.([]any)
	if x, ok := list[0].(float64); ok {
		return [][2]float64{{x, list[1].(float64)}}
	}
	for _, part := range list {
		out = append(out, positions(part)...)
	}
	return out
}

func bboxResponse(s service) {
	for query, want := range map[string][]string{
		"bbox=179,-18,-179,-16":                                   {idOf(2), idOf(1)},
		"bbox=179,-18,0,-179,-16,100":                             {idOf(2), idOf(1)},
		"bbox=179,-18,181,-16":                                    {idOf(2), idOf(1)},
		"bbox=179.5,-17,179.5,-17":                                {idOf(1)},
		"bbox=9,19,11,21":                                         {idOf(3)},
		"bbox=9,19,11,21&status=rejected":                         {idOf(4)},
		"bbox=10.1,20,10.1234566,20":                              {},
		"bbox=-180,-1,-179.9,1":                                   {},
		"bbox=180,-1,180,1":                                       {idOf(5)},
		"bbox=170,-90,180,90&limit=1":                             {idOf(1), idOf(5)},
		"bbox=-180,-90,180,90&limit=100&species_id=aedes-aegypti": {idOf(2), idOf(1), idOf(5)},
	} {
		if got := s.crawl("/collections/observations/items?" + query); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			s.t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	if got := s.ok("/collections/countries/items?bbox=2,48,3,49&skipGeometry=true").ids(); !slices.Equal(got, []string{"fr"}) {
		s.t.Errorf("countries: %v", got)
	}
	if got := s.ok("/collections/regions/items?bbox=2,48,3,49&skipGeometry=true").ids(); !slices.Equal(got, []string{"western-europe"}) {
		s.t.Errorf("regions: %v", got)
	}
}

func timeResponse(s service) {
	const special = "&bbox=9,-18,-179,21" // the records that each has a reason
	for datetime, want := range map[string][]string{
		"2020-01-15T10:30:00.5Z":                      {idOf(1), idOf(3), idOf(5)},
		"2020-01-15T10:30:00.6Z":                      {idOf(3), idOf(5)},
		"2020-01-15T10:30:00.6Z/..":                   {idOf(2), idOf(3), idOf(5)},
		"2020-01-15":                                  {idOf(1), idOf(3), idOf(5)},
		"2020-01-15T":                                 {idOf(1), idOf(3), idOf(5)},
		"2020-02-02T23:59:59Z":                        {idOf(2), idOf(3), idOf(5)},
		"2020-02-03T00:00:00Z":                        {idOf(2), idOf(3)},
		"2020-03-01/..":                               {idOf(3)},
		"2020-03-01T00:00:00Z/2020-03-02T00:00:00Z":   {idOf(3)},
		"2021-01-01/":                                 {},
		"../2019-11-30T00:00:00Z":                     {idOf(5)},
		"/2019-11-29":                                 {},
		"2019-11-30T12:00:00+01:00/2019-12-01":        {idOf(5)},
		"2020-01-15t10:30:00.5z/2020-01-15t10:30:01z": {idOf(1), idOf(3), idOf(5)},
	} {
		got := s.crawl("/collections/observations/items?datetime=" + url.QueryEscape(datetime) + special)
		got = slices.DeleteFunc(got, func(id string) bool { return strings.HasPrefix(id, "1111") })
		if slices.Sort(got); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			s.t.Errorf("%s: %v, want %v", datetime, got, want)
		}
	}
	if got := s.matching("region_id = 'western-europe'", "&datetime=2010-01-10/2010-01-11"); got != 4 {
		s.t.Errorf("two days of the grid: %d records, want 4", got)
	}
	// Countries without records have no time, and match every one.
	all := len(s.ok("/collections/countries/items?skipGeometry=true").ids())
	if got := len(s.ok("/collections/countries/items?skipGeometry=true&datetime=1990-01-01").ids()); got != all-3 {
		s.t.Errorf("%d of %d countries have no record in 1990, want all but 3", got, all)
	}
}

// numberMatched is exact wherever it is said, and it is said for what the counts in memory know.
func numberMatched(s service) {
	for query, known := range map[string]bool{
		"limit=10": true, "limit=10&species_id=culex-pipiens": true, "limit=10&bbox=0,40,3,43": true, "limit=10&country_id=fr": true, "limit=10&country_id=FR": true,
		"limit=10&datetime=2010-02-01/2010-03-01": true, "limit=1&datetime=2020-01-15": true, "limit=10&data_source=traps&region_id=western-europe": true,
		"limit=1&status=rejected": true, "limit=10&species_id=Culex+pipiens": true, "limit=10&datetime=2010-02-01T12:00:00Z/2010-03-01T12:00:00Z": false,
		"limit=10&life_stage=adult": false, "limit=10&filter=count%3E3": false, "limit=1000&filter=count%3E3": true,
	} {
		a := s.ok("/collections/observations/items?" + query)
		matched, ok := a.body["numberMatched"].(float64)
		if ok != known || ok != (a.header.Get("OGC-NumberMatched") != "") {
			s.t.Errorf("%s: numberMatched is %v", query, a.body["numberMatched"])
		}
		if all := s.crawl("/collections/observations/items?" + query); ok && int(matched) != len(all) {
			s.t.Errorf("%s: numberMatched is %v of %d", query, matched, len(all))
		}
	}
	for _, query := range []string{"countries/items?skipGeometry=true&limit=2", "countries/items?limit=1&filter=records%3E0", "regions/items?skipGeometry=true&limit=1&bbox=0,40,3,43"} {
		matched, _ := s.ok("/collections/" + query).body["numberMatched"].(float64)
		if all := s.crawl("/collections/" + query); int(matched) != len(all) || len(all) == 0 {
			s.t.Errorf("%s: numberMatched is %v of %d", query, matched, len(all))
		}
	}
}
