package ogc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// tileOf returns the column and the row of the tile of a zoom in which a position lies.
func tileOf(z int, lon, lat float64) [2]int {
	side := float64(int(1) << z)
	within := func(v float64) int { return int(max(0, min(v*side, side-1))) }
	lat = max(-85.0511, min(lat, 85.0511))
	return [2]int{within((lon + 180) / 360), within(0.5 - math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))/(2*math.Pi))}
}

// layer returns the features of a layer of a tile, none for a tile without it.
func (s service) layer(target, name string) []*geojson.Feature {
	s.t.Helper()
	a := s.get(target)
	layers, err := mvt.Unmarshal([]byte(a.raw))
	if a.status != http.StatusOK && a.status != http.StatusNoContent || err != nil {
		s.t.Fatalf("%s: %d, %v, %.200s", target, a.status, err, a.raw)
	}
	for _, l := range layers {
		if l.Name == name {
			return l.Features
		}
	}
	return nil
}

func isInside(f *geojson.Feature) bool {
	const extent = 4096
	at := f.Geometry.(orb.Point)
	return at[0] >= 0 && at[0] < extent && at[1] >= 0 && at[1] < extent
}

// oddConditions are conditions that no Filter says.
var oddConditions = []string{
	"count > 6", "notes IS NULL", "genus <> 'Aedes'", "NOT country_id = 'fr'", "country_id = 'fr' OR sex = 'male'", "status = 'rejected' AND count < 4",
	"S_INTERSECTS(geometry, POLYGON((-60 -30, 60 -50, 60 70, -20 60, -60 -30)))", "month(observed_at) = 3", "casei(sex) = 'male'",
	"observed_at > TIMESTAMP('2020-02-27T00:00:00Z')", "location_accuracy_m < 300.5", "sampling_protocol LIKE '%trap'", "species <> 'Culex'",
}

// TestTilesShowTheItemsOfTheirPlace asks for items by random conditions, and for tiles by the same: each tile has the items that lie in it, to the
// id where it shows single records; from memory and from SQL, to the byte.
func TestTilesShowTheItemsOfTheirPlace(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	records, requests := 1500, 10
	if testenv.Long() {
		records, requests = 2500, 50
	}
	pgtest.Run(t, db, fmt.Sprintf(manyRecords, records, 1))
	memory, sql := setupOn(t, db, tileindex.Options{Folder: t.TempDir()}), setupOn(t, db, tileindex.Options{VersionOnly: true})
	rng := rand.New(rand.NewPCG(9, 9))
	filled, points := 0, 0
	for n := range requests {
		q := url.Values{}
		if n%2 == 0 {
			_, text := randomFilter(rng)
			q.Set("filter", text)
			if rng.IntN(3) == 0 { // below the REST filter, and another form of the same
				q.Set("filter", strings.TrimPrefix(text, "status <> 'rejected' AND "))
			}
		} else {
			q.Set("filter", oddConditions[n/2%len(oddConditions)])
		}
		if rng.IntN(2) == 0 {
			q.Set("datetime", []string{"2020-03-01", "2020-02-20/2020-02-28", "../2019-06-01", "2020-03-01T05:00:00Z/..", "2021-01-01/.."}[rng.IntN(5)])
		}
		z := []int{0, 1, 3, 6, 7, 9}[rng.IntN(6)]
		want := map[[2]int][]string{}
		for _, f := range sql.ok("/collections/observations/items?limit=10000&" + q.Encode()).features() {
			at := f["geometry"].(object)["coordinates"].([]any)
			tile := tileOf(z, at[0].(float64), at[1].(float64))
			want[tile] = append(want[tile], f["id"].(string))
		}
		tiles := [][2]int{tileOf(z, 7, 43), {0, 0}}
		for tile := range want {
			tiles = append(tiles, tile)
		}
		for _, tile := range tiles[:min(len(tiles), 12)] {
			target := fmt.Sprintf("%s/WebMercatorQuad/%d/%d/%d?%s", tilesOf, z, tile[1], tile[0], q.Encode())
			if a, b := memory.get(target), sql.get(target); a.raw != b.raw || a.status != b.status {
				t.Errorf("%s: %d and %d, %d bytes from memory, %d from SQL", target, a.status, b.status, len(a.raw), len(b.raw))
			}
			records, ids := 0, []string{}
			for _, f := range memory.layer(target, "observations") {
				if !isInside(f) {
					continue
				}
				records += int(f.Properties["records"].(float64))
				if f.Properties["kind"] == "point" {
					ids = append(ids, f.Properties["id"].(string))
				}
			}
			slices.Sort(ids)
			slices.Sort(want[tile])
			if records != len(want[tile]) || len(ids) > 0 && !slices.Equal(ids, want[tile]) {
				t.Errorf("%s shows %d records, items are %d (%d points)", target, records, len(want[tile]), len(ids))
			}
			filled += min(records, 1)
			points += len(ids)
		}
	}
	if filled < requests || points < 2*requests {
		t.Errorf("%d tiles had records, %d points were compared", filled, points)
	}
}

