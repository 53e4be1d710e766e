package ogc_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

const tilesOf = "/collections/observations/tiles"

// OGC API - Tiles Part 1 (20-057), class Core.
var tilesCore = requirement{
	"tc-op": func(s service) {
		if a := s.ok(tilesOf + "/WebMercatorQuad/0/0/0"); a.header.Get("Content-Type") != "application/vnd.mapbox-vector-tile" {
			s.t.Error(a.header.Get("Content-Type"))
		}
	},
	"tc-tilematrix-definition": func(s service) {
		for _, z := range []string{"x", "23", "-1", "1.5", "99999999999999999999"} {
			s.missing(tilesOf + "/WebMercatorQuad/" + z + "/0/0")
		}
	},
	// The row is before the column, and both count from the north-west.
	"tc-tilerow-definition": func(s service) {
		s.missing(tilesOf + "/WebMercatorQuad/1/2/0")
		if n := s.records(tilesOf + "/WebMercatorQuad/1/1/0"); n == 0 || n == shown {
			s.t.Errorf("%d records in the south-west, want those of Fiji's east", n)
		}
		if a := s.get(tilesOf + "/WebMercatorQuad/3/7/7"); a.status != http.StatusNoContent {
			s.t.Errorf("the far south-east: %d", a.status)
		}
	},
	"tc-tilecol-definition": func(s service) {
		s.missing(tilesOf + "/WebMercatorQuad/1/0/2")
		s.missing(tilesOf + "/WebMercatorQuad/1/0/x")
	},
	"tc-success": func(s service) {
		var all int
		for _, tile := range []string{"0/0", "0/1", "1/0", "1/1"} {
			all += s.records(tilesOf + "/WebMercatorQuad/1/" + tile)
		}
		if one := s.records(tilesOf + "/WebMercatorQuad/0/0/0"); one != shown || all != shown {
			s.t.Errorf("%d records in the tile of the world and %d in its quarters, want %d", one, all, shown)
		}
		if n := s.records(tilesOf + "/WebMercatorQuad/0/0/0?f=mvt&species=aedes-aegypti"); n != 3 {
			s.t.Errorf("%d records of a species, want 3", n)
		}
	},
	"tc-error": func(s service) {
		s.missing("/collections/observations/tiles/WorldCRS84Quad/0/0/0")
		s.missing("/collections/events/tiles/WebMercatorQuad/0/0/0")
		s.missing("/collections/nothing/tiles/WebMercatorQuad/0/0/0")
		s.refused(tilesOf+"/WebMercatorQuad/0/0/0?bogus=1", "bogus", "species")
		s.refused(tilesOf+"/WebMercatorQuad/0/0/0?start_date=soon", "start_date")
		s.refused(tilesOf+"/WebMercatorQuad/0/0/0?f=png", "mvt")
	},
}

