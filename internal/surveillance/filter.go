package surveillance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// shownStatuses are the statuses of the records that are shown by default.
var shownStatuses = []string{Unverified, Verified}

// Filter selects observations. A nil field sets no condition; a list that is empty but not nil matches nothing.
type Filter struct {
	Taxa              []int32    // keys; an unknown name adds none
	Exact             bool       // conditions on names take the name alone, and not what it includes
	NamesTaxa         bool       // a species, a genus or a disease is among the conditions
	Start, End        *time.Time // UTC days, both inclusive
	BBox              *BBox
	Countries         []string
	Regions           []string
	DataSources       []int32
	Statuses          []string // never empty
	LifeStages        []string // lower case, as the next two
	Sexes             []string
	SamplingProtocols []string
	Months            Months   // 0 sets no condition
	MaxUncertaintyM   *float64 // metres; records without a stated accuracy are included
	Flags             Flags    // records with one of them; 0 sets no condition
	WithoutFlags      Flags    // records with none of them
	Qualifier         Qualifier
	EventIDs          []string
	Areas             Areas
}

// Qualifier is a condition on the doubt about a record's name; "" sets none.
type Qualifier string

// Conditions on the doubt about a name.
const (
	Certain   Qualifier = "certain"   // no identificationQualifier
	Uncertain Qualifier = "uncertain" // an identificationQualifier, such as cf.
)

// DefaultFilter matches every record that is shown by default.
func DefaultFilter() Filter { return Filter{Statuses: shownStatuses} }

// WithSpecies restricts the Filter to names, ids or synonyms and what they include; nil changes nothing. An unknown name matches
// nothing. The error is ErrNamesNotLoaded.
func (f Filter) WithSpecies(species []string, names *Names) (Filter, error) {
	if species == nil {
		return f, nil
	}
	if err := names.TaxaErr(); err != nil {
		return f, err
	}
	f.NamesTaxa = true
	if f.Exact {
		return f.withTaxa(names.findExactly(species)), nil
	}
	return f.withTaxa(names.findAll(species)), nil
}

// Included returns the taxa whose records the conditions on species, genera and diseases find, ordered by name; nil when there are
// none such.
func (f Filter) Included(names *Names) []Included {
	if !f.NamesTaxa {
		return nil
	}
	return names.Included(f.Taxa)
}

// withTaxa keeps of the Filter's taxa those that are among keys.
func (f Filter) withTaxa(keys []int32) Filter {
	if f.Taxa != nil {
		keys = slices.DeleteFunc(keys, func(k int32) bool { return !slices.Contains(f.Taxa, k) })
	}
	slices.Sort(keys)
	f.Taxa = slices.Compact(keys)
	return f
}

// MatchesNothing reports that no record can match, whatever the database holds. False promises nothing.
func (f Filter) MatchesNothing() bool {
	return (f.Taxa != nil && len(f.Taxa) == 0) || (f.DataSources != nil && len(f.DataSources) == 0) ||
		(f.Start != nil && f.End != nil && f.Start.After(*f.End))
}

// Key returns a text that two Filters share exactly when they set the same conditions: part of cache keys and ETags.
func (f Filter) Key() string {
	var b strings.Builder
	field := func(name string, value any) { fmt.Fprintf(&b, "%s=%v;", name, value) }
	if f.Taxa != nil {
		field("taxa", sorted(f.Taxa))
	}
	if f.Start != nil {
		field("start", f.Start.Format(time.DateOnly))
	}
	if f.End != nil {
		field("end", f.End.Format(time.DateOnly))
	}
	if f.BBox != nil {
		field("bbox", *f.BBox)
	}
	if f.Areas != nil {
		field("area", f.Areas.Key())
	}
	for _, list := range []struct {
		name  string
		items []string
	}{
		{"country", f.Countries}, {"region", f.Regions}, {"status", f.Statuses}, {"life_stage", f.LifeStages}, {"sex", f.Sexes},
		{"sampling_protocol", f.SamplingProtocols}, {"event", f.EventIDs},
	} {
		if list.items != nil {
			fmt.Fprintf(&b, "%s=%q;", list.name, sorted(list.items))
		}
	}
	if f.DataSources != nil {
		field("source", sorted(f.DataSources))
	}
	if f.Months != 0 {
		field("months", f.Months)
	}
	if f.MaxUncertaintyM != nil {
		field("accuracy", *f.MaxUncertaintyM)
	}
	if f.Flags != 0 {
		field("flags", f.Flags)
	}
	if f.WithoutFlags != 0 {
		field("without_flags", f.WithoutFlags)
	}
	if f.Qualifier != "" {
		field("qualifier", f.Qualifier)
	}
	return b.String()
}

// sorted returns the items in order, each once.
func sorted[T cmp.Ordered](items []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(items)))
}

// Within restricts the Filter to records of some taxa, by their names, and of some countries, by their ids. None is no restriction.
func (f Filter) Within(taxa, countries []string, names *Names) Filter {
	if keys, all := names.FindTargets(taxa); !all {
		f.NamesTaxa = true
		f = f.withTaxa(keys)
	}
	switch {
	case len(countries) == 0:
	case len(f.Countries) == 0:
		f.Countries = countries
	default:
		f.Countries = slices.DeleteFunc(slices.Clone(f.Countries), func(id string) bool { return !slices.Contains(countries, id) })
		if len(f.Countries) == 0 { // no condition on countries would find all of them
			f.NamesTaxa, f.Taxa = true, []int32{}
		}
	}
	return f
}
