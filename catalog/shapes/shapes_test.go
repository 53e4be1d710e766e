package shapes

import (
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/ewkb"
	"github.com/paulmach/orb/geo"
	"github.com/paulmach/orb/planar"
	"golang.org/x/text/language"
)

// land is a country with its decoded shape and pieces.
type land struct {
	Country
	shape, pieces orb.MultiPolygon
	point         orb.Point
}

// loaded reads the shapes once for all tests, which do not change them.
var loaded = sync.OnceValues(func() ([]land, error) {
	all, err := Load()
	lands := make([]land, len(all))
	for i, c := range all {
		lands[i].Country = c
		if err := decode(c.Shape, &lands[i].shape); err != nil {
			return nil, fmt.Errorf("the shape of %s: %w", c.A2, err)
		}
		if err := decode(c.Point, &lands[i].point); err != nil {
			return nil, fmt.Errorf("the point of %s: %w", c.A2, err)
		}
		for _, hex := range c.Pieces {
			var piece orb.Polygon
			if err := decode(hex, &piece); err != nil {
				return nil, fmt.Errorf("a piece of %s: %w", c.A2, err)
			}
			lands[i].pieces = append(lands[i].pieces, piece)
		}
	}
	return lands, err
})

// decode reads a geometry of the kind of into, with the SRID 4326.
func decode[G orb.Geometry](digits string, into *G) error {
	raw, err := hex.DecodeString(digits)
	if err != nil {
		return err
	}
	read, srid, err := ewkb.Unmarshal(raw)
	if err != nil {
		return err
	}
	g, ok := read.(G)
	if !ok || srid != 4326 {
		return fmt.Errorf("a %s with the SRID %d", read.GeoJSONType(), srid)
	}
	*into = g
	return nil
}

func countries(t testing.TB) []land {
	t.Helper()
	all, err := loaded()
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return all
}

func country(t testing.TB, a2 string) land {
	t.Helper()
	all := countries(t)
	i := slices.IndexFunc(all, func(c land) bool { return c.A2 == a2 })
	if i < 0 {
		t.Fatalf("no country %s", a2)
	}
	return all[i]
}

// at returns the countries whose shape contains a point.
func at(all []land, lon, lat float64) []string {
	var found []string
	for _, c := range all {
		if planar.MultiPolygonContains(c.shape, orb.Point{lon, lat}) {
			found = append(found, c.A2)
		}
	}
	return found
}

