package analytics

import (
	"context"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Inquiry is a question that another package asks, of all years at once and always parted by protocol.
type Inquiry struct {
	Filter   surveillance.Filter // without areas
	Names    *surveillance.Names
	Areas    *places.Areas // part the results; nil: everywhere together
	Calendar calendar.Calendar
	Unit     string                // of surveillance.EffortUnits; "" takes the only one that the events have, else the error is a 422
	Pathogen surveillance.Pathogen // of questions about pools
}

// question returns the question of an inquiry, whose results are parted by more than its areas.
func (i Inquiry) question(by ...string) *question {
	q := &question{filter: i.Filter, names: i.Names, calendar: i.Calendar, unit: i.Unit, by: by}
	if i.Areas != nil {
		q.by = append(q.by, byArea)
	}
	return q
}

// Anomalies compares every bin with those of the years before, as anomaly does for one year. There are none where no event is valid.
func (a *Analytics) Anomalies(ctx context.Context, i Inquiry) ([]Anomaly, error) {
	s, err := a.valid(ctx, i)
	if err != nil || s == nil {
		return nil, err
	}
	years := map[int]bool{}
	for key := range s.groups {
		years[int(key.bin.Year)] = true
	}
	results := []Anomaly{}
	for year := range years {
		ofYear, _ := s.anomalies(year, surveillance.Filter{})
		results = append(results, ofYear...)
	}
	return results, nil
}

// Series is the catch and the effort of consecutive bins with one protocol.
type Series struct {
	Protocol string // "" for none
	Area     string // id; "" for everywhere
	First    calendar.Bin
	Bins     []estimate.Week // from First on; without effort where there was no event
}

// Series returns the catch and the effort of each protocol and area. There are none where no event is valid.
func (a *Analytics) Series(ctx context.Context, i Inquiry) ([]Series, error) {
	s, err := a.valid(ctx, i)
	if err != nil || s == nil {
		return nil, err
	}
	type part struct {
		protocol uint16
		area     int32
	}
	bins := map[part][]calendar.Bin{}
	for key := range s.groups {
		at := part{key.protocol, key.area}
		bins[at] = append(bins[at], key.bin)
	}
	all := make([]Series, 0, len(bins))
	for at, list := range bins {
		first, last := slices.MinFunc(list, calendar.Bin.Compare), slices.MaxFunc(list, calendar.Bin.Compare)
		one := Series{First: first}
		if at.protocol != 0 {
			one.Protocol = s.scope.selection.Words[at.protocol]
		}
		if at.area != 0 {
			one.Area = *s.areas.Place(places.ID(at.area)).AreaID
		}
		for bin := first; bin.Compare(last) <= 0; bin = i.Calendar.Next(bin) {
			var week estimate.Week
			if g := s.groups[groupKey{bin: bin, protocol: at.protocol, area: at.area}]; g != nil {
				week = estimate.Week{Specimens: g.all.specimens, Effort: g.effort.Value()}
			}
			one.Bins = append(one.Bins, week)
		}
		all = append(all, one)
	}
	return all, nil
}

// valid reads the valid events of an inquiry; nil where its Filter matches nothing.
func (a *Analytics) valid(ctx context.Context, i Inquiry) (*survey, error) {
	if i.Filter.MatchesNothing() {
		return nil, nil
	}
	m, err := a.moment(ctx)
	if err != nil {
		return nil, err
	}
	return a.inquire(ctx, m, i.question(), i.Areas)
}

// inquire reads the valid events of a question.
func (a *Analytics) inquire(ctx context.Context, m *moment, q *question, areas *places.Areas) (*survey, error) {
	selection, err := m.selection(ctx, q.conditions())
	if err != nil {
		return nil, err
	}
	c := newScope(q, selection)
	unit, err := a.unitOf(ctx, c)
	if err != nil {
		return nil, err
	}
	s, err := newSurvey(ctx, c, unit, areas)
	if err != nil {
		return nil, err
	}
	return s, checkSize(len(s.groups))
}

// Visits are the days on which the events of a site ended, whatever they caught.
type Visits struct {
	Source   int32          // key of the data source
	SiteID   string         // in the data source; "" for a place
	Lon, Lat float64        // degrees, of the newest event
	Days     []calendar.Day // in order, each once
}

// Visits returns the sites of the events that a Filter selects by their own place, days and sampling. Events of a month or a year are
// left out.
func (a *Analytics) Visits(ctx context.Context, f surveillance.Filter) ([]Visits, error) {
	m, err := a.moment(ctx)
	if err != nil {
		return nil, err
	}
	selection, err := m.selection(ctx, eventindex.Conditions{Filter: f})
	if err != nil {
		return nil, err
	}
	type visits struct {
		days   []calendar.Day
		latest place
	}
	all := make([]visits, len(selection.Sites))
	err = selection.Each(ctx, func() (func(*eventindex.Event, []eventindex.Catch), func()) {
		part := map[uint32]visits{}
		return func(e *eventindex.Event, _ []eventindex.Catch) {
				if e.Precision >= eventindex.WholeMonth {
					return
				}
				v := part[e.Site]
				v.days = append(v.days, calendar.Day(e.LastDay))
				if at := placeOf(e); len(v.days) == 1 || at.compare(v.latest) > 0 {
					v.latest = at
				}
				part[e.Site] = v
			}, func() {
				for site, v := range part {
					if len(all[site].days) == 0 || v.latest.compare(all[site].latest) > 0 {
						all[site].latest = v.latest
					}
					all[site].days = append(all[site].days, v.days...)
				}
			}
	})
	if err != nil {
		return nil, err
	}
	sites := []Visits{}
	for number, v := range all {
		if len(v.days) == 0 {
			continue
		}
		slices.Sort(v.days)
		site := selection.Sites[number]
		sites = append(sites, Visits{
			Source: site.Source, SiteID: site.ID, Days: slices.Compact(v.days),
			Lon: eventindex.Degrees(v.latest.lon), Lat: eventindex.Degrees(v.latest.lat),
		})
	}
	return sites, nil
}
