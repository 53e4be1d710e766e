package geo

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Stats is the answer of /stats.
type Stats struct {
	Count         int64        `json:"count"`
	Specimens     int64        `json:"specimens"`
	Species       []NamedCount `json:"species"`
	Months        []MonthCount `json:"months"` // records whose days all lie in one month
	Years         []YearCount  `json:"years"`  // records whose days all lie in one year, those of its months among them
	PartlyInRange int64        `json:"partly_in_range"`
	DataSources   []NamedCount `json:"data_sources"`
	Countries     []NamedCount `json:"countries"`
	FirstObserved *string      `json:"first_observed"`
	LastObserved  *string      `json:"last_observed"`
	// Included are the names that a condition on species, genus or disease finds.
	Included []surveillance.Included `json:"included,omitzero"`

	FirstObservedPrecision *string `json:"first_observed_precision"` // day, month, year or interval
	LastObservedPrecision  *string `json:"last_observed_precision"`

	*Extent // with include=bbox
	*Facets // with include=facets

	Density []tileindex.Density `json:"density,omitempty"` // with include=density
}

// Extent is the smallest box around the observations that match: west, south, east, north in degrees, or null when none matches. A
// box with west > east crosses the antimeridian.
type Extent struct {
	BBox *[4]float64 `json:"bbox"`
}

// Facets are the numbers of records by the values of some parameters of the Filter, the largest number first.
type Facets struct {
	LifeStages        []NamedCount `json:"life_stages"`
	Sexes             []NamedCount `json:"sexes"`
	SamplingProtocols []NamedCount `json:"sampling_protocols"`
	Statuses          []NamedCount `json:"statuses"`
	Regions           []NamedCount `json:"regions"`
	Flags             []NamedCount `json:"flags"`
	Qualifiers        []NamedCount `json:"qualifiers"` // certain, uncertain
}

// Values of the parameter include. Each is counted separately.
const (
	includeBBox    = "bbox"
	includeFacets  = "facets"
	includeDensity = "density"
)

// NamedCount is the number of records of one species, data source or country.
type NamedCount struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// YearCount is the number of records of one year, "2020".
type YearCount struct {
	Year  string `json:"year"`
	Count int64  `json:"count"`
}

// MonthCount is the number of records of one month, "2020-07".
type MonthCount struct {
	Month string `json:"month"`
	Count int64  `json:"count"`
}

func (g *Geo) getStats(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	include := p.List("include")
	for _, item := range include {
		if item != includeBBox && item != includeFacets && item != includeDensity {
			p.Fail("include", "not_allowed", "include must be of "+includeBBox+", "+includeFacets+", "+includeDensity)
			break
		}
	}
	c := p.Lang()
	f, names, err := p.Filter(r.Context(), g.lookups)
	if err != nil {
		return err
	}

	sums, err := g.counter.Stats(r.Context(), f)
	if err != nil {
		return err
	}
	stats := newStats(sums, names, c)
	stats.Included = f.Included(names)
	if slices.Contains(include, includeBBox) {
		box, err := g.counter.Box(r.Context(), f)
		if err != nil {
			return err
		}
		stats.Extent = newExtent(box)
	}
	if slices.Contains(include, includeFacets) {
		facets, err := g.counter.Facets(r.Context(), f)
		if err != nil {
			return err
		}
		stats.Facets = newFacets(facets, names, c)
	}

	if slices.Contains(include, includeDensity) {
		if stats.Density, err = g.counter.Densities(r.Context(), f); err != nil {
			return err
		}
	}

	httpapi.Localized(w, c)
	return httpapi.JSON(w, http.StatusOK, stats)
}

func newExtent(b *surveillance.BBox) *Extent {
	if b == nil {
		return &Extent{}
	}
	return &Extent{BBox: &[4]float64{b.West, b.South, b.East, b.North}}
}

func newFacets(f surveillance.Facets, names *surveillance.Names, c lang.Code) *Facets {
	asID := func(id string) string { return id }
	return &Facets{
		LifeStages: ranked(f.LifeStages, asID), Sexes: ranked(f.Sexes, asID), SamplingProtocols: ranked(f.SamplingProtocols, asID),
		Statuses: ranked(f.Statuses, asID),
		Flags:    ranked(f.Flags, asID), Qualifiers: ranked(f.Qualifiers, asID),
		Regions: ranked(f.Regions, func(id string) string { return names.Name(surveillance.KindRegion, c, id) }),
	}
}

func newStats(sums surveillance.Stats, names *surveillance.Names, c lang.Code) Stats {
	total := sums.Counts.Sum()
	s := Stats{
		Count: total.Records, Specimens: total.Specimens, PartlyInRange: sums.PartlyInRange,
		FirstObserved: surveillance.FormatDay(total.First), LastObserved: surveillance.FormatDay(total.Last),
		FirstObservedPrecision: total.FirstPrecision(), LastObservedPrecision: total.LastPrecision(), Months: []MonthCount{}, Years: []YearCount{},
		Species: named(sums, func(n surveillance.Count) (string, string) {
			t, _ := names.Taxon(n.TaxonKey)
			if t.Unresolved {
				return "", ""
			}
			return t.ID, t.ScientificName
		}),
		DataSources: named(sums, func(n surveillance.Count) (string, string) {
			d, _ := names.DataSource(n.DataSourceKey)
			return d.ID, names.Name(surveillance.KindDataSource, c, d.ID)
		}),
		Countries: named(sums, func(n surveillance.Count) (string, string) {
			return n.CountryID, names.Name(surveillance.KindCountry, c, n.CountryID)
		}),
	}
	for _, m := range sums.Months {
		s.Months = append(s.Months, MonthCount{m.Month, m.Records})
	}
	for _, y := range sums.Years {
		s.Years = append(s.Years, YearCount{fmt.Sprintf("%04d", y.Year), y.Records})
	}
	return s
}

// named adds counts up by id and lists them, the largest first. It leaves out records without an id: those at sea have no country,
// those made through the API no data source, those with a text that is no name no species.
func named(sums surveillance.Stats, of func(surveillance.Count) (id, name string)) []NamedCount {
	counts, namesOf := map[string]int64{}, map[string]string{}
	for _, c := range sums.Counts {
		if id, name := of(c); id != "" {
			counts[id] += c.Records
			namesOf[id] = name
		}
	}
	return ranked(counts, func(id string) string { return namesOf[id] })
}

// ranked lists counts by id, the largest first.
func ranked(counts map[string]int64, name func(id string) string) []NamedCount {
	out := make([]NamedCount, 0, len(counts))
	for id, n := range counts {
		out = append(out, NamedCount{id, name(id), n})
	}
	slices.SortFunc(out, func(a, b NamedCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.ID, b.ID)) })
	return out
}
