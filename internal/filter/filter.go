// Package filter is the Filter: the one set of query parameters that /geo, tiles, stats, export and the list of
// observations share, what each of them means, and its parameters for SQL. It imports internal/httpapi, internal/lookup
// and internal/lang.
package filter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// Parameters are the names of the Filter's query parameters.
var Parameters = []string{
	"species", "bbox", "start_date", "end_date", "country", "region", "data_source", "status", "life_stage", "sex", "sampling_protocol",
	"months", "max_uncertainty_m", "genus", "vector_status", "disease",
}

// MaxItems bounds the items of one list parameter.
const MaxItems = 500

// maxUncertainty is the largest accuracy that a record may have, in metres.
const maxUncertainty = 1e8

// Statuses of a record.
var Statuses = []string{"unverified", "verified", "rejected"}

// shown are the statuses of records that a request sees unless it asks for others.
var shown = []string{"unverified", "verified"}

// VectorStatuses of a species; a name outside the catalog is Unknown.
var VectorStatuses = []string{"High", "Moderate", "Low", "None", "Unknown"}

// Filter says which observations are meant. A nil field asks for nothing; a list that is empty but not nil matches nothing.
type Filter struct {
	Taxa              []int32    // keys; what a request's unknown names add is nothing
	Start, End        *time.Time // UTC days, both inclusive
	BBox              *BBox
	Countries         []string
	Regions           []string
	DataSources       []int32
	Statuses          []string // never empty
	LifeStages        []string // lower case, as the next two
	Sexes             []string
	SamplingProtocols []string
	Months            uint16   // bit 0 is January; 0 asks for nothing
	MaxUncertaintyM   *float64 // metres; records that say no accuracy are included
}

// All matches every record that is shown by default.
func All() Filter { return Filter{Statuses: shown} }

// Parse reads a Filter from a query string. Errors go to p. names resolves species and data sources.
func Parse(p *httpapi.Params, names *lookup.Snapshot) (Filter, error) {
	f := All()
	f.BBox = parseBBox(p)
	f.Start, f.End = p.Date("start_date"), p.Date("end_date")
	species := list(p, "species")
	groups := groups{genera: slugs(list(p, "genus")), statuses: lowered(list(p, "vector_status")), diseases: slugs(list(p, "disease"))}
	for _, s := range groups.statuses {
		if !slices.ContainsFunc(VectorStatuses, func(known string) bool { return strings.EqualFold(known, s) }) {
			p.Fail("vector_status", "not_allowed", "vector_status must be one of "+strings.Join(VectorStatuses, ", "))
			break
		}
	}
	f.Countries = lowered(list(p, "country"))
	f.Regions = slugs(list(p, "region"))
	sources := list(p, "data_source")
	if statuses := lowered(list(p, "status")); statuses != nil {
		f.Statuses = statuses
		for _, s := range statuses {
			if !slices.Contains(Statuses, s) {
				p.Fail("status", "not_allowed", "status must be one of "+strings.Join(Statuses, ", "))
				break
			}
		}
	}
	f.LifeStages = lowered(list(p, "life_stage"))
	f.Sexes = lowered(list(p, "sex"))
	f.SamplingProtocols = lowered(list(p, "sampling_protocol"))
	f.Months = parseMonths(p)
	f.MaxUncertaintyM = p.Float("max_uncertainty_m", 0, maxUncertainty)
	if err := p.Err(); err != nil {
		return f, err
	}
	if err := f.WithSpecies(species, names); err != nil {
		return f, err
	}
	if err := f.withGroups(groups, names); err != nil {
		return f, err
	}
	if sources != nil {
		f.DataSources = []int32{}
		for _, id := range sources {
			if d, ok := names.FindDataSource(id); ok {
				f.DataSources = append(f.DataSources, d.Key)
			}
		}
	}
	return f, nil
}

// WithSpecies restricts the Filter to names, ids or synonyms; nil changes nothing. A name that nothing has matches
// nothing. Without the lookup of names the answer would be wrong, so that is an error: 503.
func (f *Filter) WithSpecies(species []string, names *lookup.Snapshot) error {
	if species == nil {
		return nil
	}
	if err := names.TaxaErr(); err != nil {
		return httpapi.Unavailable("Species names are not loaded; try again", err)
	}
	keys := []int32{}
	for _, name := range species {
		if t, ok := names.FindTaxon(name); ok && !slices.Contains(keys, t.Key) {
			keys = append(keys, t.Key)
		}
	}
	f.restrict(keys)
	return nil
}

// restrict keeps of the Filter's taxa those that are among keys.
func (f *Filter) restrict(keys []int32) {
	if f.Taxa != nil {
		keys = slices.DeleteFunc(keys, func(k int32) bool { return !slices.Contains(f.Taxa, k) })
	}
	slices.Sort(keys)
	f.Taxa = keys
}

// MatchesNothing says that no record can match, without looking.
func (f Filter) MatchesNothing() bool {
	return (f.Taxa != nil && len(f.Taxa) == 0) || (f.DataSources != nil && len(f.DataSources) == 0) ||
		(f.Start != nil && f.End != nil && f.Start.After(*f.End))
}

// Key returns a text that two Filters share when they mean the same. It begins no other Filter's key.
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
	for _, list := range []struct {
		name  string
		items []string
	}{
		{"country", f.Countries}, {"region", f.Regions}, {"status", f.Statuses}, {"life_stage", f.LifeStages}, {"sex", f.Sexes},
		{"sampling_protocol", f.SamplingProtocols},
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
	return b.String()
}

// sorted returns the different items in order.
func sorted[T cmp.Ordered](items []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(items)))
}

// Args returns the parameters of sql/fragment/filter.sql.
func (f Filter) Args() postgres.Args {
	args := postgres.Args{
		"statuses": f.Statuses, "life_stages": f.LifeStages, "sexes": f.Sexes, "sampling_protocols": f.SamplingProtocols,
		"max_uncertainty_m": f.MaxUncertaintyM,
		"start_at":          f.Start, "end_at": nil, "end_day": f.End,
		"west": nil, "south": nil, "east": nil, "north": nil,
	}
	if f.End != nil {
		args["end_at"] = f.End.AddDate(0, 0, 1)
	}
	setOneOrMany(args, "taxon", "taxa", f.Taxa)
	setOneOrMany(args, "country", "countries", f.Countries)
	setOneOrMany(args, "region", "regions", f.Regions)
	setOneOrMany(args, "data_source", "data_sources", f.DataSources)
	setOneOrMany(args, "month_set", "month_sets", monthSets(f.Months))
	if b := f.BBox; b != nil {
		args["west"], args["south"], args["east"], args["north"] = b.West, b.South, b.East, b.North
	}
	return args
}

// setOneOrMany sets the argument for one item, or the one for a list; nil sets neither.
func setOneOrMany[T any](args postgres.Args, one, many string, items []T) {
	args[one], args[many] = nil, nil
	if len(items) == 1 {
		args[one] = items[0]
	} else if items != nil {
		args[many] = items
	}
}

func list(p *httpapi.Params, name string) []string {
	items := p.List(name)
	if len(items) > MaxItems {
		p.Fail(name, "too_many", name+" has more than 500 items")
		return nil
	}
	return items
}

func slugs(items []string) []string {
	for i, item := range items {
		items[i] = lang.Slug(item)
	}
	return items
}

func lowered(items []string) []string {
	for i, item := range items {
		items[i] = strings.ToLower(item)
	}
	return items
}
