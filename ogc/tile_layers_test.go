package ogc_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/paulmach/orb/planar"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func setOf(c string) string { return "/collections/" + c + "/tiles/WebMercatorQuad" }

// polygonsOf returns the polygons of a geometry.
func polygonsOf(g orb.Geometry) orb.MultiPolygon {
	if p, ok := g.(orb.Polygon); ok {
		return orb.MultiPolygon{p}
	}
	return g.(orb.MultiPolygon)
}

// TestTilesOfPolygons reads tiles of countries and regions at several zooms: they are valid, turn as the format wants, neighbours share corners, none
// lies over another, and those of a zoom have the areas of those of the one before.
func TestTilesOfPolygons(t *testing.T) {
	t.Parallel()
	s := shared(t)
	tiles := []string{"0/0/0", "6/22/33", "6/0/0", "8/88/132", "3/2/7", "3/7/4"}
	if testenv.Long() {
		tiles = append(tiles, "4/5/8", "1/0/1", "2/1/2", "5/11/16", "6/24/31", "7/44/66", "10/357/531")
	}
	for _, c := range []string{"countries", "regions"} {
		for _, at := range tiles {
			features := s.layer(setOf(c)+"/"+at, c)
			if at == "6/0/0" {
				if len(features) > 0 {
					t.Errorf("%s %s: %d features at sea", c, at, len(features))
				}
				continue
			}
			if (len(features) == 0) != (c == "regions" && at == "3/7/4") { // Antarctica is in no region
				t.Errorf("%s %s has %d features", c, at, len(features))
			}
			var shapes []string
			corners := map[orb.Point]int{}
			for _, f := range features {
				mine := map[orb.Point]bool{}
				for _, p := range polygonsOf(f.Geometry) {
					for i, ring := range p {
						if (planar.Area(ring) > 0) != (i == 0) {
							t.Errorf("%s %s: ring %d of %v turns the wrong way", c, at, i, f.Properties["id"])
						}
						for _, corner := range ring {
							mine[corner] = true
							if corner[0] < -64 || corner[0] > 4160 || corner[1] < -64 || corner[1] > 4160 {
								t.Fatalf("%s %s: %v lies outside", c, at, corner)
							}
						}
					}
				}
				for corner := range mine {
					corners[corner]++
				}
				shapes = append(shapes, wkt.MarshalString(polygonsOf(f.Geometry)))
			}
			if invalid := pgtest.Column[string](t, s.db, `select ST_IsValidReason(g::geometry) || left(g, 200) from unnest($1::text[]) g where not ST_IsValid(g::geometry)`, shapes); len(invalid) > 0 {
				t.Errorf("%s %s: %s", c, at, strings.Join(invalid, "; "))
			}
			if over := pgtest.Value[float64](t, s.db, `select coalesce(sum(ST_Area(g::geometry)) - ST_Area(ST_Union(g::geometry)), 0) from unnest($1::text[]) g`, shapes); over > 40 {
				t.Errorf("%s %s: they lie over each other by %g square units", c, at, over)
			}
			shared := 0
			for _, n := range corners {
				shared += min(n-1, 1)
			}
			if len(features) > 3 && shared < 4 {
				t.Errorf("%s %s: %d features share %d corners", c, at, len(features), shared)
			}
		}
	}
}

