package kinds

import (
	"cmp"
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// anomalyDetails are the facts of an anomaly.
type anomalyDetails struct {
	Subject string `json:"subject"` // what was caught
	analytics.Anomaly
}

// anomalies finds bins that have ended whose abundance lies in a high band of the years before.
func (r *round) anomalies(ctx context.Context, subjects []subject) error {
	return r.ask(ctx, subjects, func(i analytics.Inquiry, same []subject) error {
		all, err := r.Analytics.Anomalies(ctx, i)
		if err != nil {
			return err
		}
		for _, s := range same {
			r.found[s.rule.ID] = r.anomaliesOf(s, all)
		}
		return nil
	})
}

// ask asks what rules ask about rates. Rules that differ in their areas and limits alone share one inquiry.
func (r *round) ask(ctx context.Context, subjects []subject, ask func(i analytics.Inquiry, same []subject) error) error {
	type question struct {
		species, disease, unit string
		calendar               calendar.Calendar
		everywhere             bool
		pathogen               string
		seasonStart            int
	}
	asked := map[question][]subject{}
	for _, s := range subjects {
		p := s.rule.Parameters
		c := calendar.Calendar{Interval: cmp.Or(p.Interval, calendar.Weekly), Weeks: p.Weeks}
		q := question{s.rule.Species, s.rule.Disease, p.Unit, c, s.zones == nil, p.Pathogen, p.SeasonStart}
		asked[q] = append(asked[q], s)
	}
	for q, same := range asked {
		inquiry := analytics.Inquiry{Filter: same[0].filter, Names: same[0].names, Unit: q.unit, Calendar: q.calendar, Pathogen: surveillance.FindPathogen(q.pathogen)}
		if !q.everywhere {
			inquiry.Areas = joined(same)
		}
		if err := ask(inquiry, same); err != nil {
			if err := r.fail(ctx, err, same...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *round) anomaliesOf(s subject, all []analytics.Anomaly) Findings {
	known := map[string]bool{}
	out := Findings{Gone: each(func(key string) string {
		if known[key] {
			return FactsChanged
		}
		return EventsRemoved
	})}
	for _, a := range all {
		if !s.has(a.Area()) {
			continue
		}
		protocol := ""
		if a.Protocol != nil {
			protocol = *a.Protocol
		}
		key := fmt.Sprintf("%s/%s/%s", a.Bin, a.Area(), protocol)
		known[key] = true
		end, err := surveillance.ParseDay("end", a.End)
		if day := calendar.DayOf(end); err != nil || day >= r.today || a.Band == nil || *a.Band < s.rule.Parameters.MinBand {
			continue
		}
		out.Facts = append(out.Facts, Fact{
			Key: key, Day: calendar.DayOf(end), Area: a.Area(), Details: anomalyDetails{s.title(), a},
			Title: fmt.Sprintf("%s in %s: %.0f%% of the mean of %d years (%s)", s.title(), a.Bin, *a.Percent, len(a.Years), cmp.Or(protocol, "no protocol")),
		})
	}
	return out
}

// title says in English what a rule is about.
func (s subject) title() string {
	switch {
	case s.rule.Disease != "":
		return "Vectors of " + s.names.Name(surveillance.KindDisease, lang.English, s.rule.Disease)
	case s.rule.Species == "":
		return "Mosquitoes"
	}
	if t, ok := s.names.FindTaxon(s.rule.Species); ok {
		return t.ScientificName
	}
	return s.rule.Species
}
