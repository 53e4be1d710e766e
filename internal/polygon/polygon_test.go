package polygon_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m, func(context.Context, *pgxpool.Pool) error { return nil }))
}

// decimal returns a coordinate with 7 decimals at most.
func decimal(v float64) float64 { return math.Round(v*1e7) / 1e7 }

// ring returns a ring as WKT with vertices around a centre. Steps are the distances between possible coordinates, in degrees.
func ring(rng *rand.Rand, x, y, size, step float64, vertices int) string {
	at := func(i int) string {
		angle := 2 * math.Pi * float64(i) / float64(vertices)
		radius := size * (0.3 + 0.7*rng.Float64())
		lon := math.Round((x+radius*math.Cos(angle))/step) * step
		lat := math.Round((y+radius*math.Sin(angle))/step) * step
		return fmt.Sprintf("%.7f %.7f", max(-180, min(180, lon)), max(-90, min(90, lat)))
	}
	points := make([]string, vertices)
	for i := range points {
		points[i] = at(i)
	}
	return "(" + strings.Join(append(points, points[0]), ",") + ")"
}

// randomShape returns a MultiPolygon as WKT that may cross itself: with holes, of several parts, tiny or huge, with coordinates on a coarse
// grid or not.
func randomShape(rng *rand.Rand) string {
	size := math.Pow(10, -6+8*rng.Float64())
	step := max(1e-7, []float64{1e-7, size / 4, size / 50}[rng.IntN(3)])
	x, y := rng.Float64()*360-180, rng.Float64()*180-90
	var parts []string
	for range 1 + rng.IntN(3) {
		rings := []string{ring(rng, x, y, size, step, 3+rng.IntN(40))}
		for range rng.IntN(3) {
			rings = append(rings, ring(rng, x+size*(rng.Float64()-0.5)/2, y, size/3, step, 3+rng.IntN(9)))
		}
		parts = append(parts, "("+strings.Join(rings, ",")+")")
		x += size * rng.Float64() * 2
	}
	return "MULTIPOLYGON(" + strings.Join(parts, ",") + ")"
}

// TestCoversAsPostGIS compares random shapes with ST_Covers: at random points, at vertices, on edges and beside them.
func TestCoversAsPostGIS(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	rng := rand.New(rand.NewPCG(17, 22))
	inside, tested := 0, 0
	for range 1500 {
		wkt := randomShape(rng)
		var wkb []byte
		err := db.QueryRow(ctx, `select ST_AsBinary(ST_Multi(ST_GeomFromText(ST_AsText(ST_CollectionExtract(ST_MakeValid(ST_GeomFromText($1)), 3), 7))), 'NDR')`, wkt).Scan(&wkb)
		if err != nil {
			t.Fatal(wkt, err)
		}
		p, err := polygon.Parse(wkb)
		if err != nil {
			t.Fatal(err)
		}
		if p.Vertices() == 0 {
			continue
		}
		lons, lats := points(t, rng, db, wkb, p)
		var covered []bool
		err = db.QueryRow(ctx, `select array_agg(ST_Covers(s.shape, ST_Point(x, y)) order by n)
			from (select ST_GeomFromWKB($1) as shape) s, unnest($2::float8[], $3::float8[]) with ordinality p (x, y, n)`, wkb, lons, lats).Scan(&covered)
		if err != nil {
			t.Fatal(err)
		}
		raster, columns, rows := rasterize(p)
		for i, want := range covered {
			x, y := lons[i], lats[i]
			if got := p.Covers(x, y); got != want {
				t.Errorf("%s\npoint %.7f %.7f: %v, PostGIS %v", wkt, x, y, got, want)
			}
			column, row := slices.IndexFunc(columns[1:], func(v float64) bool { return x < v }), slices.IndexFunc(rows[1:], func(v float64) bool { return y < v })
			if column >= 0 && row >= 0 && x >= columns[0] && y >= rows[0] {
				if class := raster.At(column, row); class != polygon.Mixed && (class == polygon.Inside) != want {
					t.Errorf("%s\npoint %.7f %.7f: its cell has class %d, PostGIS %v", wkt, x, y, class, want)
				}
			}
			tested++
			if want {
				inside++
			}
		}
	}
	if inside < tested/5 || inside > tested*4/5 {
		t.Errorf("%d of %d points are inside: the test says little", inside, tested)
	}
}

// points returns coordinates with 7 decimals: vertices, middles of edges and neighbours of both, and points anywhere near.
func points(t *testing.T, rng *rand.Rand, db *pgxpool.Pool, wkb []byte, p *polygon.Polygon) (lons, lats []float64) {
	t.Helper()
	add := func(x, y float64) {
		lons, lats = append(lons, max(-180, min(180, decimal(x)))), append(lats, max(-90, min(90, decimal(y))))
	}
	type segment struct{ X1, Y1, X2, Y2 float64 }
	for _, s := range pgtest.Rows[segment](t, db, `select ST_X(ST_StartPoint(geom)) x1, ST_Y(ST_StartPoint(geom)) y1, ST_X(ST_EndPoint(geom)) x2, ST_Y(ST_EndPoint(geom)) y2
		from ST_DumpSegments(ST_GeomFromWKB($1)) limit 60`, wkb) {
		share := rng.Float64()
		for _, at := range [][2]float64{{s.X1, s.Y1}, {(s.X1 + s.X2) / 2, (s.Y1 + s.Y2) / 2}, {s.X1 + share*(s.X2-s.X1), s.Y1 + share*(s.Y2-s.Y1)}} {
			add(at[0], at[1])
			add(at[0]+float64(rng.IntN(3)-1)*1e-7, at[1]+float64(rng.IntN(3)-1)*1e-7)
		}
		add(p.West+rng.Float64()*(p.East-p.West), s.Y1) // beside a vertex
	}
	for range 60 {
		add(p.West+(1.2*rng.Float64()-0.1)*(p.East-p.West), p.South+(1.2*rng.Float64()-0.1)*(p.North-p.South))
	}
	return lons, lats
}

// rasterize makes a raster whose rows are not equally high.
func rasterize(p *polygon.Polygon) (r *polygon.Raster, lons, lats []float64) {
	const side = 37
	for i := range side + 1 {
		share := float64(i) / side
		lons = append(lons, p.West+share*(p.East-p.West))
		lats = append(lats, p.South+share*(2-share)*(p.North-p.South))
	}
	grid := polygon.Grid{West: p.West, Width: (p.East - p.West) / side, Columns: side, Latitudes: lats}
	return polygon.Union{p}.Rasterize(grid), lons, lats
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, wkb := range []string{"", "\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\xf0?", "\x01\x06"} {
		if _, err := polygon.Parse([]byte(wkb)); err == nil {
			t.Errorf("%q is a polygon", wkb)
		}
	}
}