// TestConditionsOfTiles holds what tiles take beside the Filter of the API, and how they refuse.
func TestConditionsOfTiles(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const tile = tilesOf + "/WebMercatorQuad/0/0/0?"
	filter := func(text string) string { return "filter=" + url.QueryEscape(text) }
	all := s.records(tile)
	for query, want := range map[string]int{
		filter("status = 'rejected'"): 1, filter("status IN ('rejected', 'verified')") + "&species_id=aedes-aegypti": 1, "status=rejected&" + filter("status = 'verified'"): 0,
		filter("species_id = 'aedes-aegypti'"): 3, "species=aedes-aegypti&" + filter("country_id = 'fj'"): 1, "country=fr&" + filter("country_id = 'de'"): 0,
		"datetime=2020-01-15": 3, "datetime=2020-01-15&start_date=2020-01-15&end_date=2020-01-15": 1, "datetime=../..": all, filter("true"): all,
		"filter-lang=cql2-json&" + filter(`{"op":"=","args":[{"property":"sex"},"male"]}`): 1, filter("months = 1"): s.matching("months = 1"), filter("months IN (1, 2)") + "&months=1,2,3": s.matching("months IN (1, 2)"),
		filter("months = 1 AND months = 2"): 0,
		"filter-crs=http://www.opengis.net/def/crs/EPSG/0/4326&" + filter("S_INTERSECTS(geometry, BBOX(-18, 179, -16, 180))"): 1,
	} {
		if got := s.records(tile + query); got != want {
			t.Errorf("%s: %d records, want %d", query, got, want)
		}
	}
	if a, b := s.ok(tile+filter("species_id = 'aedes-aegypti'")), s.ok(tile+filter("(species_id IN ('aedes-aegypti'))")); a.header.Get("ETag") != b.header.Get("ETag") || a.header.Get("ETag") == s.ok(tile).header.Get("ETag") {
		t.Error("two forms of a condition have two names, or one with none")
	}
	if a, b := s.ok(tile+filter("count > 3")), s.ok(tile+filter("count > 4")); a.header.Get("ETag") == b.header.Get("ETag") {
		t.Error("two conditions have one name")
	}
	for query, says := range map[string][]string{
		filter("species_id LIKE"): {"filter: expected a property or a value, found the end at character 16"}, filter("nothing = 1"): {"filter: ", "nothing", "at character 1"},
		filter(""): {"filter: it is empty"}, "datetime=soon": {"datetime must be"}, filter("count = 'x'"): {"filter: ", "at character"}, "filter-lang=sql": {"filter-lang"},
		filter("count > 1") + "&bogus=1": {"bogus"}, filter(strings.Repeat("x", 8001)): {"filter is longer than 8000 bytes"}, "bbox=1,2,3,4": {"bbox"},
		"data_source=hidden&" + filter("true"): {"hidden"},
	} {
		s.refused(tile+query, says...)
	}
	address := s.ok(tilesOf + "/WebMercatorQuad?f=tilejson&datetime=2020-01-15&" + filter("sex = 'male'")).body["tiles"].([]any)[0].(string)
	if n := s.records(strings.NewReplacer("{z}", "0", "{y}", "0", "{x}", "0").Replace(address)); n != s.matching("sex = 'male'", "&datetime=2020-01-15") || n == 0 {
		t.Errorf("%s shows %d records", address, n)
	}
	s.refused(tilesOf+"/WebMercatorQuad?f=tilejson&"+filter("sex ="), "at character")
}
