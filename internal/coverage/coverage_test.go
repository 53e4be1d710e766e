package coverage_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/coverage"
)

type rings = [][][2]float64

func shape(polygons ...rings) *geom.MultiPolygon {
	out := geom.NewMultiPolygon(geom.XY)
	for _, p := range polygons {
		var coordinates [][]geom.Coord
		for _, ring := range p {
			var line []geom.Coord
			for _, xy := range append(ring, ring[0]) {
				line = append(line, geom.Coord{xy[0], xy[1]})
			}
			coordinates = append(coordinates, line)
		}
		if err := out.Push(geom.NewPolygon(geom.XY).MustSetCoords(coordinates)); err != nil {
			panic(err)
		}
	}
	return out
}

func square(x, y, size float64) rings {
	return rings{{{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}}
}

// TestCommonBorder simplifies two neighbours with a crooked border: it becomes straight on both sides.
func TestCommonBorder(t *testing.T) {
	t.Parallel()
	west := shape(rings{{{0, 0}, {5, 0}, {5.1, 1}, {4.9, 2}, {5.1, 3}, {5, 4}, {0, 4}}})
	east := shape(rings{{{5, 4}, {5.1, 3}, {4.9, 2}, {5.1, 1}, {5, 0}, {9, 0}, {9, 4}}})
	got := coverage.New([]*geom.MultiPolygon{west, east}).Simplify(0.2)
	for i, want := range []*geom.MultiPolygon{shape(rings{{{5, 0}, {5, 4}, {0, 4}, {0, 0}}}), shape(rings{{{5, 4}, {5, 0}, {9, 0}, {9, 4}}})} {
		if !reflect.DeepEqual(got[i].FlatCoords(), want.FlatCoords()) {
			t.Errorf("%v, want %v", got[i].FlatCoords(), want.FlatCoords())
		}
	}
	if same := coverage.New([]*geom.MultiPolygon{west, east}).Simplify(0.01); same[0].NumCoords() != west.NumCoords() || same[1].NumCoords() != east.NumCoords() {
		t.Errorf("%v", same[0].FlatCoords())
	}
}

// TestIslands keeps the largest polygon of a shape however small, and its enclaves, and leaves out small islands.
func TestIslands(t *testing.T) {
	t.Parallel()
	state := square(50, 0, 0.02)
	country := rings{square(0, 0, 10)[0], {{4, 4}, {4, 4.1}, {4.1, 4.1}, {4.1, 4}}}
	got := coverage.New([]*geom.MultiPolygon{
		shape(country, square(20, 0, 0.1), square(30, 0, 3)),
		shape(square(4, 4, 0.1)),
		shape(square(51, 0, 0.01), state),
	}).Simplify(1)
	for i, want := range []int{2, 1, 1} {
		if n := got[i].NumPolygons(); n != want {
			t.Errorf("shape %d has %d polygons, want %d", i, n, want)
		}
	}
	if got[0].Polygon(0).NumLinearRings() != 2 || got[0].Polygon(1).Area() != 9 || math.Abs(got[2].Area()) == 0 {
		t.Errorf("%v", got[0].FlatCoords())
	}
}

// TestBayWithIsland does not close a bay over the island of another shape.
func TestBayWithIsland(t *testing.T) {
	t.Parallel()
	land := shape(rings{{{0, 0}, {10, 0}, {10, 10}, {5.4, 10}, {5.3, 9}, {4.7, 9}, {4.6, 10}, {0, 10}}})
	island := shape(square(4.9, 9.3, 0.2))
	alone, both := coverage.New([]*geom.MultiPolygon{land}).Simplify(1.5), coverage.New([]*geom.MultiPolygon{land, island}).Simplify(1.5)
	if alone[0].NumCoords() != 5 || both[0].NumCoords() <= 5 || both[0].Area() >= 100 {
		t.Errorf("%v, and with an island %v", alone[0].FlatCoords(), both[0].FlatCoords())
	}
}

// TestSlivers leaves out what has no size on the grid of positions.
func TestSlivers(t *testing.T) {
	t.Parallel()
	sliver := rings{{{20, 0}, {21, 1}, {20, 1e-9}}}
	spike := rings{{{0, 0}, {5, 0}, {5, 5}, {7, 7}, {5, 5}, {0, 5}}}
	got := coverage.New([]*geom.MultiPolygon{shape(spike, sliver)}).Simplify(0)
	if got[0].NumPolygons() != 1 || got[0].NumCoords() != 5 || got[0].Area() != 25 {
		t.Errorf("%v", got[0].FlatCoords())
	}
}

// TestAntimeridian keeps the points at which a shape is cut in two.
func TestAntimeridian(t *testing.T) {
	t.Parallel()
	got := coverage.New([]*geom.MultiPolygon{shape(
		rings{{{170, 0}, {180, 0}, {180, 3}, {179, 8}, {170, 8}}}, rings{{{-180, 0}, {-170, 0}, {-170, 8}, {-180, 3}}})}).Simplify(20)
	for _, at := range [][2]float64{{180, 0}, {180, 3}, {-180, 0}, {-180, 3}} {
		found := false
		for i := 0; i < len(got[0].FlatCoords()); i += 2 {
			found = found || got[0].FlatCoords()[i] == at[0] && got[0].FlatCoords()[i+1] == at[1]
		}
		if !found {
			t.Errorf("%v is left out of %v", at, got[0].FlatCoords())
		}
	}
}

// TestNoPointIsFar holds the tolerance for random coasts.
func TestNoPointIsFar(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var coast [][2]float64
		const points = 300
		for i := range points {
			angle, radius := 2*math.Pi*float64(i)/points, 5+3*rng.Float64()
			coast = append(coast, [2]float64{radius * math.Cos(angle), radius * math.Sin(angle)})
		}
		tolerance := rng.Float64()
		got := coverage.New([]*geom.MultiPolygon{shape(rings{coast})}).Simplify(tolerance)[0].FlatCoords()
		if len(got)/2 > points {
			t.Errorf("%d points of %d", len(got)/2, points)
		}
		for _, p := range coast {
			nearest := math.Inf(1)
			for i := 0; i+3 < len(got); i += 2 {
				nearest = min(nearest, distance(p, [2]float64(got[i:]), [2]float64(got[i+2:])))
			}
			if nearest > tolerance+1e-6 {
				t.Fatalf("%v is %g from the coast, with a tolerance of %g", p, nearest, tolerance)
			}
		}
	}
}

func distance(p, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	t := max(0, min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/(dx*dx+dy*dy)))
	return math.Hypot(p[0]-a[0]-t*dx, p[1]-a[1]-t*dy)
}
