package headers

import (
	"slices"
	"strings"
)

// eventTerms are the columns that say something of the sampling event alone: of Darwin Core, of its Humboldt extension
// (http://rs.tdwg.org/eco/terms/), and the keys of a Mapping that neither has a term for. A record keeps all of them in its metadata.
var eventTerms = map[string]Role{
	"locationID":                    Site,
	"samplingEffort":                SamplingEffort,
	"sampleSizeValue":               SampleSize,
	"sampleSizeUnit":                SampleSizeUnit,
	"samplingEffortValue":           EffortValue,
	"samplingEffortUnit":            EffortUnit,
	"isTaxonomicScopeFullyReported": ScopeReported,
	"excludedTaxonomicScope":        ExcludedScope,
	"isAbsenceReported":             AbsenceReported,
	"absentTaxa":                    AbsentTaxa,
	"eventRemarks":                  EventRemarks,
	"protocolNames":                 Protocols,

	"traps":   Traps,
	"nights":  Nights,
	"problem": Problem,
	"lure":    Lure,
}

// mappedAlone are eventTerms that only a Mapping can name: as headers they may mean something else.
var mappedAlone = []string{"traps", "nights", "problem", "lure"}

// valueRole returns the role of a term that a record, an event or a pool has a field for.
func valueRole(term string) (Role, bool) {
	if as, ok := roleOf(term); ok {
		return as.role, true
	}
	if role, ok := eventTerms[term]; ok {
		return role, true
	}
	role, ok := poolTerms[term]
	return role, ok
}

// takeOfEvent finds the columns of the event that have the name of their term. For a record they mean nothing, as before.
func (l *Layout) takeOfEvent() {
	if at := l.Columns[EventID]; at >= 0 && l.EventParts != nil {
		l.terms[at], l.Columns[EventID] = "", -1 // the map makes the id of other columns
	}
	for term, role := range eventTerms {
		if slices.Contains(mappedAlone, term) || l.Columns[role] >= 0 {
			continue
		}
		l.Columns[role] = slices.IndexFunc(l.names, func(name string) bool {
			return strings.EqualFold(strings.TrimPrefix(name, "eco:"), term)
		})
		if at := l.Columns[role]; at >= 0 && l.terms[at] != "" {
			l.Columns[role] = -1 // the map says that it is something else
		}
	}
}

// findParts finds the columns of an id that is made of several: YEAR+WEEK+TRAP.
func (l *Layout) findParts(names string) (columns []int, err error) {
	for name := range strings.SplitSeq(names, "+") {
		at, err := l.find(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		columns = append(columns, at)
	}
	return columns, nil
}

// likelyParts returns the columns of the first of some ids that are made of several and whose columns are all there.
func (l *Layout) likelyParts(ids []string) []int {
	for _, names := range ids {
		if columns, err := l.findParts(names); err == nil && len(columns) > 1 {
			return columns
		}
	}
	return nil
}

// StatesEvents reports whether the rows are of sampling events: the map or the profile says what their id is, or a column has it beside
// one that states effort. An eventID alone is a field of the record.
func (l *Layout) StatesEvents() bool {
	if l.EventParts != nil || l.mapped["eventID"] || l.Values[EventID][""] != "" {
		return true
	}
	return l.has(EventID) && slices.ContainsFunc([]Role{Traps, Nights, EffortValue, SampleSize, SamplingEffort}, l.has)
}
