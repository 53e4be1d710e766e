package ogc_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/ogc"
)

// acceptOfBrowsers is what a browser sends with an address that somebody typed.
const acceptOfBrowsers = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// pages are resources that people see as pages.
var pages = []string{
	"", "/conformance", "/api", "/collections", "/collections/observations", "/collections/sites", "/collections/traps", "/collections/countries", "/collections/regions",
	"/collections/observations/queryables", "/collections/observations/sortables", "/collections/observations/schema",
	"/collections/observations/items", "/collections/observations/items/" + idOf(1), "/collections/sites/items", "/collections/traps/items", "/collections/countries/items?limit=3",
	"/collections/countries/items/fr", "/collections/regions/items?limit=2", "/collections/observations/items?bbox=1,80,2,81",
	"/collections/observations/items?crs=http://www.opengis.net/def/crs/EPSG/0/3857", "/collections/observations/items?skipGeometry=true",
	"/collections/observations/tiles", "/collections/observations/tiles/WebMercatorQuad", "/tileMatrixSets", "/tileMatrixSets/WebMercatorQuad",
	"/styles", "/styles/species", "/styles/species/metadata",
}

// OGC API - Features Part 1 (17-069r4), class HTML.
var featuresHTML = requirement{
	"definition": func(s service) {
		for _, target := range pages {
			a := s.ok(target, "Accept", acceptOfBrowsers)
			if got := a.header.Get("Content-Type"); got != "text/html; charset=utf-8" || !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Accept") {
				s.t.Errorf("%s: %s, Vary %v", target, got, a.header.Values("Vary"))
			}
		}
	},
	"content": func(s service) {
		if page := s.page("/collections/observations/items/" + idOf(1)); !strings.Contains(page.text, "Aedes aegypti") || !strings.Contains(page.text, "2020-01-15T10:30:00.5Z") {
			s.t.Errorf("the feature: %s", page.text)
		}
		for _, target := range pages {
			page := s.page(target)
			if len(page.titles) != 1 || page.titles[0] == "" {
				s.t.Errorf("%s has the headings %q", target, page.titles)
			}
		}
	},
}

// page is what a browser makes of an answer.
type page struct {
	text       string
	titles     []string // level 1
	links      []string // that can be followed
	forbidden  []string // elements and attributes that the policy forbids
	points     int      // of the map
	shapes     int
	tableLines int
}

// page reads a page: it has to be well-formed but for elements without an end.
func (s service) page(target string) (p page) {
	s.t.Helper()
	a := s.ok(target, "Accept", acceptOfBrowsers)
	if policy := a.header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "script-src") {
		s.t.Errorf("%s has the policy %q", target, policy)
	}
	// A record says U+0001, which HTML has no name for and XML forbids.
	d := xml.NewDecoder(strings.NewReader(strings.ReplaceAll(a.raw, "\x01", "")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var text strings.Builder
	heading := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.t.Fatalf("%s: %v", target, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "h1":
				heading = true
				p.titles = append(p.titles, "")
			case "script", "style", "iframe", "object":
				p.forbidden = append(p.forbidden, e.Name.Local)
			case "circle":
				p.points++
			case "path":
				p.shapes++
			case "tr":
				p.tableLines++
			}
			for _, attribute := range e.Attr {
				switch name := attribute.Name.Local; {
				case name == "style" || strings.HasPrefix(name, "on"):
					p.forbidden = append(p.forbidden, name)
				case name == "href":
					p.links = append(p.links, attribute.Value)
				}
			}
		case xml.EndElement:
			heading = heading && e.Name.Local != "h1"
		case xml.CharData:
			text.Write(e)
			if heading {
				p.titles[len(p.titles)-1] += string(e)
			}
		}
	}
	p.text = text.String()
	return p
}