// TestTilesOfPolygonsCoverWhatTheyDid compares the area of a country in its tiles with that of its stored polygon.
func TestTilesOfPolygonsCoverWhatTheyDid(t *testing.T) {
	t.Parallel()
	s := shared(t)
	of := map[string]int{"fr": 5, "fj": 6}
	if testenv.Long() {
		of["de"], of["ru"] = 7, 4
	}
	for id, z := range of {
		total := 0.0
		west, south := pgtest.Value[float64](t, s.db, "select ST_XMin(shape) from countries where id = $1", id), pgtest.Value[float64](t, s.db, "select ST_YMin(shape) from countries where id = $1", id)
		east, north := pgtest.Value[float64](t, s.db, "select ST_XMax(shape) from countries where id = $1", id), pgtest.Value[float64](t, s.db, "select ST_YMax(shape) from countries where id = $1", id)
		from, to := tileOf(z, west, north), tileOf(z, east, south)
		for x := from[0]; x <= to[0]; x++ {
			for y := from[1]; y <= to[1]; y++ {
				for _, f := range s.layer(fmt.Sprintf("%s/%d/%d/%d?id=%s", setOf("countries"), z, y, x, id), "countries") {
					if f.Properties["id"] != id {
						t.Errorf("%v is in a tile of %s", f.Properties["id"], id)
					}
					total += pgtest.Value[float64](t, s.db, "select ST_Area(ST_Intersection($1::text::geometry, ST_MakeEnvelope(0, 0, 4096, 4096)))", wkt.MarshalString(polygonsOf(f.Geometry)))
				}
			}
		}
		want := pgtest.Value[float64](t, s.db, `select ST_Area(ST_Transform(shape, 3857)) * (4096 * 2 ^ $2::int / 40075016.68557849) ^ 2 from countries where id = $1`, id, z)
		if total < want*0.995 || total > want*1.005 {
			t.Errorf("%s has %g square units in its tiles, stored are %g", id, total, want)
		}
	}
}

// TestTilesOfCountriesSayWhatItemsDo compares properties, in two languages, and conditions.
func TestTilesOfCountriesSayWhatItemsDo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, language := range []string{"en", "fr"} {
		for _, c := range []string{"countries", "regions"} {
			items := map[string]object{}
			for _, f := range s.ok("/collections/" + c + "/items?limit=1000&zoom-level=0&lang=" + language).features() {
				items[f["id"].(string)] = f["properties"].(object)
			}
			features := s.layer(setOf(c)+"/0/0/0?lang="+language, c)
			if len(features) < len(items)*2/3 {
				t.Errorf("the tile of the world has %d of %d %s", len(features), len(items), c)
			}
			for _, f := range features {
				id := f.Properties["id"].(string)
				got := maps.Clone(map[string]any(f.Properties))
				delete(got, "id")
				want := maps.Clone(items[id])
				maps.DeleteFunc(want, func(_ string, v any) bool { return v == nil })
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s %s: the tile says %v, the item %v", c, id, got, want)
				}
			}
		}
	}
	ids := func(query string) (all []string) {
		for _, f := range s.layer(setOf("countries")+"/0/0/0?"+query, "countries") {
			all = append(all, f.Properties["id"].(string))
		}
		return all
	}
	if got := ids("filter=records%3E100"); !slices.Equal(got, []string{"de", "fr"}) {
		t.Errorf("countries with more than 100 records are %v", got)
	}
	if got := ids("region_id=melanesia&datetime=2020-01-15&filter=name='Fiji'"); !slices.Equal(got, []string{"fj"}) {
		t.Errorf("countries of Melanesia with the name are %v", got)
	}
	s.refused(setOf("countries")+"/0/0/0?filter=nothing=1", "at character 1")
	s.refused(setOf("countries")+"/0/0/0?species=aedes-aegypti", "species")
	s.refused(setOf("countries")+"/0/0/0?bbox=1,2,3,4", "bbox")
	before := s.ok(setOf("countries") + "/0/0/0")
	if again := s.get(setOf("countries")+"/0/0/0", "If-None-Match", before.header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("asked again: %d", again.status)
	}
	s.exec("delete from observations where country_id = 'fj'")
	s.catchUp()
	if after := s.ok(setOf("countries") + "/0/0/0"); after.header.Get("ETag") == before.header.Get("ETag") || after.raw == before.raw {
		t.Error("records went, and the tile stayed")
	}
}