// Class Tileset.
var tilesTileset = requirement{
	"description": func(s service) {
		a := s.ok(tilesOf + "/WebMercatorQuad")
		for member, want := range map[string]string{
			"dataType": "vector", "crs": "http://www.opengis.net/def/crs/EPSG/0/3857", "tileMatrixSetURI": "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad",
		} {
			if a.body[member] != want {
				s.t.Errorf("%s is %v", member, a.body[member])
			}
		}
		if got := s.ok(a.link("http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme", "application/json")).body["id"]; got != "WebMercatorQuad" {
			s.t.Errorf("the tiling scheme is %v", got)
		}
		for _, l := range links(a.body) {
			if templated := l["templated"] == true; templated != strings.Contains(l["href"].(string), "{") {
				s.t.Errorf("%v", l)
			}
		}
		template := a.link("item", "application/vnd.mapbox-vector-tile")
		limits := a.body["tileMatrixSetLimits"].([]any)
		for _, limit := range []any{limits[0], limits[len(limits)-1]} {
			l := limit.(object)
			for _, at := range []string{"min", "max"} {
				row, col := l[at+"TileRow"].(float64), l[at+"TileCol"].(float64)
				target := strings.NewReplacer("{tileMatrix}", l["tileMatrix"].(string), "{tileRow}", fmt.Sprint(int(row)), "{tileCol}", fmt.Sprint(int(col))).Replace(template)
				if a := s.get(target); a.status != http.StatusOK && a.status != http.StatusNoContent {
					s.t.Errorf("%s: %d", target, a.status)
				}
			}
		}
	},
	"tilejson": func(s service) {
		a := s.ok(s.ok(tilesOf+"/WebMercatorQuad").link("alternate", "application/vnd.mapbox.tile+json"))
		if a.media() != "application/vnd.mapbox.tile+json" || a.body["tilejson"] != "3.0.0" || len(a.body["vector_layers"].([]any)) != 1 {
			s.t.Error(a.raw)
		}
		asked := s.ok(tilesOf+"/WebMercatorQuad", "Accept", "application/vnd.mapbox.tile+json")
		if asked.media() != a.media() || asked.raw != a.raw || !slices.Contains(asked.header.Values("Vary"), "Accept") {
			s.t.Errorf("by Accept: %v %s", asked.header, asked.raw)
		}
		filtered := s.ok(tilesOf + "/WebMercatorQuad?f=tilejson&species=aedes-aegypti").body["tiles"].([]any)[0].(string)
		if !strings.HasSuffix(filtered, "?species=aedes-aegypti") {
			s.t.Error(filtered)
		}
		s.refused(tilesOf+"/WebMercatorQuad?f=tilejson&bbox=1,2,3,4", "bbox")
		s.ok(tilesOf + "/WebMercatorQuad?f=tilejson&lang=fr") // as the API document says of every resource
		tile := s.ok("/api").body["paths"].(object)["/collections/observations/tiles/WebMercatorQuad/{tileMatrix}/{tileRow}/{tileCol}"].(object)
		documented := map[any]bool{}
		for _, p := range tile["get"].(object)["parameters"].([]any) {
			documented[p.(object)["name"]] = true
		}
		for _, name := range surveillance.Parameters {
			if name != "bbox" && !documented[name] {
				s.t.Errorf("the API document does not know the parameter %s of tiles", name)
			}
		}
	},
}

// Class Tilesets list.
var tilesList = requirement{
	"tileset-links": func(s service) {
		tilesets := s.ok(tilesOf).body["tilesets"].([]any)
		if len(tilesets) != 1 {
			s.t.Fatalf("%d tilesets", len(tilesets))
		}
		item := tilesets[0].(object)
		full := s.ok(answer{t: s.t, body: item}.link("self", "application/json"))
		for _, member := range []string{"dataType", "crs", "tileMatrixSetURI", "title"} {
			if item[member] == nil || item[member] != full.body[member] {
				s.t.Errorf("%s: %v in the list, %v in the tileset", member, item[member], full.body[member])
			}
		}
		s.ok(answer{t: s.t, body: item}.link("http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme", ""))
	},
}

// Class Geospatial data tilesets.
var tilesGeodata = requirement{
	"desc-links": func(s service) {
		for _, c := range s.ok("/collections").body["collections"].([]any) {
			id := c.(object)["id"].(string)
			address := s.ok("/collections/"+id).link("http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector", "application/json")
			if (address != "") != slices.Contains([]string{"observations", "sites", "countries", "regions"}, id) {
				s.t.Errorf("%s links %q", id, address)
			}
		}
	},
	"operation": func(s service) {
		address := s.ok("/collections/observations").link("http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector", "")
		if got := s.ok(address).link("http://www.opengis.net/def/rel/ogc/1.0/geodata", ""); got != "http://example.com/ogc/collections/observations" {
			s.t.Errorf("the tilesets are of %q", got)
		}
		s.missing("/collections/events/tiles")
	},
}

