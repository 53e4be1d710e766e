package mvt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	orbmvt "github.com/paulmach/orb/encoding/mvt"

	"github.com/skeeter-surveillance/skeeter/internal/mvt"
)

// TestAgainstOrb writes random layers and reads them with another program's decoder.
func TestAgainstOrb(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	keys := []string{"id", "records", "accuracy", "kind"}
	texts := []string{"", "cell", "Aëdes ægypti", strings.Repeat("long ", 200), "\x00\n\""}
	for round := range 200 {
		layer := mvt.NewLayer("observations", keys...)
		var points []orb.Point
		var properties []map[string]any
		for i := range rng.IntN(300) + 1 {
			x, y := int32(rng.IntN(mvt.Extent+128)-64), int32(rng.IntN(mvt.Extent+128)-64)
			if rng.IntN(50) == 0 {
				x, y = math.MinInt32/2, math.MaxInt32/2
			}
			want := map[string]any{}
			layer.Begin(x, y)
			if rng.IntN(2) == 0 {
				id := fmt.Sprintf("%d-%d", round, i)
				layer.Set(0, layer.UniqueValue([]byte(id)))
				want["id"] = id
			}
			if n := rng.Uint64() >> rng.IntN(64); rng.IntN(3) > 0 {
				layer.Uint(1, n)
				want["records"] = n
			}
			if v := math.Floor(rng.Float64()*100) / 8; rng.IntN(3) > 0 {
				layer.Double(2, v)
				want["accuracy"] = v
			}
			s := texts[rng.IntN(len(texts))]
			layer.Text(3, s)
			want["kind"] = s
			layer.End()
			points, properties = append(points, orb.Point{float64(x), float64(y)}), append(properties, want)
		}
		layers, err := orbmvt.Unmarshal(layer.Tile())
		if err != nil {
			t.Fatal(err)
		}
		if len(layers) != 1 || layers[0].Name != "observations" || layers[0].Version != 2 || layers[0].Extent != mvt.Extent || len(layers[0].Features) != layer.Len() {
			t.Fatalf("round %d: %d layers", round, len(layers))
		}
		for i, f := range layers[0].Features {
			got := map[string]any(f.Properties)
			for key, v := range got { // the decoder gives every number as a float64
				if n, ok := properties[i][key].(uint64); ok && v == float64(n) {
					got[key] = n
				}
			}
			if f.Geometry != points[i] || !reflect.DeepEqual(got, properties[i]) {
				t.Fatalf("feature %d: %v %v, want %v %v", i, f.Geometry, f.Properties, points[i], properties[i])
			}
		}
	}
}

func TestEmptyLayer(t *testing.T) {
	t.Parallel()
	if tile := mvt.NewLayer("observations", "id").Tile(); tile != nil {
		t.Errorf("%v", tile)
	}
}