// TestPagesLink follows every link of every page below /ogc.
func TestPagesLink(t *testing.T) {
	t.Parallel()
	s := shared(t)
	seen := map[string]bool{}
	for _, target := range pages {
		p := s.page(target)
		if len(p.forbidden) > 0 {
			t.Errorf("%s has %q", target, p.forbidden)
		}
		for _, href := range p.links {
			if strings.HasPrefix(href, "/ogc") {
				href = "http://example.com" + href
			}
			if seen[href] || !strings.HasPrefix(href, "http://example.com/ogc") || strings.Contains(href, "{") {
				continue
			}
			seen[href] = true
			if a := s.get(href, "Accept", acceptOfBrowsers); a.status != http.StatusOK {
				t.Errorf("%s links %s: %d", target, href, a.status)
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d links", len(seen))
	}
}

// What a record says is text, whatever it looks like.
func TestPagesEscape(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>`
	s.exec("update observations set notes = '" + hostile + "', sampling_protocol = 'javascript:alert(3)' where id = '" + idOf(1) + "'")
	for _, target := range []string{"/collections/observations/items?sex=Female", "/collections/observations/items/" + idOf(1)} {
		if p := s.page(target); len(p.forbidden) > 0 || !strings.Contains(p.text, hostile) {
			t.Errorf("%s: %q, %s", target, p.forbidden, p.text)
		}
	}
	a := s.get(`/collections/observations/items?filter=%3Cscript%3E`, "Accept", acceptOfBrowsers)
	if a.status != http.StatusBadRequest || a.header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %s", a.status, a.header.Get("Content-Type"))
	}
}

func TestPagesOfItems(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const perPage = 50
	target, rows := "/collections/observations/items", 0
	for n := 0; target != "" && n < shown; n++ {
		p := s.page(target)
		if p.tableLines-1 > perPage || p.points != p.tableLines-1 {
			t.Errorf("%s: %d features, %d points", target, p.tableLines-1, p.points)
		}
		rows += p.tableLines - 1
		target, _ = s.ok(target, "Accept", acceptOfBrowsers).headerLink("next")
	}
	if rows != shown {
		t.Errorf("%d features on all pages, want %d", rows, shown)
	}
	if p := s.page("/collections/countries/items/fr"); p.shapes == 0 {
		t.Error("France has no shape")
	}
	if p := s.page("/collections/observations/items?skipGeometry=true"); p.points > 0 {
		t.Error("there are points without geometries")
	}
}

func TestFilesOfPages(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for target, kind := range map[string]string{"/pages.css": "text/css; charset=utf-8", "/land.svg": "image/svg+xml"} {
		a := s.ok(target)
		if a.header.Get("Content-Type") != kind || len(a.raw) < 1000 {
			t.Errorf("%s: %s, %d bytes", target, a.header.Get("Content-Type"), len(a.raw))
		}
		if again := s.get(target, "If-None-Match", a.header.Get("ETag")); again.status != http.StatusNotModified {
			t.Errorf("%s again: %d", target, again.status)
		}
	}
	if land := s.ok("/land.svg").raw; !strings.Contains(land, "<path d=\"M") || xml.Unmarshal([]byte(land), new(struct{})) != nil {
		t.Errorf("the land is %.300s", land)
	}
}

// TestLayerDefinition looks for the layer file where people and programs begin.
func TestLayerDefinition(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ service, o *ogc.Options) { o.LayerDefinition = "/ogc/layers.qlr" })
	const want = "http://example.com/ogc/layers.qlr"
	if got := s.ok("").link("related", "application/x-qgis-layer-definition"); got != want {
		t.Errorf("the landing page links %q, want %q", got, want)
	}
	if page := s.ok("?f=html").raw; !strings.Contains(page, `class="button" href="`+want+`"`) {
		t.Errorf("the landing page for people has no button for %s", want)
	}
}

func TestPagesSayWhyThereIsNoMap(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const mercator, why = "crs=http://www.opengis.net/def/crs/EPSG/0/3857", "The map needs longitudes and latitudes"
	for target, want := range map[string]bool{
		items: false, items + "?" + mercator: true, items + "?crs=http://www.opengis.net/def/crs/EPSG/0/4326": false,
		items + "/" + idOf(1): false, items + "/" + idOf(1) + "?" + mercator: true,
	} {
		if got := strings.Contains(s.page(target).text, why); got != want {
			t.Errorf("%s says why there is no map: %v", target, got)
		}
	}
}

// The page of the API document names every operation with its parameters, and leads to those that are links.
func TestAPIDocumentForPeople(t *testing.T) {
	t.Parallel()
	s := shared(t)
	page := s.page("/api")
	for path, item := range s.document().Paths.Map() {
		for method, operation := range item.Operations() {
			if !strings.Contains(page.text, path) || !strings.Contains(page.text, operation.Summary) {
				t.Errorf("%s %s is not on the page", method, path)
			}
			for _, p := range operation.Parameters {
				if !strings.Contains(page.text, p.Value.Description) {
					t.Errorf("%s %s: nothing of %s", method, path, p.Value.Name)
				}
			}
		}
	}
	if !slices.Contains(page.links, "http://example.com/ogc/collections/sites/items") {
		t.Errorf("links: %v", page.links)
	}
}