func TestPlaceLiesInItsCountryAlone(t *testing.T) {
	t.Parallel()
	all := countries(t)
	for _, place := range []struct {
		name     string
		lon, lat float64
		want     string
	}{
		// Both sides of the antimeridian.
		{"Anadyr", 177.48, 64.74, "RU"},
		{"Chukotka east of 180, Egvekinot district", -177.5, 67.0, "RU"},
		{"Uelen hinterland", -170.5, 66.1, "RU"},
		{"Wrangel Island, west", 179.4, 71.2, "RU"},
		{"Wrangel Island, east", -178.8, 71.2, "RU"},
		{"Suva", 178.43, -18.11, "FJ"},
		{"Taveuni, west", 179.975, -16.88, "FJ"},
		{"Taveuni, east", -179.95, -16.82, "FJ"},
		{"Vanua Levu", 179.2, -16.6, "FJ"},
		{"Moscow", 37.62, 55.75, "RU"},
		{"Kaliningrad", 20.5, 54.7, "RU"},
		{"Attu", 172.9, 52.9, "US"},
		{"Umnak", -168.54, 53.19, "US"},
		{"South Pole", 10, -89.9, "AQ"},
		{"Ross Ice Shelf inland, west of 180", 179.9, -86, "AQ"},
		{"Ross Ice Shelf inland, east of 180", -179.9, -86, "AQ"},
		{"Kiritimati", -157.4, 1.87, "KI"},

		// Overseas parts with a code of their own.
		{"Cayenne", -52.35, 4.85, "GF"},
		{"Saint-Denis, Réunion", 55.45, -20.9, "RE"},
		{"Pointe-à-Pitre", -61.53, 16.26, "GP"},
		{"Marie-Galante", -61.26, 15.93, "GP"},
		{"Fort-de-France", -61.06, 14.62, "MQ"},
		{"Mamoudzou", 45.2, -12.79, "YT"},
		{"Ajaccio hinterland", 8.9, 42.0, "FR"},
		{"Paris", 2.35, 48.86, "FR"},
		{"Longyearbyen", 15.6, 78.2, "SJ"},
		{"Bear Island", 19.0, 74.45, "SJ"},
		{"Jan Mayen", -8.4, 71.0, "SJ"},
		{"Tromsø hinterland", 19.6, 69.4, "NO"},
		{"Bouvet Island", 3.4, -54.42, "BV"},
		{"Kralendijk", -68.26, 12.16, "BQ"},
		{"Saba", -63.235, 17.63, "BQ"},
		{"Sint Eustatius", -62.975, 17.49, "BQ"},
		{"Willemstad hinterland", -68.95, 12.17, "CW"},
		{"Amsterdam", 4.9, 52.37, "NL"},
		{"Christmas Island", 105.64, -10.49, "CX"},
		{"Cocos Islands, east", 96.9166, -12.1783, "CC"},
		{"Tokelau, Atafu", -172.49, -8.56, "TK"},
		{"Nouméa hinterland", 166.5, -22.2, "NC"},
		{"San Juan", -66.06, 18.4, "PR"},
		{"Honolulu", -157.85, 21.32, "US"},
		{"Hagåtña hinterland", 144.77, 13.45, "GU"},
		{"Hong Kong, New Territories", 114.15, 22.42, "HK"},

		// Holes, and what fills them.
		{"Maseru", 27.5, -29.32, "LS"},
		{"Bloemfontein", 26.2, -29.1, "ZA"},
		{"San Marino", 12.45, 43.94, "SM"},
		{"Vatican", 12.4534, 41.9033, "VA"},
		{"Rome, Termini", 12.5, 41.9, "IT"},

		// Features without a code.
		{"Pristina", 21.16, 42.66, "XK"},
		{"Hargeisa", 44.06, 9.56, "SO"},
		{"Mogadishu hinterland", 45.2, 2.15, "SO"},
		{"Nicosia", 33.36, 35.14, "CY"},
		{"Kyrenia hinterland", 33.3, 35.3, "CY"},
		{"Buffer zone at Nicosia airport", 33.28, 35.15, "CY"},
		{"Akrotiri", 32.97, 34.6, "CY"},
		{"Dhekelia", 33.74, 35.0, "CY"},
		{"Baikonur", 63.3, 45.95, "KZ"},
		{"Guantanamo Bay", -75.12, 19.93, "CU"},
		{"Siachen Glacier", 77.1, 35.4, "IN"},
		{"Clipperton", -109.22, 10.29, "FR"},
		{"Itu Aba", 114.3617, 10.3752, "TW"},
		{"West York Island", 115.017, 11.115, "PH"},

		// Across a river, and in the middle of the land.
		{"Kinshasa", 15.32, -4.4, "CD"},
		{"Brazzaville", 15.22, -4.23, "CG"},
		{"Manaus", -60.02, -3.1, "BR"},
		{"Nairobi", 36.82, -1.29, "KE"},
		{"Dhaka", 90.4, 23.8, "BD"},
		{"Geneva", 6.14, 46.2, "CH"},
		{"Singapore", 103.82, 1.35, "SG"},
		{"Taipei", 121.5, 25.05, "TW"},
		{"Cairns hinterland", 145.6, -17.0, "AU"},
	} {
		if got := at(all, place.lon, place.lat); !slices.Equal(got, []string{place.want}) {
			t.Errorf("%s (%g, %g) lies in %v, want %s alone", place.name, place.lon, place.lat, got, place.want)
		}
	}
}

