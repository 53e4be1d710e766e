package ogc_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// edge is a straight piece of a border, in either direction.
type edge [2][2]float64

// edgesOf are the edges of a feature.
func edgesOf(feature object) map[edge]bool {
	edges := map[edge]bool{}
	for _, polygon := range feature["geometry"].(object)["coordinates"].([]any) {
		for _, ring := range polygon.([]any) {
			var from [2]float64
			for i, p := range ring.([]any) {
				to := [2]float64{p.([]any)[0].(float64), p.([]any)[1].(float64)}
				if i > 0 {
					edges[newEdge(from, to)] = true
				}
				from = to
			}
		}
	}
	return edges
}

func newEdge(a, b [2]float64) edge {
	if a[0] > b[0] || a[0] == b[0] && a[1] > b[1] {
		a, b = b, a
	}
	return edge{a, b}
}

// bordering are the pairs of features with common edges.
func bordering(features []object) map[[2]string]int {
	owners, pairs := map[edge]string{}, map[[2]string]int{}
	for _, f := range features {
		id := f["id"].(string)
		for e := range edgesOf(f) {
			if other, ok := owners[e]; ok {
				pairs[[2]string{min(id, other), max(id, other)}]++
			}
			owners[e] = id
		}
	}
	return pairs
}

// strange is how many edges of regions are of no country: united, they meet otherwise where stored countries lie over each other by a step of the
// source's grid (Macao and China, Belgium and the Netherlands, Chukotka).
const strange = 4

// TestSimplifiedPolygons reads countries and regions at every zoom: they are valid, neighbours have their borders in common, regions have the
// borders of countries, and none lies over another by more than the stored ones do.
func TestSimplifiedPolygons(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const all = "/items?limit=1000&properties="
	stored := s.ok("/collections/countries" + all)
	want := bordering(stored.features())
	if len(want) < 300 {
		t.Fatalf("%d countries border on each other", len(want))
	}
	before := len(stored.raw)
	finest, step := collection.Zoom(4), collection.Zoom(3) // the finer ones have twenty times the corners
	if testenv.Long() {
		finest, step = collection.MaxZoom, 1
	}
	for z := finest; z >= 0; z -= step {
		began := time.Now()
		countries := s.ok(fmt.Sprintf("/collections/countries%s&zoom-level=%d", all, z))
		took := time.Since(began).Round(time.Millisecond)
		regions := s.ok(fmt.Sprintf("/collections/regions%s&zoom-level=%d", all, z))
		t.Logf("zoom %d, %g degrees: countries %d bytes, regions %d bytes (%v)", z, z.Tolerance(), len(countries.raw), len(regions.raw), took)
		if len(countries.raw) >= before {
			t.Errorf("zoom %d has %d bytes, the one before %d", z, len(countries.raw), before)
		}
		before = len(countries.raw)
		if got, want := len(countries.ids()), len(stored.ids()); got != want || len(regions.ids()) != 22 {
			t.Errorf("zoom %d has %d of %d countries, and %d regions", z, got, want, len(regions.ids()))
		}
		for _, a := range []answer{countries, regions} {
			if invalid := pgtest.Column[string](t, s.db, `select f->>'id' || ': ' || ST_IsValidReason(ST_GeomFromGeoJSON(f->'geometry'))
				from jsonb_array_elements($1::jsonb->'features') f where not ST_IsValid(ST_GeomFromGeoJSON(f->'geometry'))`, a.raw); len(invalid) > 0 {
				t.Errorf("zoom %d: %s", z, strings.Join(invalid, "; "))
			}
		}
		got, borders := bordering(countries.features()), map[edge]bool{}
		for pair := range want {
			if got[pair] == 0 {
				t.Errorf("zoom %d: %s do not meet", z, pair)
			}
		}
		for _, f := range countries.features() {
			for e := range edgesOf(f) {
				borders[e] = true
			}
		}
		var others []edge
		for _, f := range regions.features() {
			for e := range edgesOf(f) {
				if !borders[e] {
					others = append(others, e)
				}
			}
		}
		if len(others) > strange {
			t.Errorf("zoom %d: regions have %v, which are of no country", z, others)
		}
		const squareDegrees = 1e-3
		if z <= 3 {
			if over := overlap(t, s, countries); over > squareDegrees {
				t.Errorf("zoom %d: countries lie over each other by %g square degrees", z, over)
			}
		}
	}
}

