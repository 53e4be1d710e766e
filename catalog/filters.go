package catalog

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Filters are the values that clients can filter by.
type Filters struct {
	Species     []string    `json:"species"` // scientific names of the catalog and of observations, each once, in code point order
	Regions     []Reference `json:"regions"`
	DataSources []Reference `json:"data_sources"`
	Pathogens   []string    `json:"pathogens"` // that pools were tested for, 200 at most, by name
}

// FilterOption is one value of one filter.
type FilterOption struct {
	ID               string `json:"id"`
	Name             string `json:"name"`
	ObservationCount int64  `json:"observation_count"`

	// Of a data source, where they are known.
	Licence  string `json:"licence,omitempty"`
	Citation string `json:"citation,omitempty"`
	URL      string `json:"url,omitempty"`
}

var filterTypes = []string{"species", "regions", "data_sources", "countries", "diseases"}

func (c *Catalog) getFilters(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	code := p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	totals, err := c.Counter.Totals(r.Context())
	if err != nil {
		return err
	}
	regions, err := c.store.regions(r.Context())
	if err != nil {
		return err
	}
	names := c.Lookups.Current()
	f := Filters{Species: []string{}}
	for _, option := range speciesOptions(names, totals) {
		f.Species = append(f.Species, option.Name)
	}
	if f.Pathogens, err = c.store.pathogens(r.Context()); err != nil {
		return err
	}
	f.Regions = references(names, surveillance.KindRegion, code, regionIDsOf(regions))
	f.DataSources = references(names, surveillance.KindDataSource, code, sourceIDsOf(names))

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, f)
}

func (c *Catalog) listFilterOptions(w http.ResponseWriter, r *http.Request) error {
	kind := httpapi.Var(r, "filter_type")
	if !slices.Contains(filterTypes, kind) {
		return httpapi.NotFound("Unknown filter type; it must be one of " + strings.Join(filterTypes, ", "))
	}
	p := httpapi.Query(r)
	page, code := wholeUnlessLimited(p), p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	totals, err := c.Counter.Totals(r.Context())
	if err != nil {
		return err
	}
	options, err := c.options(r, kind, code, totals)
	if err != nil {
		return err
	}

	httpapi.Localized(w, code)
	return respondResults(w, r, page, options)
}

// options lists the values of one filter: species in code point order, the others by name.
func (c *Catalog) options(r *http.Request, kind string, code lang.Code, totals surveillance.Counts) ([]FilterOption, error) {
	names := c.Lookups.Current()
	counts := map[string]int64{}
	add := func(ids func(surveillance.Count) string) {
		for id, sum := range surveillance.SumBy(totals, ids) {
			counts[id] = sum.Records
		}
	}
	var refs []Reference
	switch kind {
	case "species":
		return speciesOptions(names, totals), nil
	case "regions":
		regions, err := c.store.regions(r.Context())
		if err != nil {
			return nil, err
		}
		add(func(cell surveillance.Count) string { return names.RegionOf(cell.CountryID) })
		refs = references(names, surveillance.KindRegion, code, regionIDsOf(regions))
	case "data_sources":
		add(func(cell surveillance.Count) string { d, _ := names.DataSource(cell.DataSourceKey); return d.ID })
		refs = references(names, surveillance.KindDataSource, code, sourceIDsOf(names))
	case "countries":
		add(func(cell surveillance.Count) string { return cell.CountryID })
		delete(counts, "")
		refs = references(names, surveillance.KindCountry, code, slices.Collect(maps.Keys(counts)))
	case "diseases":
		return c.diseaseOptions(r, code, totals)
	}
	options := make([]FilterOption, len(refs))
	for i, ref := range refs {
		options[i] = FilterOption{ID: ref.ID, Name: ref.Name, ObservationCount: counts[ref.ID]}
		if d, ok := names.FindDataSource(ref.ID); ok && kind == "data_sources" {
			options[i].Licence, options[i].Citation, options[i].URL = d.Licence, d.Citation, d.URL
		}
	}
	return options, nil
}

// diseaseOptions counts the observations that the parameter disease finds.
func (c *Catalog) diseaseOptions(r *http.Request, code lang.Code, totals surveillance.Counts) ([]FilterOption, error) {
	diseases, err := c.store.diseases(r.Context(), code, "")
	if err != nil {
		return nil, err
	}
	names := c.Lookups.Current()
	records := recordsByTaxon(totals)
	options := make([]FilterOption, len(diseases))
	for i, d := range diseases {
		options[i] = FilterOption{ID: d.ID, Name: d.Name, ObservationCount: sumOf(names.FindVectors([]string{d.ID}), records)}
	}
	sortByName(code, options, func(o FilterOption) (string, string) { return o.Name, o.ID })
	return options, nil
}

// speciesOptions counts the observations that the parameter species finds.
func speciesOptions(names *surveillance.Names, totals surveillance.Counts) []FilterOption {
	records := recordsByTaxon(totals)
	options := []FilterOption{}
	for _, t := range names.Taxa() {
		if _, ok := records[t.Key]; (ok || t.InCatalog) && !t.Unresolved {
			options = append(options, FilterOption{ID: t.ID, Name: t.ScientificName, ObservationCount: sumOf(names.FindTaxa(t.ID), records)})
		}
	}
	return options
}

func recordsByTaxon(totals surveillance.Counts) map[int32]int64 {
	records := map[int32]int64{}
	for _, cell := range totals {
		records[cell.TaxonKey] += cell.Records
	}
	return records
}

// sumOf adds up the records of taxa.
func sumOf(taxa []int32, records map[int32]int64) (sum int64) {
	for _, key := range taxa {
		sum += records[key]
	}
	return sum
}

func regionIDsOf(rows []regionRow) []string {
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}

func sourceIDsOf(names *surveillance.Names) []string {
	var ids []string
	for _, d := range names.DataSources() {
		ids = append(ids, d.ID)
	}
	return ids
}