func TestOpenSeaIsInNoCountry(t *testing.T) {
	t.Parallel()
	all := countries(t)
	// On the latitudes of Russia, Fiji and Antarctica, where a ring that is not split would smear.
	for _, p := range []orb.Point{{-30, 66.3}, {0, -16.5}, {-100, -16.8}, {-40, 51.9}, {0, -60}, {170, 71}} {
		if got := at(all, p[0], p[1]); got != nil {
			t.Errorf("open sea at %v lies in %v", p, got)
		}
	}
}

func TestEveryCountryHasAWellFormedShape(t *testing.T) {
	t.Parallel()
	all := countries(t)
	if !slices.IsSortedFunc(all, func(a, b land) int {
		if a.A2 < b.A2 {
			return -1
		}
		return 1
	}) {
		t.Error("countries are not sorted by A2, or one is there twice")
	}
	// The 249 codes of ISO 3166-1 and Kosovo.
	if len(all) != 250 {
		t.Errorf("%d countries, want 250", len(all))
	}
	for _, c := range all {
		if region, err := language.ParseRegion(c.A2); err != nil || region.ISO3() != c.A3 || !region.IsCountry() {
			t.Errorf("%s: A3 is %q", c.A2, c.A3)
		}
		for i, polygon := range c.shape {
			for j, ring := range polygon {
				checkRing(t, c.A2, ring)
				if j > 0 && !polygon[0].Bound().Union(ring.Bound()).Equal(polygon[0].Bound()) {
					t.Errorf("%s: hole %d of polygon %d reaches out of its exterior", c.A2, j, i)
				}
			}
		}
	}
}

// TestPiecesMakeUpTheShape compares areas, and looks for the country's point.
func TestPiecesMakeUpTheShape(t *testing.T) {
	t.Parallel()
	const most = 256 // vertices of a piece
	for _, c := range countries(t) {
		if whole, sum := planar.Area(c.shape), planar.Area(c.pieces); math.Abs(whole-sum) > 1e-9*whole {
			t.Errorf("%s: the shape has %g square degrees, its pieces %g", c.A2, whole, sum)
		}
		for _, piece := range c.pieces {
			vertices := 0
			for _, ring := range piece {
				checkRing(t, c.A2, ring)
				vertices += len(ring)
			}
			if vertices > most {
				t.Errorf("%s: a piece of %d vertices", c.A2, vertices)
			}
		}
		if !planar.MultiPolygonContains(c.shape, c.point) || !planar.MultiPolygonContains(c.pieces, c.point) {
			t.Errorf("%s: %v is not on its land", c.A2, c.point)
		}
	}
}

func checkRing(t *testing.T, name string, ring orb.Ring) {
	t.Helper()
	if !ring.Closed() {
		t.Errorf("%s: a ring of %d positions is not closed", name, len(ring))
		return
	}
	for i, p := range ring {
		if !(math.Abs(p[0]) <= 180 && math.Abs(p[1]) <= 90) {
			t.Errorf("%s: position %v is not on the globe", name, p)
		}
		// The one edge that may run along all longitudes is a pole's.
		if i > 0 && math.Abs(p[0]-ring[i-1][0]) > 180 && (math.Abs(p[1]) != 90 || p[1] != ring[i-1][1]) {
			t.Errorf("%s: edge from %v to %v crosses the antimeridian", name, ring[i-1], p)
		}
	}
}

