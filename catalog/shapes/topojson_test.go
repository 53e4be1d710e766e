package shapes

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/paulmach/orb"
)

// mapOf is a topology in whole degrees with one feature, Lesotho by its id.
func mapOf(arcs, kind, indexes string) string {
	return fmt.Sprintf(`{"type":"Topology","transform":{"scale":[1,1],"translate":[0,0]},"arcs":%s,
		"objects":{"countries":{"type":"GeometryCollection","geometries":[
		{"type":%q,"id":"426","arcs":%s,"properties":{"name":"Lesotho"}}]}}}`, arcs, kind, indexes)
}

func loadText(text string) ([]Country, error) {
	return load(fstest.MapFS{countriesFile: {Data: []byte(text)}})
}

func TestTopologyUnfolds(t *testing.T) {
	t.Parallel()
	const square = `[[[0,0],[9,0],[0,9],[-9,0],[0,-9]]]`
	outer := orb.Ring{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}}
	for _, test := range []struct {
		name, text string
		want       orb.MultiPolygon
	}{
		{"one arc", mapOf(square, "Polygon", `[[0]]`), orb.MultiPolygon{{outer}}},
		{"backwards, turned counter-clockwise", mapOf(square, "Polygon", `[[-1]]`), orb.MultiPolygon{{outer}}},
		{
			"two arcs, the second backwards",
			mapOf(`[[[0,0],[9,0],[0,9]],[[0,0],[0,9],[9,0]]]`, "MultiPolygon", `[[[0,-2]]]`),
			orb.MultiPolygon{{outer}},
		},
		{
			"a hole, turned clockwise",
			mapOf(`[[[0,0],[9,0],[0,9],[-9,0],[0,-9]],[[3,3],[3,0],[0,3],[-3,-3]]]`, "Polygon", `[[0],[1]]`),
			orb.MultiPolygon{{outer, {{3, 3}, {6, 6}, {6, 3}, {3, 3}}}},
		},
		{
			"a line becomes a box half a step wider",
			mapOf(`[[[3,3],[2,0],[-2,0]]]`, "Polygon", `[[0]]`),
			orb.MultiPolygon{{{{2.5, 2.5}, {5.5, 2.5}, {5.5, 3.5}, {2.5, 3.5}, {2.5, 2.5}}}},
		},
		{
			"neighbours are merged",
			// The arc between them, from (4,0) up, is used by both.
			mapOf(`[[[4,0],[0,9]],[[4,9],[-4,0],[0,-9],[4,0]],[[4,0],[5,0],[0,9],[-5,0]]]`,
				"MultiPolygon", `[[[0,1]],[[2,-1]]]`),
			orb.MultiPolygon{{{{4, 9}, {0, 9}, {0, 0}, {4, 0}, {9, 0}, {9, 9}, {4, 9}}}},
		},
		{
			"what fills a hole is merged into it",
			mapOf(`[[[0,0],[9,0],[0,9],[-9,0],[0,-9]],[[3,3],[3,0],[0,3],[-3,-3]]]`,
				"MultiPolygon", `[[[0],[1]],[[-2]]]`),
			orb.MultiPolygon{{outer}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := loadText(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if want := []Country{{A2: "LS", A3: "LSO", Shape: test.want}}; !reflect.DeepEqual(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

func TestBrokenTopologyIsAnError(t *testing.T) {
	t.Parallel()
	const square = `[[[0,0],[9,0],[0,9],[-9,0],[0,-9]]]`
	good := mapOf(square, "Polygon", `[[0]]`)
	for _, test := range []struct{ name, text, want string }{
		{"empty", ``, "unexpected end"},
		{"cut off", good[:len(good)-3], "unexpected end"},
		{"no topology", strings.Replace(good, `"Topology"`, `"FeatureCollection"`, 1), "not \"Topology\""},
		{"not quantized", strings.Replace(good, `"transform"`, `"transformed"`, 1), "no transform"},
		{"no such object", strings.Replace(good, `"countries"`, `"land"`, 1), "no object \"countries\""},
		{"object of another type", strings.Replace(good, `"GeometryCollection"`, `"Polygon"`, 1), "not a \"GeometryCollection\""},
		{"geometry of another type", mapOf(square, "LineString", `[0]`), "neither"},
		{"arc out of range", mapOf(square, "Polygon", `[[1]]`), "arc 1 does not exist"},
		{"backward arc out of range", mapOf(square, "Polygon", `[[-2]]`), "arc -2 does not exist"},
		{"polygon without rings", mapOf(square, "Polygon", `[]`), "no ring"},
		{"ring without arcs", mapOf(square, "Polygon", `[[]]`), "no arcs"},
		{"no arcs member", mapOf(square, "Polygon", `null`), "no ring"},
		{"arcs nested too deep", mapOf(square, "Polygon", `[[[0]]]`), "parse arcs"},
		{"arcs nested too little", mapOf(square, "MultiPolygon", `[[0]]`), "parse arcs"},
		{"arc of one position", mapOf(`[[[0,0]]]`, "Polygon", `[[0]]`), "at least 2"},
		{"position of one number", mapOf(`[[[0,0],[1]]]`, "Polygon", `[[0]]`), "at least 2"},
		{"position not whole", mapOf(`[[[0,0],[1.5,0]]]`, "Polygon", `[[0]]`), "parse arc 0"},
		{"position too large", mapOf(`[[[0,0],[99999999999,0]]]`, "Polygon", `[[0]]`), "parse arc 0"},
		{"open ring", mapOf(`[[[0,0],[9,0],[0,9]]]`, "Polygon", `[[0]]`), "not closed"},
		{"arcs apart", mapOf(`[[[0,0],[9,0]],[[1,1],[0,9]]]`, "Polygon", `[[0,1]]`), "does not begin where"},
		{"off the globe", mapOf(`[[[0,0],[0,91],[9,0],[-9,-91]]]`, "Polygon", `[[0]]`), "not on the globe"},
		{"line across the antimeridian", mapOf(`[[[-170,0],[340,0],[-340,0]]]`, "Polygon", `[[0]]`), "line across"},
		{"polygons that cover each other", mapOf(square, "MultiPolygon", `[[[0]],[[0]]]`), "cover each other"},
		{
			"neighbours in opposite directions",
			mapOf(`[[[4,0],[0,9]],[[4,9],[-4,0],[0,-9],[4,0]],[[4,9],[5,0],[0,-9],[-5,0]]]`,
				"MultiPolygon", `[[[0,1]],[[0,2]]]`),
			"does not close",
		},
		{"no id, unknown name", strings.Replace(good, `"id":"426",`, ``, 1), `"Lesotho" has no id`},
		{"id no number", strings.Replace(good, `"426"`, `"LSO"`, 1), "no ISO 3166-1 numeric code"},
		{"id no country", strings.Replace(good, `"426"`, `"419"`, 1), "no country"},
		{"id not given out", strings.Replace(good, `"426"`, `"999999"`, 1), "no country"},
		{
			"unfolds without bound",
			mapOf(square, "Polygon", "[["+strings.Repeat("0,", maxPositions/5)+"0]]"),
			"more than 4000000 positions",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := loadText(test.text)
			if err == nil {
				t.Fatalf("no error, but %v", got)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %q, without %q", err, test.want)
			}
		})
	}
}

// FuzzLoad looks for a file that makes the decoder panic, or lets through a shape
// that breaks what Country promises.
func FuzzLoad(f *testing.F) {
	f.Add(mapOf(`[[[0,0],[9,0],[0,9],[-9,0],[0,-9]]]`, "Polygon", `[[-1]]`))
	f.Add(mapOf(`[[[4,0],[0,9]],[[4,9],[-4,0],[0,-9],[4,0]],[[4,0],[5,0],[0,9],[-5,0]]]`,
		"MultiPolygon", `[[[0,1]],[[2,-1]]]`))
	f.Add(mapOf(`[[[170,0],[-340,0],[0,9],[340,0],[0,-9]]]`, "Polygon", `[[0]]`))
	f.Add(mapOf(`[[[-90,-70],[90,0],[90,5],[80,0],[-340,0],[80,-5]]]`, "Polygon", `[[0]]`))
	f.Add(mapOf(`[[[180,0],[-360,0],[-5,4],[365,0],[0,-4]],[[3,3],[2,0],[-2,0]]]`, "Polygon", `[[0],[1]]`))
	f.Fuzz(func(t *testing.T, text string) {
		all, err := loadText(text)
		if err != nil {
			return
		}
		for _, c := range all {
			for _, polygon := range c.Shape {
				for _, ring := range polygon {
					for _, p := range ring {
						if !(p[0] >= -180 && p[0] <= 180 && p[1] >= -90 && p[1] <= 90) {
							t.Errorf("%s: position %v is not on the globe", c.A2, p)
						}
					}
				}
			}
		}
	})
}