// Class Dataset tilesets.
var tilesDataset = requirement{
	"landingpage": func(s service) {
		list := s.ok(s.ok("").link("http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector", "application/json"))
		item := answer{t: s.t, body: list.body["tilesets"].([]any)[0].(object)}
		full := s.ok(item.link("self", "application/json"))
		for _, member := range []string{"dataType", "crs", "tileMatrixSetURI", "title"} {
			if item.body[member] == nil || item.body[member] != full.body[member] {
				s.t.Errorf("%s: %v in the list, %v in the tileset", member, item.body[member], full.body[member])
			}
		}
		if s.ok(item.link("http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme", "")).body["id"] != "WebMercatorQuad" {
			s.t.Error("the tiling scheme is another")
		}
		tile := strings.NewReplacer("{tileMatrix}", "0", "{tileRow}", "0", "{tileCol}", "0").Replace(full.link("item", "application/vnd.mapbox-vector-tile"))
		if layers, err := mvt.Unmarshal([]byte(s.ok(tile).raw)); err != nil || len(layers) != len(full.body["layers"].([]any)) {
			s.t.Errorf("%d layers, %v", len(layers), err)
		}
	},
}

// Class Collections selection.
var tilesSelection = requirement{
	"parameter": func(s service) {
		layers, err := mvt.Unmarshal([]byte(s.ok("/tiles/WebMercatorQuad/0/0/0?collections=countries,sites").raw))
		if err != nil || len(layers) != 2 || layers[0].Name != "countries" || layers[1].Name != "sites" {
			s.t.Errorf("%v, %v", layers, err)
		}
		if set := s.ok("/tiles/WebMercatorQuad?collections=sites"); len(set.body["layers"].([]any)) != 1 || !strings.HasSuffix(set.link("item", ""), "{tileCol}?collections=sites") {
			s.t.Error(set.raw)
		}
	},
}

// Class DateTime.
var tilesDatetime = requirement{
	"parameter": func(s service) {
		for datetime, want := range map[string]int{"2020-01-15": 3, "2020-01-15T10:30:00.5Z": 3, "2020-02-01T00:00:00Z/..": 3, "../..": shown, "1999-01-01": 0} {
			if n := s.records(tilesOf + "/WebMercatorQuad/0/0/0?datetime=" + datetime); n != want || n != len(s.ok("/collections/observations/items?limit=1000&datetime="+datetime).ids()) {
				s.t.Errorf("%s: %d records, want %d", datetime, n, want)
			}
		}
	},
}

// Class Mapbox Vector Tiles.
var tilesMVT = requirement{
	"content": func(s service) {
		layers, err := mvt.Unmarshal([]byte(s.ok(tilesOf + "/WebMercatorQuad/0/0/0").raw))
		if err != nil || len(layers) != 1 || layers[0].Name != "observations" {
			s.t.Errorf("%v, %v", layers, err)
		}
	},
}

// Class OpenAPI Specification 3.0.
var tilesOAS30 = requirement{
	"oas-common": func(s service) {
		doc := s.document()
		ids := map[string]string{
			"/tiles": "dataset.vector.getTileSetsList", "/tiles/WebMercatorQuad": "dataset.vector.getTileSet",
			"/tiles/WebMercatorQuad/{tileMatrix}/{tileRow}/{tileCol}":                       "dataset.vector.getTile",
			"/collections/countries/tiles/WebMercatorQuad/{tileMatrix}/{tileRow}/{tileCol}": "countries.collection.vector.getTile",
			"/tileMatrixSets": "getTileMatrixSetsList", "/tileMatrixSets/WebMercatorQuad": "getTileMatrixSet",
			tilesOf: "observations.collection.vector.getTileSetsList", tilesOf + "/WebMercatorQuad": "observations.collection.vector.getTileSet",
			tilesOf + "/WebMercatorQuad/{tileMatrix}/{tileRow}/{tileCol}": "observations.collection.vector.getTile",
		}
		for path, id := range ids {
			if item := doc.Paths.Value(path); item == nil || item.Get == nil || item.Get.OperationID != id {
				s.t.Errorf("%s is not %s", path, id)
			}
		}
	},
}

