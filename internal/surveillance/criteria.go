package surveillance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Parameters are the names of the Filter's query parameters. Flags of the command line have hyphens in place of underscores.
var Parameters = []string{
	"species", "bbox", "start_date", "end_date", "country", "region", "data_source", "status", "life_stage", "sex", "sampling_protocol",
	"months", "max_uncertainty_m", "genus", "vector_status", "disease", "flags", "without_flags", "qualifier", "event_id", "exact",
	"identified", "area",
}

// Single reports whether a parameter holds one value. The others hold comma-separated lists.
func Single(parameter string) bool {
	return slices.Contains([]string{"bbox", "start_date", "end_date", "max_uncertainty_m", "qualifier", "exact", "identified"}, parameter)
}

// MaxItems bounds the items of one list parameter.
const MaxItems = 500

// maxUncertainty is the largest accuracy that a record may have, in metres.
const maxUncertainty = 1e8

// Criteria are the Filter's parameters as given: names, ids and groups of taxa that are not resolved yet. A nil field sets no
// condition.
type Criteria struct {
	species        []string // ids, scientific names or synonyms
	genera         []string // slugs
	vectorStatuses []string // lower case
	diseases       []string // ids
	dataSources    []string // ids or names
	identified     *bool    // to species
	areas          []string // ids, sorted
	filter         Filter   // the conditions that need no Names
}

// NewCriteria returns criteria that match every record which is shown by default.
func NewCriteria() *Criteria { return &Criteria{filter: DefaultFilter()} }

// Set reads the text of one parameter. Blanks and empty items of a list are ignored. The error is a *ValueError.
func (c *Criteria) Set(parameter, text string) error {
	items, err := splitList(parameter, text)
	if err != nil {
		return err
	}
	return c.set(parameter, text, items)
}

// SetItems is Set of a list whose items are known one by one: a name may have commas, as one with its author and year has.
func (c *Criteria) SetItems(parameter string, items []string) error {
	if len(items) > MaxItems {
		return tooMany(parameter)
	}
	return c.set(parameter, "", changed(slices.Clone(items), strings.TrimSpace))
}

// set takes the items of a list, or the text of a parameter that holds one value.
func (c *Criteria) set(parameter, text string, items []string) (err error) {
	f := &c.filter
	switch parameter {
	case "species":
		c.species = items
	case "genus":
		c.genera = slugs(items)
	case "vector_status":
		c.vectorStatuses, err = oneOf(parameter, items, VectorStatuses)
	case "disease":
		c.diseases = slugs(items)
	case "data_source":
		c.dataSources = items
	case "area":
		c.areas = sorted(slugs(items))
	case "country":
		f.Countries = items
	case "region":
		f.Regions = items
	case "status":
		if items != nil {
			f.Statuses, err = oneOf(parameter, items, Statuses)
		}
	case "life_stage":
		f.LifeStages = lowered(items)
	case "sex":
		f.Sexes = lowered(items)
	case "sampling_protocol":
		f.SamplingProtocols = lowered(items)
	case "months":
		f.Months, err = parseMonths(items)
	case "start_date":
		f.Start, err = optional(ParseDay(parameter, text))
	case "end_date":
		f.End, err = optional(ParseDay(parameter, text))
	case "max_uncertainty_m":
		f.MaxUncertaintyM, err = optional(ParseNumberIn(parameter, text, 0, maxUncertainty))
	case "flags":
		f.Flags, err = parseFlags(parameter, items)
	case "without_flags":
		f.WithoutFlags, err = parseFlags(parameter, items)
	case "qualifier":
		f.Qualifier, err = parseQualifier(text)
	case "event_id":
		f.EventIDs = items
	case "exact":
		f.Exact, err = parseBool(parameter, text)
	case "identified":
		c.identified, err = parseChoice(parameter, text)
	case "bbox":
		f.BBox, err = parseBBox(text)
	}
	return err
}

// Resolve returns the Filter with the names resolved. An unknown species or disease matches nothing. The error is ErrNamesNotLoaded,
// or an UnknownError for countries, regions, data sources and areas.
func (c *Criteria) Resolve(names *Names) (Filter, error) {
	f, err := c.filter.WithSpecies(c.species, names)
	if err != nil {
		return f, err
	}
	if c.genera != nil || c.vectorStatuses != nil || c.diseases != nil || c.identified != nil {
		if err := names.TaxaErr(); err != nil {
			return f, err
		}
		f.NamesTaxa = f.NamesTaxa || c.genera != nil || c.diseases != nil
		f = f.withTaxa(c.groupKeys(names))
	}
	return names.findPlaces(f, c.dataSources, c.areas)
}

