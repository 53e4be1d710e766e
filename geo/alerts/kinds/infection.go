package kinds

import (
	"cmp"
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// infectionDetails are the facts of an infection rate above a value; rates are per 1,000.
type infectionDetails struct {
	Pathogen   string   `json:"pathogen"`
	Subject    string   `json:"subject"`
	Bin        string   `json:"bin"`
	DataSource *string  `json:"data_source"`
	Protocol   string   `json:"protocol"`
	Pools      int64    `json:"pools"`
	Positive   int64    `json:"positive"`
	Tested     int64    `json:"tested"` // specimens
	Estimate   *float64 `json:"estimate"`
	Lower      *float64 `json:"lower"`
	Upper      *float64 `json:"upper"`
	MIR        *float64 `json:"mir"`
}

// vectorIndexDetails are the facts of a vector index above a value.
type vectorIndexDetails struct {
	Pathogen string                 `json:"pathogen"`
	Subject  string                 `json:"subject"`
	Bin      string                 `json:"bin"`
	Protocol string                 `json:"protocol"`
	Unit     string                 `json:"unit"`
	Value    *float64               `json:"value"`
	AtLeast  *float64               `json:"at_least"` // where there is no value
	Terms    []analytics.VectorTerm `json:"terms"`
	LeftOut  []analytics.NoTerm     `json:"left_out"`
}

// infections finds the first positive pool of a season of each data source, or weeks whose infection rate or vector index with one protocol
// is above a value.
func (r *round) infections(ctx context.Context, subjects []subject) error {
	var first, rates, indices []subject
	for _, s := range subjects {
		switch p := s.rule.Parameters; {
		case p.MinRate != nil:
			rates = append(rates, s)
		case p.MinVectorIndex != nil:
			indices = append(indices, s)
		default:
			first = append(first, s)
		}
	}
	if err := r.ask(ctx, first, func(i analytics.Inquiry, same []subject) error { return r.firstPositives(ctx, i, same) }); err != nil {
		return err
	}
	if err := r.ask(ctx, rates, func(i analytics.Inquiry, same []subject) error {
		all, err := r.Analytics.Infections(ctx, i)
		for _, s := range same {
			r.found[s.rule.ID] = r.highRates(s, all)
		}
		return err
	}); err != nil {
		return err
	}
	return r.ask(ctx, indices, func(i analytics.Inquiry, same []subject) error {
		all, unit, err := r.Analytics.VectorIndices(ctx, i)
		for _, s := range same {
			r.found[s.rule.ID] = r.highIndices(s, all, unit)
		}
		return err
	})
}

// goneWith returns the reasons why facts are gone: there is nothing any more with their key, or it says something else.
func goneWith(known map[string]bool, removed string) func(context.Context, []string) (map[string]string, error) {
	return each(func(key string) string {
		if known[key] {
			return FactsChanged
		}
		return removed
	})
}

// highRates finds weeks that have ended whose infection rate is above the value of a rule. Where there is no estimate, as where every pool is
// positive, the minimum rate is compared.
func (r *round) highRates(s subject, all []analytics.Infection) Findings {
	known := map[string]bool{}
	out := Findings{Gone: goneWith(known, PoolsRemoved)}
	for _, i := range all {
		if i.Pools == 0 || !s.has(i.Area()) {
			continue
		}
		d := infectionDetails{
			Pathogen: s.rule.Parameters.Pathogen, Subject: s.title(), Bin: *i.Bin, Protocol: orNone(i.Protocol, ""), Pools: i.Pools, Positive: i.Positive,
			Tested: i.Tested, Estimate: i.Estimate, Lower: i.Lower, Upper: i.Upper, MIR: i.MIR,
		}
		key := fmt.Sprintf("%s/%s/%d/%s", d.Bin, i.Area(), i.Source(), d.Protocol)
		known[key] = true
		rate := cmp.Or(i.Estimate, i.MIR)
		last, ended := r.ended(*i.End)
		if !ended || rate == nil || *rate <= *s.rule.Parameters.MinRate {
			continue
		}
		if source, ok := s.names.DataSource(i.Source()); ok {
			d.DataSource = &source.ID
		}
		out.Facts = append(out.Facts, Fact{
			Key: key, Day: last, Area: i.Area(), Details: d,
			Title: fmt.Sprintf("%s in %s: %.1f infected per 1,000 (%d of %d pools, %s, %s)", d.Pathogen, d.Bin, *rate, d.Positive, d.Pools,
				cmp.Or(d.Protocol, "no protocol"), orNone(d.DataSource, "no data source")),
		})
	}
	return out
}

// highIndices finds weeks that have ended whose vector index is above the value of a rule.
func (r *round) highIndices(s subject, all []analytics.VectorIndex, unit string) Findings {
	known := map[string]bool{}
	out := Findings{Gone: goneWith(known, PoolsRemoved)}
	for _, v := range all {
		value := cmp.Or(v.Value, v.AtLeast)
		if value == nil || !s.has(v.Area()) {
			continue
		}
		d := vectorIndexDetails{
			Pathogen: s.rule.Parameters.Pathogen, Subject: s.title(), Bin: *v.Bin, Protocol: orNone(v.Protocol, ""), Unit: unit, Value: v.Value,
			AtLeast: v.AtLeast, Terms: v.Terms, LeftOut: v.LeftOut,
		}
		key := fmt.Sprintf("index/%s/%s/%s", d.Bin, v.Area(), d.Protocol)
		known[key] = true
		bound := ""
		if v.Value == nil {
			bound = "at least "
		}
		last, ended := r.ended(*v.End)
		if !ended || *value <= *s.rule.Parameters.MinVectorIndex {
			continue
		}
		out.Facts = append(out.Facts, Fact{
			Key: key, Day: last, Area: v.Area(), Details: d,
			Title: fmt.Sprintf("%s in %s: vector index %s%.2f, of %d species (%s, by %s)", d.Pathogen, d.Bin, bound, *value, len(d.Terms),
				cmp.Or(d.Protocol, "no protocol"), unit),
		})
	}
	return out
}

// ended returns the last day of a bin, and whether it has passed.
func (r *round) ended(end string) (last calendar.Day, ended bool) {
	day, err := surveillance.ParseDay("end", end)
	last = calendar.DayOf(day)
	return last, err == nil && last < r.today
}

func orNone(text *string, none string) string {
	if text == nil {
		return none
	}
	return *text
}
