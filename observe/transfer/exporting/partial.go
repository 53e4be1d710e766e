package exporting

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// partialEvents say what the sampling events of an export claim when its Filter leaves out records of theirs: no more than the file holds,
// so that none seems to have caught nothing.
type partialEvents struct {
	filter surveillance.Filter
	names  *surveillance.Names
	known  map[string][]string // narrowed targets by the targets; nil where names cannot say them
}

// asksOfRecords reports whether a Filter asks what a record is: events that caught nothing do not match it.
func asksOfRecords(f surveillance.Filter) bool { return f.Taxa != nil || asksOfKinds(f) }

// asksOfKinds reports whether a Filter asks of a record what no target of an event says.
func asksOfKinds(f surveillance.Filter) bool {
	return f.LifeStages != nil || f.Sexes != nil || f.Flags != 0 || f.WithoutFlags != 0 || f.Qualifier != ""
}

// lacksStatus reports whether a Filter leaves out records that count as the catch.
func lacksStatus(f surveillance.Filter) bool {
	return !slices.Contains(f.Statuses, surveillance.Unverified) || !slices.Contains(f.Statuses, surveillance.Verified)
}

// narrow restricts what an event claims to what the file holds of it: to the taxa that are asked for, and to an incomplete count where the
// Filter leaves out others of its records.
func (p *partialEvents) narrow(e *exportEvent) {
	incomplete := asksOfKinds(p.filter) || lacksStatus(p.filter) || e.LeftOut
	e.Partial = incomplete || p.filter.Taxa != nil
	if p.filter.Taxa != nil {
		if targets := p.targets(e.Targets); targets != nil {
			e.Targets = targets
		} else {
			incomplete = true
		}
	}
	if incomplete {
		e.Complete = new(false)
	}
	if e.Partial {
		e.SourceHash = nil // its file says more
	}
}

func (p *partialEvents) targets(of []string) []string {
	key := strings.Join(of, "\x00")
	narrowed, found := p.known[key]
	if found {
		return narrowed
	}
	narrowed, ok := p.filter.Narrowed(of, p.names)
	if !ok {
		narrowed = nil
	}
	if p.known == nil {
		p.known = map[string][]string{}
	}
	p.known[key] = narrowed
	return narrowed
}