// groupKeys returns the keys of the taxa that match the genera, the vector statuses, the diseases and the rank.
func (c *Criteria) groupKeys(names *Names) []int32 {
	keys := []int32{}
	inGenera, vectors := set(c.genusKeys(names)), set(c.vectorKeys(names))
	for _, t := range names.Taxa() {
		if (c.genera == nil || inGenera[t.Key]) && (c.diseases == nil || vectors[t.Key]) &&
			(c.identified == nil || t.Identified() == *c.identified) &&
			(c.vectorStatuses == nil || slices.Contains(c.vectorStatuses, strings.ToLower(t.VectorStatus))) {
			keys = append(keys, t.Key)
		}
	}
	return keys
}

func (c *Criteria) genusKeys(names *Names) []int32 {
	var keys []int32
	for _, genus := range c.genera {
		found := names.FindGenus(genus)
		if t, ok := names.FindTaxon(genus); c.filter.Exact && ok && slices.Contains(found, t.Key) {
			found = []int32{t.Key}
		} else if c.filter.Exact {
			found = nil
		}
		keys = append(keys, found...)
	}
	return keys
}

func (c *Criteria) vectorKeys(names *Names) []int32 {
	if !c.filter.Exact {
		return names.FindVectors(c.diseases)
	}
	var keys []int32
	for _, disease := range c.diseases {
		keys = append(keys, names.Vectors(disease)...)
	}
	return keys
}

func set(keys []int32) map[int32]bool {
	in := make(map[int32]bool, len(keys))
	for _, key := range keys {
		in[key] = true
	}
	return in
}

// splitList returns the items of a comma-separated list, nil when there are none or the parameter holds one value.
func splitList(parameter, text string) ([]string, error) {
	if Single(parameter) {
		return nil, nil
	}
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	if len(items) > MaxItems {
		return nil, tooMany(parameter)
	}
	return items, nil
}

func tooMany(parameter string) error {
	return &ValueError{"too_many", fmt.Sprintf("%s has more than %d items", parameter, MaxItems)}
}

// oneOf returns the items in lower case. Each must be one of allowed, in any case.
func oneOf(parameter string, items, allowed []string) ([]string, error) {
	for _, item := range items {
		if !slices.ContainsFunc(allowed, func(a string) bool { return strings.EqualFold(a, item) }) {
			return nil, &ValueError{"not_allowed", parameter + " must be one of " + strings.Join(allowed, ", ")}
		}
	}
	return lowered(items), nil
}

// parseBool reads true or false, in any case; an empty text is false.
func parseBool(parameter, text string) (bool, error) {
	choice, err := parseChoice(parameter, text)
	return choice != nil && *choice, err
}

// parseChoice reads true or false, in any case; an empty text is nil.
func parseChoice(parameter, text string) (*bool, error) {
	if text == "" {
		return nil, nil
	}
	items, err := oneOf(parameter, []string{strings.TrimSpace(text)}, []string{"true", "false"})
	if err != nil {
		return nil, err
	}
	choice := items[0] == "true"
	return &choice, nil
}

// parseQualifier reads certain or uncertain, in any case.
func parseQualifier(text string) (Qualifier, error) {
	if text == "" {
		return "", nil
	}
	items, err := oneOf("qualifier", []string{strings.TrimSpace(text)}, []string{string(Certain), string(Uncertain)})
	if err != nil {
		return "", err
	}
	return Qualifier(items[0]), nil
}

func parseBBox(text string) (*BBox, error) {
	b, ok := ParseBBox(text)
	if !ok {
		return nil, &ValueError{"malformed", "bbox must be min_lon,min_lat,max_lon,max_lat: four numbers in decimal degrees, latitudes from -90 to 90 with min <= max"}
	}
	if b == World {
		return nil, nil
	}
	return &b, nil
}

// optional returns a pointer to the value, nil after an error.
func optional[T time.Time | float64](value T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &value, nil
}

func slugs(items []string) []string { return changed(items, lang.Slug) }

func lowered(items []string) []string { return changed(items, strings.ToLower) }

// changed changes each item in place.
func changed(items []string, change func(string) string) []string {
	for i, item := range items {
		items[i] = change(item)
	}
	return items
}
