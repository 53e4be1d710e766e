package condition

import (
	"fmt"
	"math"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// FuzzDatetime holds that a period is two instants in their order, and a condition that compiles.
func FuzzDatetime(f *testing.F) {
	for _, s := range []string{"2024-07-01T00:00:00Z", "2024-07-01", "0001-01-01", "9999-12-31", "../2020-01-01", "2020-01-01/..", "/", "2021-01-01/2020-01-01", "2020-01-01T00:00:00+14:00/2020-01-01", "../.."} {
		f.Add(s)
	}
	observations, err := collection.New(collection.Options{Summaries: gis.New(gis.Options{})}).Find("observations")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := parseDatetime(s)
		if !ok || d.start == nil && d.end == nil {
			return
		}
		for _, m := range []*moment{d.start, d.end} {
			if m != nil && (m.at.Year() < 0 || m.at.Year() > 9999+1) {
				t.Errorf("%q: %v", s, m.at)
			}
		}
		if d.start != nil && d.end != nil && d.start.at.After(d.end.last()) {
			t.Errorf("%q: %v to %v", s, d.start.at, d.end.last())
		}
		for _, condition := range []cql2.Expr{d.intersects(), d.overlaps(observations.Begins, observations.Ends)} {
			if _, err := cql2.Compile(condition, observations.Queryables, cql2.Options{}); err != nil && observations.Ends != "" {
				t.Errorf("%q: %v", s, err)
			}
		}
	})
}

// FuzzCorners holds that a box is of finite numbers.
func FuzzCorners(f *testing.F) {
	for _, s := range []string{"1,2,3,4", "1,2,0,3,4,0", "1e308,-1e308,1e309,0", "NaN,0,0,0", ",,,", " 1 , 2 ,3,4", "0x1,1,1,1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		box, ok := parseCorners(s)
		for _, n := range []float64{box.Min[0], box.Min[1], box.Max[0], box.Max[1]} {
			if ok && (math.IsNaN(n) || math.IsInf(n, 0)) {
				t.Errorf("%q: %v", s, box)
			}
		}
		written := fmt.Sprintf("%v,%v,%v,%v", box.Min[0], box.Min[1], box.Max[0], box.Max[1])
		if again, same := parseCorners(written); ok && (!same || again != box) {
			t.Errorf("%q is %v, and that written %v", s, box, again)
		}
	})
}