func TestAreas(t *testing.T) {
	t.Parallel()
	total := 0.0
	for _, c := range countries(t) {
		total += geo.Area(c.shape)
	}
	// Land with its lakes and the Antarctic ice: 148.9 million km2 (CIA World Factbook).
	if km2 := total / 1e6; km2 < 145e6 || km2 > 150e6 {
		t.Errorf("all countries together cover %.0f km2", km2)
	}
	for _, area := range []struct {
		a2     string
		km2    float64 // UN Demographic Yearbook, rounded
		within float64 // share
	}{
		{"RU", 17_100_000, 0.02},
		{"KZ", 2_725_000, 0.02},
		{"FR", 551_500, 0.02},
		{"FJ", 18_300, 0.06},
		{"LS", 30_355, 0.02},
		{"ZA", 1_221_000, 0.02},
		{"CY", 9_251, 0.02},
		{"SO", 637_700, 0.02},
		{"NZ", 268_000, 0.03},
		{"AQ", 12_300_000, 0.15}, // ice shelves are counted in part
	} {
		km2 := geo.Area(country(t, area.a2).shape) / 1e6
		if math.Abs(km2-area.km2) > area.within*area.km2 {
			t.Errorf("%s covers %.0f km2, want %.0f within %.0f %%", area.a2, km2, area.km2, area.within*100)
		}
	}
}

// The parts of a country that border on each other are one polygon.
func TestPartsOfACountryAreMerged(t *testing.T) {
	t.Parallel()
	for a2, inside := range map[string][]orb.Point{
		"KZ": {{63.3, 45.95}, {71.4, 51.1}},                               // Baikonur, Astana
		"SO": {{44.06, 9.56}, {45.2, 2.15}},                               // Hargeisa, Mogadishu
		"CY": {{33.3, 35.3}, {33.36, 35.14}, {33.28, 35.15}, {33, 34.85}}, // both sides and the zone between
		"CU": {{-75.12, 19.93}, {-75.7, 20.3}},                            // Guantanamo Bay, Holguín province
	} {
		together := slices.ContainsFunc(country(t, a2).shape, func(p orb.Polygon) bool {
			return !slices.ContainsFunc(inside, func(q orb.Point) bool { return !planar.PolygonContains(p, q) })
		})
		if !together {
			t.Errorf("%s: no polygon holds all of %v", a2, inside)
		}
	}
}

func TestSplitAtTheAntimeridian(t *testing.T) {
	t.Parallel()
	for _, a2 := range []string{"RU", "FJ"} {
		west, east := false, false
		for _, polygon := range country(t, a2).shape {
			bound := polygon.Bound()
			west, east = west || bound.Min[0] == -180, east || bound.Max[0] == 180
			if bound.Max[0]-bound.Min[0] > 180 {
				t.Errorf("%s: a polygon reaches from %g to %g", a2, bound.Min[0], bound.Max[0])
			}
		}
		if !west || !east {
			t.Errorf("%s: a polygon ends at -180: %t, at 180: %t", a2, west, east)
		}
	}
	// Antarctica is closed along both sides of the antimeridian through the pole.
	if got, want := country(t, "AQ").shape.Bound(), (orb.Bound{Min: orb.Point{-180, -90}, Max: orb.Point{180, -60.51636372234615}}); got != want {
		t.Errorf("Antarctica lies in %v, want %v", got, want)
	}
}

func TestBrokenFileIsAnError(t *testing.T) {
	t.Parallel()
	const lesotho = `{"id":"LS","point":"","shape":"","pieces":[]}` + "\n"
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"not compressed", []byte(lesotho), "magic number"},
		{"cut off", compressed(t, lesotho)[:30], "unexpected EOF"},
		{"cut off before compression", compressed(t, lesotho[:30]), "unexpected EOF"},
		{"no JSON", compressed(t, "Lesotho"), "invalid character"},
		{"no id", compressed(t, `{"shape":""}`), `"" is no country`},
		{"id no country", compressed(t, strings.Replace(lesotho, "LS", "419", 1)), `"419" is no country`},
		{"id not given out", compressed(t, strings.Replace(lesotho, "LS", "QQ1", 1)), `"QQ1" is no country`},
		{"the second line", compressed(t, lesotho+"{"), "unexpected EOF"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := load(fstest.MapFS{countriesFile: {Data: test.data}})
			if err == nil {
				t.Fatalf("no error, but %v", got)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %q, without %q", err, test.want)
			}
		})
	}
}

func compressed(t *testing.T, text string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}
