package places

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/ewkb"
	"github.com/paulmach/orb/geojson"

	"github.com/skeeter-surveillance/skeeter/catalog/shapes"
)

// boxes are the boxes of the countries' polygons by alpha-2 code.
func boxes(t *testing.T) map[string][]orb.Bound {
	t.Helper()
	countries, err := shapes.Load()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]orb.Bound{}
	for _, c := range countries {
		raw, err := hex.DecodeString(c.Shape)
		if err != nil {
			t.Fatalf("%s: %v", c.A2, err)
		}
		geometry, _, err := ewkb.Unmarshal(raw)
		if err != nil {
			t.Fatalf("%s: %v", c.A2, err)
		}
		for _, polygon := range geometry.(orb.MultiPolygon) {
			found[c.A2] = append(found[c.A2], polygon.Bound())
		}
	}
	return found
}

// touches reports whether a box comes near to one of others.
func touches(others []orb.Bound, box orb.Bound) bool {
	const near = 0.7 // degrees: shapes are simplified, and islets are left out of one source or the other
	for _, other := range others {
		if other.Pad(near).Intersects(box) {
			return true
		}
	}
	return false
}

// ownCode are states that have a code of their own among the countries, and islands that no country's shape has.
var ownCode = map[string]string{
	"fr-971": "GP", "fr-972": "MQ", "fr-973": "GF", "fr-974": "RE", "fr-976": "YT", "nl-bq1": "BQ", "nl-bq2": "BQ", "nl-st-eustatius": "BQ",
	"no-21": "SJ", "no-bouvet-island": "BV",
}

func TestEveryStateIsWellFormed(t *testing.T) {
	t.Parallel()
	id := regexp.MustCompile(`^[a-z]{2}(-[a-z0-9]+)+$`)
	known, countries := map[string]bool{}, boxes(t)
	err := eachLine(data, statesFile, func(line []byte) error {
		var f struct {
			Type, ID   string
			Properties struct{ Name, Country string }
			Geometry   json.RawMessage
		}
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatalf("%.80s: %v", line, err)
		}
		if f.Type != "Feature" || !id.MatchString(f.ID) || known[f.ID] || len(f.ID) > 100 {
			t.Errorf("the id %q is not in form, or there twice", f.ID)
		}
		known[f.ID] = true
		name := f.Properties.Name
		if name == "" || name != strings.TrimSpace(name) || !utf8.ValidString(name) || strings.ContainsRune(name, utf8.RuneError) {
			t.Errorf("%s has the name %q", f.ID, name)
		}
		if countries[f.Properties.Country] == nil || !strings.HasPrefix(f.ID, strings.ToLower(f.Properties.Country)+"-") {
			t.Errorf("%s is of the country %q", f.ID, f.Properties.Country)
		}
		geometry, err := geojson.UnmarshalGeometry(f.Geometry)
		if err != nil {
			t.Fatalf("%s: %v", f.ID, err)
		}
		shape, ok := geometry.Geometry().(orb.MultiPolygon)
		if !ok || len(shape) == 0 {
			t.Fatalf("%s is no MultiPolygon with a polygon", f.ID)
		}
		if !touches(countries[cmp.Or(ownCode[f.ID], f.Properties.Country)], shape.Bound()) {
			t.Errorf("%s lies at %v, far from its country", f.ID, shape.Bound())
		}
		for _, polygon := range shape {
			for _, ring := range polygon {
				if !ring.Closed() || len(ring) < 4 {
					t.Errorf("%s has a ring of %d positions that is none", f.ID, len(ring))
				}
				for i, p := range ring {
					if !(math.Abs(p[0]) <= 180 && math.Abs(p[1]) <= 90) || i > 0 && math.Abs(p[0]-ring[i-1][0]) > 180 {
						t.Errorf("%s: position %v", f.ID, p)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(known) != 4510 {
		t.Errorf("%d states, want 4510", len(known))
	}
	for _, want := range []string{"us-fl", "us-tx", "br-sp", "de-by", "in-tn", "it-olbia-tempio"} {
		if !known[want] {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestEveryTownIsWellFormed(t *testing.T) {
	t.Parallel()
	towns, err := Towns()
	if err != nil {
		t.Fatal(err)
	}
	countries, last := boxes(t), 0
	for _, town := range towns {
		at := orb.Point{town.Lon, town.Lat}
		switch {
		case town.Name == "" || strings.TrimSpace(town.Name) != town.Name:
			t.Errorf("a town has the name %q", town.Name)
		case town.Rank < last || town.Rank > 10:
			t.Errorf("%s has the rank %d after %d", town.Name, town.Rank, last)
		case town.Population < 0:
			t.Errorf("%s has %d inhabitants", town.Name, town.Population)
		case math.Abs(town.Lon) > 180 || math.Abs(town.Lat) > 90 || at == orb.Point{}:
			t.Errorf("%s lies at %v", town.Name, at)
		case town.Country != "" && countries[town.Country] == nil:
			t.Errorf("%s is of the country %q", town.Name, town.Country)
		// The towns and the shapes disagree about who administers Crimea.
		case town.Country != "" && town.Name != "Sevastapol" && town.Name != "Yalta" && !touches(countries[town.Country], at.Bound()):
			t.Errorf("%s, %s lies at %v, outside of its country's boxes", town.Name, town.Country, at)
		}
		last = town.Rank
	}
	if len(towns) != 7322 {
		t.Errorf("%d towns, want 7322", len(towns))
	}
	if first := towns[0]; first.Name != "Tokyo" || first.Country != "JP" || !first.Capital || first.Population != 35676000 || first.Lon != 139.7495 {
		t.Errorf("the first is %+v", first)
	}
}

func TestStatesCollection(t *testing.T) {
	t.Parallel()
	file, err := StatesCollection()
	if err != nil {
		t.Fatal(err)
	}
	var collection struct {
		Type     string
		Features []struct{ ID string }
	}
	if err := json.NewDecoder(file).Decode(&collection); err != nil || collection.Type != "FeatureCollection" || len(collection.Features) != 4510 || collection.Features[0].ID != "ad-02" {
		t.Errorf("%d features, %v", len(collection.Features), err)
	}
	if digest, err := StatesDigest(); err != nil || len(digest) != 64 {
		t.Errorf("digest %q, %v", digest, err)
	}
}

func TestBrokenFileIsAnError(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"missing":        {fstest.MapFS{}, "open data/towns.geojsonl.gz"},
		"not compressed": {fstest.MapFS{townsFile: {Data: []byte("{}\n")}}, "decompress"},
		"cut off":        {fstest.MapFS{townsFile: {Data: compressed(t, "{}\n{}\n")[:20]}}, "unexpected EOF"},
		"no JSON":        {fstest.MapFS{townsFile: {Data: compressed(t, "{}\nx\n")}}, "line 2: invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := readTowns(test.files); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%d towns and the error %v, want one with %q", len(got), err, test.want)
			}
		})
	}
}

func compressed(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
