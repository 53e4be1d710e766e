package surveillance_test

import (
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestTrapNights(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		traps  *int
		nights *float64
		want   float64
		ok     bool
	}{
		"traps and nights": {new(3), new(2.5), 7.5, true},
		"nights alone":     {nil, new(4.0), 4, true},
		"traps alone":      {new(3), nil, 0, false},
		"no nights":        {new(3), new(0.0), 0, false},
		"nothing":          {nil, nil, 0, false},
	} {
		if got, ok := surveillance.TrapNights(c.traps, c.nights); got != c.want || ok != c.ok {
			t.Errorf("%s: %g, %t", name, got, ok)
		}
	}
}

func TestDerivedTrapNights(t *testing.T) {
	t.Parallel()
	chicago := time.FixedZone("", -5*3600)
	day := func(d int) time.Time { return time.Date(2012, 8, d, 0, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		traps          *int
		started, ended time.Time
		protocol       string
		want           float64
	}{
		"one night":             {nil, day(1), day(2), "", 1},
		"three traps":           {new(3), day(1), day(3), "CDC light trap", 6},
		"the same day":          {nil, day(1), day(1), "", 0},
		"backwards":             {nil, day(2), day(1), "", 0},
		"31 nights":             {nil, day(-10), day(21), "", 31},
		"32 nights":             {nil, day(-11), day(21), "", 0},
		"over midnight":         {nil, time.Date(2012, 8, 1, 20, 0, 0, 0, chicago), time.Date(2012, 8, 2, 6, 0, 0, 0, chicago), "", 1},
		"an evening by UTC too": {nil, time.Date(2012, 8, 1, 18, 0, 0, 0, chicago), time.Date(2012, 8, 1, 22, 0, 0, 0, chicago), "", 0},
		"dipping":               {nil, day(1), day(2), "Larval Dipping", 0},
		"a dip":                 {nil, day(1), day(2), "350 ml dip", 0},
		"nets":                  {nil, day(1), day(2), "sweep-net", 0},
		"people":                {nil, day(1), day(2), "HLC", 0},
		"an aspirator":          {nil, day(1), day(2), "Prokopack aspirator", 0},
		"a magnet":              {nil, day(1), day(2), "Mosquito Magnet", 1},
		"an ovitrap":            {nil, day(1), day(8), "ovitrap", 7},
	} {
		if got, ok := surveillance.DerivedTrapNights(c.traps, c.started, c.ended, c.protocol); got != c.want || ok != (c.want > 0) {
			t.Errorf("%s: %g, %t", name, got, ok)
		}
	}
}