// TestTilesOfSites sums up the sites in all tiles of a zoom.
func TestTilesOfSites(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		select md5(n::text)::uuid, (select min(key) from taxa), 1, ST_SetSRID(ST_MakePoint(lon, lat), 4326), '2015-01-01Z', 'day'
		from (values (180.0, 10.0), (-180.0, 20.0), (179.999, 30.0), (-179.999, 40.0), (5.0, 89.9), (5.0, -90.0), (0.0, 0.0), (5.0, 43.3001)) v (lon, lat), generate_series(1, 1) one,
			lateral (select lon * 1000 + lat + k as n from generate_series(1, 3) k) ns`)
	s.catchUp()
	items := s.ok("/collections/sites/items?limit=10000").features()
	records := 0
	for _, f := range items {
		records += int(f["properties"].(object)["records"].(float64))
	}
	if len(items) < 40 {
		t.Fatalf("%d sites", len(items))
	}
	for _, z := range []int{0, 1, 2, 5, 9, 14} {
		tiles := map[[2]int]int{}
		for _, f := range items {
			at := f["geometry"].(object)["coordinates"].([]any)
			tiles[tileOf(z, at[0].(float64), at[1].(float64))]++
		}
		var got [2]int
		for tile, sites := range tiles {
			target, inside := fmt.Sprintf("%s/%d/%d/%d", setOf("sites"), z, tile[1], tile[0]), 0
			for _, f := range s.layer(target, "sites") {
				if !isInside(f) {
					continue
				}
				inside += int(f.Properties["sites"].(float64))
				got[1] += int(f.Properties["records"].(float64))
				if (f.Properties["sites"] == 1.0) != (f.Properties["id"] != nil && f.Properties["species_count"] != nil) {
					t.Errorf("%s: %v", target, f.Properties)
				}
			}
			if inside != sites {
				t.Errorf("%s has %d sites, want %d", target, inside, sites)
			}
			got[0] += inside
		}
		if got != [2]int{len(items), records} {
			t.Errorf("zoom %d: %v sites and records, want %d and %d", z, got, len(items), records)
		}
	}
	buffered := false
	for _, f := range s.layer(setOf("sites")+"/9/"+fmt.Sprint(tileOf(9, 180, 30)[1])+"/0", "sites") {
		buffered = buffered || f.Geometry.(orb.Point)[0] < 0
	}
	if !buffered {
		t.Error("the buffer does not go on across the antimeridian")
	}
	filtered := 0
	for _, f := range s.layer(setOf("sites")+"/0/0/0?filter=records%3E5&country_id=de", "sites") {
		filtered += int(f.Properties["sites"].(float64))
	}
	if want := len(s.ok("/collections/sites/items?limit=10000&filter=records%3E5&country_id=de").ids()); filtered != want || want == 0 {
		t.Errorf("%d sites match in the tile, %d are items", filtered, want)
	}
	s.ok("/collections/traps/tiles") // the former name
}

// TestTilesOfTheDataset compares the layers of the data set with the tiles of each collection.
func TestTilesOfTheDataset(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const dataset = "/tiles/WebMercatorQuad"
	for _, at := range []string{"/0/0/0", "/4/6/8"} {
		for _, query := range []string{"?", "?datetime=2010-03-01/2010-05-01"} {
			var apart strings.Builder
			for _, c := range []string{"regions", "countries", "sites", "observations"} {
				apart.WriteString(s.get(setOf(c) + at + query).raw)
			}
			if whole := s.ok(dataset + at + query); whole.raw != apart.String() {
				t.Errorf("%s%s: %d bytes, apart %d", at, query, len(whole.raw), apart.Len())
			}
		}
	}
	layers, err := mvt.Unmarshal([]byte(s.ok(dataset + "/0/0/0?collections=observations,countries").raw))
	if err != nil || len(layers) != 2 || layers[0].Name != "countries" || layers[1].Name != "observations" {
		t.Errorf("%v, %v", layers, err)
	}
	s.refused(dataset+"/0/0/0?collections=nothing", "collections", "'nothing'", "sites")
	s.refused(dataset+"/0/0/0?collections=events", "events")
	s.refused(dataset+"/0/0/0?collections=", "collections names none")
	s.refused(dataset+"/0/0/0?filter=true", "filter")
	s.refused(dataset+"/0/0/0?datetime=soon", "datetime must be")
	s.refused(dataset+"?f=tilejson&collections=x", "'x'")
	s.missing(dataset + "/0/0/1")
	s.missing(dataset + "/23/0/0")
	s.missing("/tiles/WorldCRS84Quad")
	json := s.ok(dataset + "?f=tilejson&collections=sites,regions")
	if list := json.body["vector_layers"].([]any); len(list) != 2 || list[0].(object)["id"] != "regions" || !strings.HasSuffix(json.body["tiles"].([]any)[0].(string), "/ogc/tiles/WebMercatorQuad/{z}/{y}/{x}?collections=sites,regions") {
		t.Error(json.raw)
	}
}

// TestTilesWithVersions: TileJSON gives tiles of observations addresses with the version of the data, with which caches may keep them. Other tiles
// have none, and say by which keys caches forget them.
func TestTilesWithVersions(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const dataset, asked = "/tiles/WebMercatorQuad", "?f=tilejson&versioned=true"
	for target, want := range map[string]struct {
		versioned bool
		keys      string
	}{
		setOf("observations") + asked:                                            {true, "tiles observations world"},
		setOf("observations") + asked + "&species=aedes-aegypti":                 {true, "tiles observations world"},
		setOf("observations") + asked + "&filter=species_id+%3D+'aedes-aegypti'": {true, "tiles observations world"},
		setOf("sites") + asked:                                                   {false, "tiles sites"},
		setOf("countries") + asked:                                               {false, "tiles countries"},
		dataset + asked + "&collections=observations":                            {true, "tiles observations world"},
		dataset + asked + "&collections=observations,sites":                      {false, "tiles sites observations world"},
	} {
		address := s.ok(target).body["tiles"].([]any)[0].(string)
		_, address, _ = strings.Cut(address, "/ogc")
		if strings.Contains(address, "versioned") || strings.Contains(address, "v=") != want.versioned {
			t.Errorf("%s: %s", target, address)
		}
		a := s.ok(strings.NewReplacer("{z}", "0", "{y}", "0", "{x}", "0").Replace(address))
		kept := strings.Contains(a.header.Get("Cache-Control"), "s-maxage=3600")
		if kept != want.versioned || a.header.Get("Surrogate-Key") != want.keys {
			t.Errorf("%s: %v", address, a.header)
		}
	}
	s.refused(setOf("observations")+"/0/0/0?versioned=true", "versioned")
	s.refused(setOf("observations")+"?f=tilejson&versioned=maybe", "versioned")
	s.refused(setOf("observations")+"?versioned=true", "versioned")
}

// TestTilesetsDescribeTheirLayers holds what the description of each tile set says against its tile of the world.
func TestTilesetsDescribeTheirLayers(t *testing.T) {
	t.Parallel()
	s := shared(t)
	sets := map[string]int{"/tiles/WebMercatorQuad": 4}
	for _, c := range []string{"observations", "sites", "countries", "regions"} {
		sets[setOf(c)] = 1
	}
	for target, n := range sets {
		a := s.ok(target)
		layers := a.body["layers"].([]any)
		if len(layers) != n {
			t.Errorf("%s has %d layers", target, len(layers))
		}
		s.ok(a.link("alternate", "text/html"))
		fields := s.ok(a.link("alternate", "application/vnd.mapbox.tile+json")).body["vector_layers"].([]any)
		for i, l := range layers {
			l := l.(object)
			id, known := l["id"].(string), l["propertiesSchema"].(object)["properties"].(object)
			if box := l["boundingBox"].(object); len(box["lowerLeft"].([]any)) != 2 || box["crs"] != "http://www.opengis.net/def/crs/OGC/1.3/CRS84" {
				t.Errorf("%s: %v", target, box)
			}
			types := fields[i].(object)["fields"].(object)
			for _, f := range s.layer(target+"/0/0/0", id) {
				_, polygons := f.Geometry.(orb.MultiPolygon)
				if _, polygon := f.Geometry.(orb.Polygon); (polygons || polygon) != (l["geometryDimension"] == 2.0) {
					t.Errorf("%s: %s has the dimension %v", target, id, l["geometryDimension"])
				}
				for name, value := range f.Properties {
					_, number := value.(float64)
					if schema, ok := known[name].(object); !ok || (schema["type"] == "number") != number || (types[name] == "Number") != number {
						t.Errorf("%s: %s of %s is %v, described as %v and %v", target, name, id, value, known[name], types[name])
					}
				}
			}
		}
	}
}
