package estimate_test

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// byIndex are the lags of a series of years of 52 weeks.
var byIndex = []int{52, 104, 156, 208, 260}

// TestFarringtonAgona: the upper limits and alarms that R's surveillance 1.20.3 gives for weeks 282 to 312 of its series, with four years.
func TestFarringtonAgona(t *testing.T) {
	t.Parallel()
	root := os.Getenv("SKEETER_TESTDATA")
	if root == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	counts := agona(t, filepath.Join(root, "analytics", "salmonella.agona.txt"))
	for _, test := range []struct {
		name   string
		effort func(i int) float64
		upper  []float64
		alarms []int
	}{
		{"counts", func(int) float64 { return 1 },
			[]float64{4, 4, 5, 5, 6, 6, 6, 6, 7, 8, 8, 9, 9, 9, 9, 9, 10, 10, 9, 9, 8, 8, 8, 7, 7, 6, 6, 6, 6, 6, 7}, []int{284, 285}},
		{"by effort", func(i int) float64 { return float64(10 + i%7) },
			[]float64{4, 4, 5, 6, 6, 7, 6, 6, 7, 8, 9, 10, 11, 7, 8, 9, 10, 10, 10, 10, 7, 7, 8, 7, 7, 7, 8, 5, 5, 6, 7}, []int{284, 295}},
	} {
		weeks := make([]estimate.Week, len(counts))
		for i, c := range counts {
			weeks[i] = estimate.Week{Specimens: c, Effort: test.effort(i)}
		}
		var upper []float64
		var alarms []int
		for week := 282; week <= 312; week++ {
			e := estimate.Farrington(weeks, week-1, byIndex[:4])
			if e.Upper == nil || e.Trend == nil {
				t.Fatalf("%s: week %d: %s", test.name, week, e.Reason)
			}
			upper = append(upper, *e.Upper)
			if e.Alarm {
				alarms = append(alarms, week)
			}
		}
		if !slices.Equal(upper, test.upper) || !slices.Equal(alarms, test.alarms) {
			t.Errorf("%s: the limits are %v, the alarms %v", test.name, upper, alarms)
		}
	}
}

// agona reads the second column of a table.
func agona(t *testing.T, name string) []int64 {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var counts []int64
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if c, err := strconv.ParseInt(strings.Fields(lines.Text())[1], 10, 64); err == nil {
			counts = append(counts, c)
		}
	}
	if len(counts) != 312 || lines.Err() != nil {
		t.Fatalf("%d weeks, error %v", len(counts), lines.Err())
	}
	return counts
}

// made is a series of 215 weeks with a season, an outbreak in week 100 and an excess in week 179.
func made() []estimate.Week {
	weeks := make([]estimate.Week, 215)
	for i := range weeks {
		specimens := (7*i*i + 3*i) % 13
		if i%52 >= 26 {
			specimens *= 3
		}
		weeks[i] = estimate.Week{Specimens: int64(specimens), Effort: float64(1 + i%4)}
	}
	weeks[100].Specimens, weeks[179].Specimens = 200, 33
	return weeks
}

// series is one of 180 weeks with an effort of 1.
func series(specimens func(i int) int) []estimate.Week {
	weeks := make([]estimate.Week, 180)
	for i := range weeks {
		weeks[i] = estimate.Week{Specimens: int64(specimens(i)), Effort: 1}
	}
	return weeks
}

// TestFarrington: what R's surveillance 1.20.3 gives for made series: one as a whole and without every 17th week, one that rises too much for a
// trend, and one that varies less than a Poisson distribution.
func TestFarrington(t *testing.T) {
	t.Parallel()
	whole, gaps := made(), made()
	for i := range gaps {
		if i%17 == 5 {
			gaps[i] = estimate.Week{}
		}
	}
	rising := series(func(i int) int { return i*i/400 + 7*i%5 })
	even := series(func(i int) int { return 4 + i%3 + i%52/26*5 })
	none := math.NaN()
	for _, test := range []struct {
		name                   string
		weeks                  []estimate.Week
		week                   int
		expected, upper, trend float64
		alarm                  bool
	}{
		{"whole", whole, 160, 2.712974983, 13, 0.000294250, false},
		{"whole", whole, 179, 7.066500848, 27, 0.000091208, true},
		{"whole", whole, 199, 37.031446931, 78, -0.000121062, false},
		{"gaps", gaps, 179, 6.357498623, 25, -0.000607307, true},
		{"gaps", gaps, 214, 8.627470774, 29, 0.000874586, false},
		{"rising", rising, 179, 20.047619048, 51, none, true},
		{"even", even, 164, 5.021288514, 9, 0.000040867, false},
	} {
		e := estimate.Farrington(test.weeks, test.week, byIndex[:3])
		near(t, "the expected count", e.Expected, test.expected)
		near(t, "the upper limit", e.Upper, test.upper)
		if math.IsNaN(test.trend) != (e.Trend == nil) {
			t.Errorf("%s: week %d: the trend is %v", test.name, test.week, text(e.Trend))
		} else if e.Trend != nil {
			near(t, "the trend", e.Trend, test.trend)
		}
		if e.Alarm != test.alarm || e.Reason != "" {
			t.Errorf("%s: week %d: alarm %v, reason %q", test.name, test.week, e.Alarm, e.Reason)
		}
	}
}

