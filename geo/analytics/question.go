package analytics

import (
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// question is what every request asks: a Filter, how time is parted, and which events count.
type question struct {
	filter    surveillance.Filter
	given     map[string]string // the Filter's parameters as they were sent
	names     *surveillance.Names
	lang      lang.Code
	format    string
	calendar  calendar.Calendar
	by        []string
	unit      string // of surveillance.EffortUnits; "" takes the only one there is
	pool      bool   // protocols together
	minNights *float64
	maxNights *float64
	lastYear  int         // later bins are no part of it; 0 for none
	total     bool        // nothing parts the results
	only      *someGroups // events of others are no part of it; nil: all
	intervals bool        // rates have one, which needs the sums of each site
	eachName  bool        // the catch is read by the names that were caught
}

// Formats of an answer.
const (
	formatJSON    = "json"
	formatCSV     = "csv"
	formatGeoJSON = "geojson"
)

// Values of by.
const (
	bySpecies  = "species"
	byProtocol = "protocol" // always
	byCountry  = "country"
	byArea     = "area"
	bySite     = "site"
	byCells    = "cells"  // of H3
	bySource   = "source" // of inquiries alone
)

// asked says which parameters a request has beside the Filter.
type asked struct {
	intervals []calendar.Interval // the first is the default
	by        []string
	events    bool // unit, pool_protocols, min_nights, max_nights
	flat      bool // there are no features
}

// maxNights is the largest number of nights of an event.
const maxNights = 366

// readQuestion reads the parameters of a request. Parameters of its own have to be read before.
func (a *Analytics) readQuestion(r *http.Request, p *httpapi.Params, want asked) (q question, err error) {
	formats := []string{formatJSON, formatCSV, formatGeoJSON}
	if want.flat {
		formats = formats[:2]
	}
	q.format = p.OneOf("f", formatJSON, formats...)
	var intervals []string
	for _, i := range want.intervals {
		intervals = append(intervals, string(i))
	}
	q.calendar = calendar.Calendar{Interval: calendar.Whole, Weeks: calendar.ISO}
	if intervals != nil {
		q.calendar.Interval = calendar.Interval(p.OneOf("interval", intervals[0], intervals...))
		q.calendar.Weeks = calendar.Weeks(p.OneOf("weeks", string(calendar.ISO), string(calendar.ISO), string(calendar.MMWR)))
	}
	if want.by != nil {
		q.by = p.List("by")
		for _, item := range q.by {
			if !slices.Contains(want.by, item) {
				p.Fail("by", "not_allowed", "by must be of "+strings.Join(want.by, ", "))
				break
			}
		}
	}
	q.eachName = q.has(bySpecies)
	if want.events {
		q.unit = p.OneOf("unit", "", surveillance.EffortUnits...)
		q.pool = p.Bool("pool_protocols")
		q.minNights, q.maxNights = p.Float("min_nights", 0, maxNights), p.Float("max_nights", 0, maxNights)
		if q.minNights != nil && q.maxNights != nil && *q.minNights > *q.maxNights {
			p.Fail("max_nights", "too_small", "max_nights must not be less than min_nights")
		}
	}
	q.lang = p.Lang()
	q.filter, q.names, err = p.Filter(r.Context(), a.lookups)
	q.given = map[string]string{}
	for _, name := range surveillance.Parameters {
		if values := r.URL.Query()[name]; len(values) > 0 {
			q.given[name] = strings.Join(values, ",")
		}
	}
	return q, err
}

// has reports whether results are parted by something.
func (q *question) has(by string) bool { return slices.Contains(q.by, by) }

// conditions are what selects the events and their catch: no males and nothing before the adult, unless the Filter asks otherwise.
func (q *question) conditions() eventindex.Conditions {
	return eventindex.Conditions{Filter: q.filter, NoMales: q.filter.Sexes == nil, NoImmature: q.filter.LifeStages == nil}
}