// overlap is the area that more than one feature covers, in square degrees.
func overlap(t *testing.T, s service, a answer) float64 {
	return math.Abs(pgtest.Value[float64](t, s.db, `select sum(ST_Area(g)) - ST_Area(ST_Union(g)) from (
		select ST_GeomFromGeoJSON(f->'geometry') as g from jsonb_array_elements($1::jsonb->'features') f) shapes`, a.raw))
}

// TestZoomParameters reads the parameters of simplified polygons.
func TestZoomParameters(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const de = "/collections/countries/items/de"
	geometryOf := func(target string) string { return fmt.Sprint(s.ok(target).body["geometry"]) }
	whole, coarse := geometryOf(de), geometryOf(de+"?zoom-level=2")
	if len(coarse) > len(whole)/4 {
		t.Errorf("zoom 2 has %d bytes of %d", len(coarse), len(whole))
	}
	for _, same := range [][2]string{{"zoom-level=8", whole}, {"zoom-level=24", whole}, {"max-allowable-offset=0", whole}, {"max-allowable-offset=0.0054", whole},
		{"max-allowable-offset=0.2", coarse}, {"max-allowable-offset=0.17578125", coarse}, {"max-allowable-offset=0.3", coarse}} {
		if got := geometryOf(de + "?" + same[0]); got != same[1] {
			t.Errorf("%s: %.200s", same[0], got)
		}
	}
	page := s.ok("/collections/countries/items?zoom-level=2&limit=100&bbox=5,45,15,55")
	for _, f := range page.features() {
		if f["id"] == "de" && fmt.Sprint(f["geometry"]) != coarse {
			t.Errorf("the page has another Germany: %v", f["geometry"])
		}
	}
	if next := s.ok("/collections/countries/items?zoom-level=2&limit=2").link("next", "application/geo+json"); !strings.Contains(next, "zoom-level=2") {
		t.Errorf("the next page is %s", next)
	}
	mercator := s.ok(de + "?zoom-level=2&crs=http://www.opengis.net/def/crs/EPSG/0/3857")
	if got, want := len(positions(mercator.body["geometry"].(object)["coordinates"])), len(positions(s.ok(de + "?zoom-level=2").body["geometry"].(object)["coordinates"])); got != want {
		t.Errorf("in Mercator it has %d points, want %d", got, want)
	}
	s.refused("/collections/countries/items?zoom-level=2&max-allowable-offset=1", "max-allowable-offset", "zoom-level")
	s.refused("/collections/countries/items?zoom-level=-1", "zoom-level must be at least 0")
	s.refused("/collections/countries/items?zoom-level=25", "zoom-level must be at most 24")
	s.refused("/collections/countries/items?max-allowable-offset=nan", "max-allowable-offset")
	s.refused("/collections/sites/items?zoom-level=2", "zoom-level")
}

// TestWhoWaitsForOutlinesMayLeave: the wait for simplified polygons ends with the request, which gets its answer from what was made meanwhile when it comes
// again.
func TestWhoWaitsForOutlinesMayLeave(t *testing.T) {
	t.Parallel()
	asked, blocked := make(chan struct{}, 1), make(chan struct{})
	s := setup(t, func(_ service, o *ogc.Options) { o.Summaries = slowSummaries{o.Summaries, asked, blocked} })
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	left := make(chan any, 1)
	go func() {
		defer func() { left <- recover() }()
		s.handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/ogc/collections/countries/items?zoom-level=0", http.NoBody))
	}()
	testenv.Receive(t, "the outlines are asked for", asked)
	leave()
	ended := testenv.Receive(t, "the request that left ends while there are no outlines", left)
	if err, _ := ended.(error); !errors.Is(err, http.ErrAbortHandler) {
		t.Errorf("a request that left ended with %v", ended)
	}
	close(blocked)
	if n := len(s.ok("/collections/countries/items?zoom-level=0").features()); n < 100 {
		t.Errorf("%d countries", n)
	}
}

// slowSummaries has no outlines until a channel is closed, whoever waits for them. It tells who asks first.
type slowSummaries struct {
	collection.Summaries
	asked, blocked chan struct{}
}

func (s slowSummaries) Outlines(ctx context.Context) error {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	<-s.blocked
	return s.Summaries.Outlines(ctx)
}