func TestFarringtonReasons(t *testing.T) {
	t.Parallel()
	with := func(change func(weeks []estimate.Week)) []estimate.Week {
		weeks := made()
		change(weeks)
		return weeks
	}
	for _, test := range []struct {
		name   string
		weeks  []estimate.Week
		week   int
		lags   []int
		reason string
		limit  bool
	}{
		{"a week without effort", with(func(w []estimate.Week) { w[160].Effort = 0 }), 160, byIndex, estimate.ReasonNoEffort, false},
		{"a series that is too short by a week", made(), 158, byIndex, estimate.ReasonFewYears, false},
		{"three years", made(), 159, byIndex, "", true},
		{"a year without effort in its window", with(func(w []estimate.Week) { clear(w[156-3 : 156+4]) }), 208, byIndex[:3], estimate.ReasonFewYears, false},
		{"four specimens", with(func(w []estimate.Week) { few(w, 4) }), 160, byIndex, estimate.ReasonFewSpecimens, true},
		{"four specimens, one in a missing week", with(func(w []estimate.Week) { few(w, 4); w[159] = estimate.Week{Specimens: 1} }), 160, byIndex, estimate.ReasonFewSpecimens, true},
		{"five specimens", with(func(w []estimate.Week) { few(w, 5) }), 160, byIndex, "", true},
	} {
		e := estimate.Farrington(test.weeks, test.week, test.lags)
		if e.Reason != test.reason || (e.Upper != nil) != test.limit || (e.Expected != nil) != test.limit {
			t.Errorf("%s: %+v, want the reason %q", test.name, e, test.reason)
		}
		if e.Alarm != strings.HasPrefix(test.name, "five") {
			t.Errorf("%s: alarm %v", test.name, e.Alarm)
		}
	}
}

// few leaves specimens in the last week of 161 alone.
func few(weeks []estimate.Week, specimens int64) {
	for i := range 160 {
		weeks[i].Specimens = 0
	}
	weeks[160].Specimens = specimens
}

// TestTwiceTheEffort: four weeks with twice the effort expect twice the specimens. With twice the specimens they raise no alarm where none
// was; with twice the specimens from the same effort they do.
func TestTwiceTheEffort(t *testing.T) {
	t.Parallel()
	const now, effort = 270, 12.0
	rng := rand.New(rand.NewPCG(18, 2))
	missed := 0
	for run := range 500 {
		mean := math.Exp(4 * rng.Float64())
		weeks := make([]estimate.Week, now+1)
		for i := range weeks {
			season := math.Exp(math.Sin(float64(i) * 2 * math.Pi / 52))
			gamma := distuv.Gamma{Alpha: 2, Beta: 2, Src: rng}.Rand()
			weeks[i] = estimate.Week{Specimens: int64(distuv.Poisson{Lambda: mean * season * gamma, Src: rng}.Rand()), Effort: effort}
		}
		before := estimate.Farrington(weeks, now, byIndex)
		if before.Alarm || before.Reason != "" {
			continue
		}
		for i := now - 3; i <= now; i++ {
			weeks[i].Specimens *= 2
		}
		if estimate.Farrington(weeks, now, byIndex).Alarm {
			missed++
		}
		for i := now - 3; i <= now; i++ {
			weeks[i].Effort *= 2
		}
		after := estimate.Farrington(weeks, now, byIndex)
		if after.Alarm {
			t.Errorf("run %d: twice %+v is %+v", run, before, after)
		}
		near(t, "the expected count", after.Expected, 2**before.Expected)
	}
	if missed < 20 {
		t.Errorf("twice the specimens without the effort raise %d alarms", missed)
	}
}

// TestFarringtonIsFinite: whatever the weeks are, the answer has a number or a reason.
func TestFarringtonIsFinite(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 3))
	reasons := map[string]int{}
	for range 2000 {
		weeks := make([]estimate.Week, 160+rng.IntN(120))
		rare := rng.Float64()
		for i := range weeks {
			weeks[i].Effort = []float64{0, 0.01, 1, 7, 1e6}[rng.IntN(5)]
			if rng.Float64() < rare*rare {
				weeks[i].Specimens = []int64{1, 2, 40, 1e9}[rng.IntN(4)]
			}
		}
		e := estimate.Farrington(weeks, len(weeks)-1, byIndex)
		for _, v := range []*float64{e.Expected, e.Upper, e.Trend} {
			if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0)) {
				t.Fatalf("%v of %v", *v, weeks)
			}
		}
		if e.Upper == nil && e.Reason == "" {
			t.Fatalf("no reason: %v", weeks)
		}
		reasons[e.Reason]++
	}
	if len(reasons) < 3 {
		t.Errorf("the reasons are %v", reasons)
	}
}

// TestSameWeeks: from a Monday, the Monday that is next to the same date.
func TestSameWeeks(t *testing.T) {
	t.Parallel()
	for day, want := range map[string][]int{
		"2001-01-01": {52, 104, 157, 209, 261}, // 366, 731, 1096, 1461 and 1827 days
		"2024-02-29": {52, 104, 156, 209, 261}, // of the years without that day, 1 March
	} {
		d, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := estimate.SameWeeks(d, 5); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", day, got, want)
		}
	}
}

func BenchmarkFarrington(b *testing.B) {
	weeks := make([]estimate.Week, 300)
	for i := range weeks {
		weeks[i] = estimate.Week{Specimens: int64(i * i % 13), Effort: float64(1 + i%7)}
	}
	for b.Loop() {
		estimate.Farrington(weeks, len(weeks)-1, byIndex)
	}
}
