package kinds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// minVisits is how many days with events a site needs.
const minVisits = 4

// silenceDetails are the facts of a silence.
type silenceDetails struct {
	DataSource string  `json:"data_source"`
	SiteID     *string `json:"site_id"` // null: the place is the site
	LastOn     string  `json:"last_event_on"`
	OverdueOn  string  `json:"overdue_on"`
	Interval   float64 `json:"usual_interval_days"` // in the season
	Months     []int   `json:"months"`              // of the season
	Events     int     `json:"event_days"`
}

// silences finds sites without an event for longer than is usual in their season. All rules share the sites.
func (r *round) silences(ctx context.Context, subjects []subject) error {
	if len(subjects) == 0 {
		return nil
	}
	filter := surveillance.DefaultFilter()
	filter.End = new(r.today.Time())
	sites, err := r.Analytics.Visits(ctx, filter)
	if err != nil {
		return err
	}
	seasons := newSeasons(sites, r.today)
	silent := map[float64][]*silence{} // by the intervals that a rule asks for, in the order of the sites
	for _, s := range subjects {
		intervals := s.rule.Parameters.Intervals
		if silent[intervals] == nil {
			silent[intervals] = seasons.silences(sites, intervals)
		}
		out, last := Findings{}, map[string]bool{}
		for n, site := range sites {
			areas := s.inside(site.Lon, site.Lat)
			source, known := s.names.DataSource(site.Source)
			if len(areas) == 0 || !known {
				continue
			}
			name := site.SiteID
			if name == "" {
				name = strconv.FormatFloat(site.Lat, 'f', 5, 64) + " " + strconv.FormatFloat(site.Lon, 'f', 5, 64)
			}
			last[source.ID+"/"+name] = true
			if fact := silent[intervals][n]; fact != nil {
				out.Facts = append(out.Facts, fact.of(site, source.ID, name, areas[0]))
			}
		}
		out.Gone = each(func(key string) string {
			if last[siteOf(key)] {
				return SiteReported
			}
			return EventsRemoved
		})
		r.found[s.rule.ID] = out
	}
	return nil
}

// lengthOfDay is that of a date behind a slash in a key.
const lengthOfDay = len("/2006-01-02")

func siteOf(key string) string { return key[:max(0, len(key)-lengthOfDay)] }

// silence is a silent site.
type silence struct {
	overdue calendar.Day
	details silenceDetails
}

func (f silence) of(site analytics.Visits, source, name, area string) Fact {
	f.details.DataSource = source
	if site.SiteID != "" {
		f.details.SiteID = &site.SiteID
	}
	return Fact{
		Key: source + "/" + name + "/" + f.details.LastOn, Day: f.overdue, Area: area, Details: f.details,
		Place: &surveillance.Location{Lat: surveillance.RoundDegrees(site.Lat), Lng: surveillance.RoundDegrees(site.Lon)},
		Title: fmt.Sprintf("Site %s of %s: no event since %s, usually every %g days", name, source, f.details.LastOn, f.details.Interval),
	}
}

// seasons know in which months sites and data sources work.
type seasons struct {
	today    calendar.Day
	first    calendar.Day
	months   []time.Month // of the days from first to today
	bySource map[int32]surveillance.Months
}

func newSeasons(sites []analytics.Visits, today calendar.Day) *seasons {
	s := &seasons{today: today, first: today, bySource: map[int32]surveillance.Months{}}
	days := map[int32][]calendar.Day{}
	for _, site := range sites {
		s.first = min(s.first, site.Days[0])
		days[site.Source] = append(days[site.Source], site.Days...)
	}
	for day := s.first; day <= today; day++ {
		s.months = append(s.months, day.Time().Month())
	}
	for source, all := range days {
		slices.Sort(all)
		s.bySource[source], _ = season(all)
	}
	return s
}

// season returns the months that have events in at least half of the years from the first to the last of some days, and how many years
// these are.
func season(days []calendar.Day) (months surveillance.Months, years int) {
	var in [12]int
	seen := map[[2]int]bool{}
	for _, day := range days {
		at := day.Time()
		if key := [2]int{at.Year(), int(at.Month())}; !seen[key] {
			seen[key] = true
			in[at.Month()-1]++
		}
	}
	years = days[len(days)-1].Time().Year() - days[0].Time().Year() + 1
	for i, n := range in {
		if n > 0 && 2*n >= years {
			months |= 1 << i
		}
	}
	return months, years
}

// silences returns what is silent of sites; nil for a site that is not.
func (s *seasons) silences(sites []analytics.Visits, intervals float64) []*silence {
	all := make([]*silence, len(sites))
	for n, site := range sites {
		all[n] = s.silence(site, intervals)
	}
	return all
}

// silence counts days of the season alone: those between events, and those since the last one. A site that is in its first year has the
// season of its data source.
func (s *seasons) silence(site analytics.Visits, intervals float64) *silence {
	if len(site.Days) < minVisits {
		return nil
	}
	months, years := season(site.Days)
	if years == 1 {
		months = s.bySource[site.Source]
	}
	var gaps []float64
	for i, day := range site.Days[1:] {
		if gap := s.count(site.Days[i], day, months); gap > 0 { // an event outside of the season says nothing of the interval in it
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) < minVisits-1 {
		return nil
	}
	usual, last := estimate.Quantile(gaps, 0.5), site.Days[len(site.Days)-1]
	left := int(math.Floor(usual*(1+intervals))) + 1
	for day := last + 1; day <= s.today; day++ {
		if !s.works(day, months) {
			continue
		}
		if left--; left == 0 {
			return &silence{day, silenceDetails{
				LastOn: last.String(), OverdueOn: day.String(), Interval: usual, Months: monthNumbers(months), Events: len(site.Days),
			}}
		}
	}
	return nil
}

func (s *seasons) works(day calendar.Day, months surveillance.Months) bool {
	return months&(1<<(s.months[day-s.first]-1)) != 0
}

// count returns the days of the season after one day, up to another.
func (s *seasons) count(after, until calendar.Day, months surveillance.Months) (n float64) {
	for day := after + 1; day <= until; day++ {
		if s.works(day, months) {
			n++
		}
	}
	return n
}

func monthNumbers(months surveillance.Months) (numbers []int) {
	for i := range 12 {
		if months&(1<<i) != 0 {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}
