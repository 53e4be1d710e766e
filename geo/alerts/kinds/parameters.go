package kinds

import (
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Parameters of a rule. Those of another kind are zero.
type Parameters struct {
	// DistanceKM of an introduction: no earlier record lies within it; nil with an area: in the area.
	DistanceKM *float64 `json:"distance_km,omitempty"`
	// Interval and MinBand are of an anomaly, Weeks and Unit of an excess and an infection too.
	Interval calendar.Interval `json:"interval,omitempty"`
	Weeks    calendar.Weeks    `json:"weeks,omitempty"`
	Unit     string            `json:"unit,omitempty"`     // of surveillance.EffortUnits; "" takes the only one
	MinBand  int               `json:"min_band,omitempty"` // 4 or 5
	// Pathogen of an infection, which is of the first positive pool of a season without a value, and of weeks with one.
	Pathogen    string   `json:"pathogen,omitempty"`
	SeasonStart int      `json:"season_start,omitempty"` // month, 1 to 12
	MinRate     *float64 `json:"min_rate,omitempty"`     // infected specimens per 1,000; more raise an alert
	// MinVectorIndex, in place of MinRate: infected specimens per unit of effort (Unit).
	MinVectorIndex *float64 `json:"min_vector_index,omitempty"`
	// Intervals of a silence: by how many usual intervals a site is overdue.
	Intervals float64 `json:"intervals,omitempty"`
}

// Limits and defaults of parameters.
const (
	DefaultDistanceKM = 50
	minDistanceKM     = 1
	maxDistanceKM     = 5000
	lowestBand        = 4
	highestBand       = 5
	defaultIntervals  = 2
	minIntervals      = 0.5
	maxIntervals      = 50
	maxRate           = 1000 // per 1,000
	maxVectorIndex    = 1e6
	maxPathogen       = 200 // letters
)

// ReadParameters reads the parameters of a kind and sets those that are not given. o collects the errors; it may be nil.
func ReadParameters(o *httpapi.Object, r Rule) (p Parameters) {
	if o == nil {
		o, _ = httpapi.ParseObject([]byte("{}")) // an object
	}
	switch r.Kind {
	case Introduction:
		p.DistanceKM = o.Float("distance_km", minDistanceKM, maxDistanceKM)
		if p.DistanceKM == nil && r.Area == "" && r.Set == "" {
			p.DistanceKM = new(float64(DefaultDistanceKM))
		}
	case Anomaly:
		p.Interval = calendar.Interval(oneOf(o, "interval", string(calendar.Weekly), string(calendar.Biweekly), string(calendar.Monthly)))
		p.Weeks = calendar.Weeks(oneOf(o, "weeks", string(calendar.ISO), string(calendar.MMWR)))
		p.Unit = oneOf(o, "unit", append([]string{""}, surveillance.EffortUnits...)...)
		p.MinBand = highestBand
		if band := o.Int("min_band", lowestBand, highestBand); band != nil {
			p.MinBand = *band
		}
	case Excess:
		p.Interval = calendar.Weekly
		p.Weeks = calendar.Weeks(oneOf(o, "weeks", string(calendar.ISO), string(calendar.MMWR)))
		p.Unit = oneOf(o, "unit", append([]string{""}, surveillance.EffortUnits...)...)
	case Infection:
		o.Require("pathogen")
		if name := o.Text("pathogen", maxPathogen); name != nil {
			p.Pathogen = surveillance.FindPathogen(strings.TrimSpace(*name)).Name
		} else if o.Has("pathogen") {
			o.Fail("pathogen", "missing", "pathogen must not be blank")
		}
		p.Weeks = calendar.Weeks(oneOf(o, "weeks", string(calendar.ISO), string(calendar.MMWR)))
		p.MinRate, p.MinVectorIndex = o.Float("min_rate", 0, maxRate), o.Float("min_vector_index", 0, maxVectorIndex)
		if p.MinRate != nil && p.MinVectorIndex != nil {
			o.Fail("min_vector_index", "not_allowed", "min_vector_index stands in place of min_rate: make a rule of each")
		}
		p.Unit = oneOf(o, "unit", append([]string{""}, surveillance.EffortUnits...)...)
		if p.Unit != "" && p.MinVectorIndex == nil {
			o.Fail("unit", "not_allowed", "unit is of min_vector_index: a rate has no effort")
		}
		p.SeasonStart = 1
		if month := o.Int("season_start", 1, 12); month != nil {
			p.SeasonStart = *month
		}
	case Silence:
		p.Intervals = defaultIntervals
		if n := o.Float("intervals", minIntervals, maxIntervals); n != nil {
			p.Intervals = *n
		}
	}
	return p
}

// oneOf reads a member that is one of some values, the first unless it is given.
func oneOf(o *httpapi.Object, name string, allowed ...string) string {
	text := o.Text(name, maxWord)
	if text == nil {
		return allowed[0]
	}
	for _, value := range allowed {
		if value == *text {
			return value
		}
	}
	o.Fail(name, "not_allowed", fmt.Sprintf("%s must not be %s", name, httpapi.Shown(*text)))
	return allowed[0]
}

const maxWord = 100
