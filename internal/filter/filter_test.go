package filter

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
)

func TestParseBBox(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]BBox{
		"-10,-20,30,40":       {-10, -20, 30, 40},
		" -10 , -20 , 30, 40": {-10, -20, 30, 40},
		"170,-10,-170,10":     {170, -10, -170, 10}, // crosses the antimeridian
		"170,-10,190,10":      {170, -10, -170, 10},
		"-190,-10,-170,10":    {170, -10, -170, 10},
		"181,0,185,1":         {-179, 0, -175, 1},
		"-180,-90,180,90":     World,
		"-500,-90,500,90":     World,
		"0,0,360,10":          {-180, 0, 180, 10},
		"1e1,0,2e1,1":         {10, 0, 20, 1},
		"5,5,5,5":             {5, 5, 5, 5},
	} {
		if got, ok := ParseBBox(in); !ok || got != want {
			t.Errorf("%q: %v, %v, want %v", in, got, ok, want)
		}
	}
	for _, in := range []string{"", ",,,", "1,2,3", "1,2,3,4,5", "a,b,c,d", "NaN,0,1,1", "0,Inf,1,1", "0,-91,1,1", "0,0,1,91", "0,5,1,4",
		"0x1p-2,0,1,1", "1_0,0,1,1", "1,2,3,", "0,0,1,1;drop table", "1e999,0,1,1"} {
		if got, ok := ParseBBox(in); ok {
			t.Errorf("%q is taken as %v", in, got)
		}
	}
}

func FuzzParseBBox(f *testing.F) {
	f.Add("170,-10,190,10")
	f.Add("-1e300,0,1e300,1")
	f.Fuzz(func(t *testing.T, s string) {
		b, ok := ParseBBox(s)
		if !ok {
			return
		}
		for _, lon := range []float64{b.West, b.East} {
			if math.IsNaN(lon) || lon < -180 || lon > 180 {
				t.Errorf("%q: longitude %g", s, lon)
			}
		}
		if !(b.South >= -90 && b.South <= b.North && b.North <= 90) {
			t.Errorf("%q: latitudes %g to %g", s, b.South, b.North)
		}
	})
}

// TestMonthSets compares the enumeration with the rule: every run of months, round the year, that lies inside the mask.
func TestMonthSets(t *testing.T) {
	t.Parallel()
	for mask := uint16(1); mask < allMonths; mask++ {
		sets := monthSets(mask)
		for first := range 12 {
			var run uint16
			for n := range 11 {
				run |= 1 << ((first + n) % 12)
				if inside := run&^mask == 0; inside != slices.Contains(sets, int16(run)) {
					t.Fatalf("mask %012b, run %012b: inside %v", mask, run, inside)
				}
			}
		}
	}
}

// TestParseCollectsEverything: a bad bbox is 400 whatever else is wrong, else every field error is reported at once.
func TestParseCollectsEverything(t *testing.T) {
	t.Parallel()
	names := lookup.New(nil, slog.New(slog.DiscardHandler), prometheus.NewRegistry()).Current()
	for query, want := range map[string]string{
		"bbox=1,2,3&start_date=yesterday":                        "400",
		"start_date=2020-13-01&end_date=x&months=13&status=dead": "422 start_date end_date status months",
		"max_uncertainty_m=-1":                                   "422 max_uncertainty_m",
		"max_uncertainty_m=1_0&months=1_0":                       "422 months max_uncertainty_m",
		"months=0":                                               "422 months",
		"start_date=":                                            "422 start_date",
		"bbox=0,0,1,1&species=&months=1,12&status=Verified&country=FR,%20de": "ok",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(httpapi.Query(httptest.NewRequest("GET", "/?"+values.Encode(), nil)), names)
		got := "ok"
		if e := new(httpapi.Error); errors.As(err, &e) {
			got = fmt.Sprint(e.Status)
			for _, field := range e.Fields {
				got += " " + field.Loc[1]
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		if got == "ok" && (f.Taxa != nil || f.Months != 1|1<<11 || !slices.Equal(f.Countries, []string{"fr", "de"}) || !slices.Equal(f.Statuses, []string{"verified"})) {
			t.Errorf("%s: %+v", query, f)
		}
	}
}

func TestUnknownSpeciesMatchesNothing(t *testing.T) {
	t.Parallel()
	names := lookup.New(nil, slog.New(slog.DiscardHandler), prometheus.NewRegistry()).Current()
	f, err := Parse(httpapi.Query(httptest.NewRequest("GET", "/?species=Nobody+knows,,", nil)), names)
	if err != nil || !f.MatchesNothing() {
		t.Errorf("%+v, %v", f, err)
	}
	if f := All(); f.MatchesNothing() {
		t.Error("All matches nothing")
	}
}