// OGC Two Dimensional Tile Matrix Set (17-083r4): the definition of WebMercatorQuad in annex D.1.
var tileMatrixSets = requirement{
	"tilematrixset": func(s service) {
		a := s.ok("/tileMatrixSets/WebMercatorQuad")
		matrices := a.body["tileMatrices"].([]any)
		if len(matrices) != 25 {
			s.t.Fatalf("%d matrices", len(matrices))
		}
		for z := range matrices {
			scale := 559082264.0287178 / float64(int(1)<<z)
			m := matrices[z].(object)
			if math.Abs(m["scaleDenominator"].(float64)/scale-1) > 1e-12 || m["matrixWidth"] != float64(int(1)<<z) || m["matrixHeight"] != m["matrixWidth"] {
				s.t.Errorf("matrix %d: %v", z, m)
			}
			if cell := m["cellSize"].(float64); math.Abs(cell-scale*0.00028) > 1e-6 {
				s.t.Errorf("matrix %d has cells of %g", z, cell)
			}
			origin := m["pointOfOrigin"].([]any)
			if math.Abs(origin[0].(float64)+20037508.3427892) > 1e-6 || math.Abs(origin[1].(float64)-20037508.3427892) > 1e-6 {
				s.t.Errorf("matrix %d begins at %v", z, origin)
			}
		}
	},
}

var tileMatrixSetsJSON = requirement{
	"list": func(s service) {
		sets := s.ok(s.ok("").link("http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes", "application/json")).body["tileMatrixSets"].([]any)
		if len(sets) != 1 || s.ok(answer{t: s.t, body: sets[0].(object)}.link("self", "")).body["id"] != sets[0].(object)["id"] {
			s.t.Errorf("%v", sets)
		}
		s.missing("/tileMatrixSets/WorldCRS84Quad")
	},
}

// missing asks and fails the test unless the answer is 404 with the error's body.
func (s service) missing(target string) {
	s.t.Helper()
	if a := s.get(target); a.status != http.StatusNotFound || a.body["type"] != "not_found" {
		s.t.Errorf("%s: %d %.200s, want 404", target, a.status, a.raw)
	}
}

// records counts the records that lie in a tile.
func (s service) records(target string) (n int) {
	s.t.Helper()
	a := s.get(target)
	if a.status == http.StatusNoContent {
		return 0
	}
	layers, err := mvt.Unmarshal([]byte(a.raw))
	if a.status != http.StatusOK || err != nil {
		s.t.Fatalf("%s: %d, %v", target, a.status, err)
	}
	const extent = 4096
	for _, layer := range layers {
		for _, f := range layer.Features {
			at := f.Geometry.(orb.Point)
			if at[0] >= 0 && at[0] < extent && at[1] >= 0 && at[1] < extent {
				n += int(f.Properties["records"].(float64))
			}
		}
	}
	return n
}

func TestTilesAreThoseOfTheAPI(t *testing.T) {
	t.Parallel()
	s := shared(t)
	a := s.ok(tilesOf + "/WebMercatorQuad/1/0/1")
	if again := s.get(tilesOf+"/WebMercatorQuad/1/0/1", "If-None-Match", a.header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("asked again: %d", again.status)
	}
}

// TestTilesOfASpeciesID compares tiles and TileJSON by species_id with those of the name alone.
func TestTilesOfASpeciesID(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const tile = "/collections/observations/tiles/WebMercatorQuad/0/0/0"
	want, all := s.ok(tile+"?species=culex-pipiens&exact=true"), s.ok(tile)
	if got := s.ok(tile + "?species_id=culex-pipiens"); got.raw != want.raw || got.raw == all.raw || got.raw == "" {
		t.Error("the tile of species_id is not that of the name alone")
	}
	if json := s.ok("/collections/observations/tiles/WebMercatorQuad?f=tilejson&species_id=culex-pipiens").raw; !strings.Contains(json, "/ogc/collections/observations/tiles/WebMercatorQuad/{z}/{y}/{x}?species_id=culex-pipiens\"") {
		t.Error(json)
	}
	for _, other := range []string{"species=a", "genus=a", "disease=dengue", "exact=true"} {
		s.refused(tile+"?species_id=culex-pipiens&"+other, "exclude each other")
	}
	s.refused(tile+"?species_id=a&species_id=b", "given 2 times")
	s.refused(tile+"?f=pdf", "f must be")
	s.refused(tile+"?spceies=a", "did you mean species")
}
