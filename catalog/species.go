package catalog

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Species is a species as lists show it.
type Species struct {
	Key            int32    `json:"-" db:"key"`
	ID             string   `json:"id" db:"id"`
	ScientificName string   `json:"scientific_name" db:"scientific_name"`
	Rank           string   `json:"rank" db:"rank"` // species, complex or group
	CommonName     string   `json:"common_name" db:"common_name"`
	VectorStatus   string   `json:"vector_status" db:"vector_status"`
	Roles          []string `json:"roles" db:"roles"` // in the disease that was asked for, else in any; the most important first
	Genus          string   `json:"genus" db:"genus"`
	Family         string   `json:"family" db:"family"`
	Habitat        string   `json:"habitat" db:"habitat"`
	Distribution   string   `json:"distribution" db:"distribution"`
	ImageURL       *string  `json:"image_url" db:"-"` // of Image
	Image          *Image   `json:"image" db:"image"` // the first of its photographs
}

// SpeciesDetail is everything about a species.
type SpeciesDetail struct {
	Species
	Authorship         string                  `json:"authorship" db:"authorship"`
	Subfamily          string                  `json:"subfamily" db:"subfamily"`
	Subgenus           *string                 `json:"subgenus" db:"subgenus"`
	CommonNames        map[lang.Code]string    `json:"common_names" db:"common_names"`
	CommonNameCoined   bool                    `json:"common_name_coined" db:"common_name_coined"`
	Description        string                  `json:"description" db:"description"`
	KeyCharacteristics []string                `json:"key_characteristics" db:"key_characteristics"`
	HabitatPreferences []string                `json:"habitat_preferences" db:"habitat_preferences"`
	RegionIDs          []string                `json:"-" db:"region_ids"`
	GeographicRegions  []Reference             `json:"geographic_regions" db:"-"`
	RelatedDiseases    []RelatedDisease        `json:"related_diseases" db:"related_diseases"` // the most important role first
	Synonyms           []string                `json:"synonyms" db:"synonyms"`
	MemberNames        []string                `json:"-" db:"member_names"`
	Members            []Member                `json:"members" db:"-"`  // of a complex or group
	Included           []surveillance.Included `json:"included" db:"-"` // names that records have, whose records the counts and links take
	ObservationCount   int64                   `json:"observation_count" db:"-"`
	FirstObserved      *string                 `json:"first_observed" db:"-"`
	LastObserved       *string                 `json:"last_observed" db:"-"`
	FirstPrecision     *string                 `json:"first_observed_precision" db:"-"` // day, month, year or interval
	LastPrecision      *string                 `json:"last_observed_precision" db:"-"`
	Sources            []StatementSource       `json:"sources" db:"sources"` // of its texts
	Links              SpeciesLinks            `json:"links" db:"-"`
	Images             []Image                 `json:"images" db:"images"`
	ReportedImages     []Reported              `json:"reported_images" db:"-"` // of its records
}

// Member is a species or group that a group includes. One that neither the catalog nor a record has is a name alone.
type Member struct {
	ID        *string `json:"id"`
	Name      string  `json:"name"`
	Rank      string  `json:"rank"`
	InCatalog bool    `json:"in_catalog"`
}

// SpeciesLinks are absolute URLs of the records of a species.
type SpeciesLinks struct {
	Observations string `json:"observations"`
	GeoJSON      string `json:"geojson"`
	Tiles        string `json:"tiles"`
}

// errNoSpecies is the answer for an id that the catalog does not have, also for a name that only records have.
var errNoSpecies = httpapi.NotFound("Species not found")

func (c *Catalog) listSpecies(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	page, search, asked, code := p.Page(defaultLimit, maxLimit), lang.Fold(p.Text("search")), askedRoles(p), p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	list, err := c.species(r.Context(), speciesQuery{lang: code, search: search})
	if err != nil {
		return err
	}
	if len(asked) > 0 {
		list = withRoles(list, asked)
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, struct {
		Count   int       `json:"count"`
		Species []Species `json:"species"`
		httpapi.PageLinks
	}{len(list), pageOf(list, page), page.Links(r, int64(len(list)))})
}

// species lists species with the addresses of their photographs.
func (c *Catalog) species(ctx context.Context, q speciesQuery) ([]Species, error) {
	list, err := c.store.species(ctx, q)
	for i := range list {
		list[i].addressImage(c.Base)
	}
	return list, err
}

func (c *Catalog) getSpecies(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	code := p.Lang()
	if err := p.Err(); err != nil {
		return err
	}
	names, taxon, err := c.askedSpecies(r)
	if err != nil {
		return err
	}

	s, err := c.store.oneSpecies(r.Context(), taxon.Key, code)
	if err != nil {
		return err
	}
	s.ReportedImages, err = c.store.reported(r.Context(), names.FindTaxa(s.ID))
	if err != nil {
		return err
	}
	totals, err := c.Counter.Totals(r.Context())
	if err != nil {
		return err
	}
	s.complete(names, code, totals, httpapi.BaseURL(r)+c.Base)
	s.addressImage(c.Base)
	for i := range s.Images {
		s.Images[i].address(c.Base, s.ID)
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, s)
}

// askedSpecies is the species that a path names, in any spelling.
func (c *Catalog) askedSpecies(r *http.Request) (*surveillance.Names, surveillance.Taxon, error) {
	names := c.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return nil, surveillance.Taxon{}, err
	}
	taxon, ok := names.FindTaxon(httpapi.Var(r, "species_id"))
	if !ok || !taxon.InCatalog {
		return nil, surveillance.Taxon{}, errNoSpecies
	}
	return names, taxon, nil
}

// complete adds names of regions and diseases, counts and links.
func (s *SpeciesDetail) complete(names *surveillance.Names, code lang.Code, totals surveillance.Counts, base string) {
	s.GeographicRegions = references(names, surveillance.KindRegion, code, s.RegionIDs)
	s.nameDiseases(names, code)
	included := names.FindTaxa(s.ID)
	s.Included = names.Included(included)
	s.addMembers(names)
	observed := surveillance.SumBy(totals, func(c surveillance.Count) bool { _, in := slices.BinarySearch(included, c.TaxonKey); return in })[true]
	s.ObservationCount = observed.Records
	s.FirstObserved, s.LastObserved = surveillance.FormatDay(observed.First), surveillance.FormatDay(observed.Last)
	s.FirstPrecision, s.LastPrecision = observed.FirstPrecision(), observed.LastPrecision()
	query := "?species=" + url.QueryEscape(s.ID)
	s.Links = SpeciesLinks{
		Observations: base + "/observations" + query,
		GeoJSON:      base + "/geo/observations" + query,
		Tiles:        base + "/tiles/observations.json" + query,
	}
}

// nameDiseases names the diseases, and orders those of one role by name.
func (s *SpeciesDetail) nameDiseases(names *surveillance.Names, code lang.Code) {
	for i, d := range s.RelatedDiseases {
		s.RelatedDiseases[i].Name = names.Name(surveillance.KindDisease, code, d.ID)
	}
	sortByName(code, s.RelatedDiseases, func(d RelatedDisease) (string, string) { return d.Name, d.ID })
	slices.SortStableFunc(s.RelatedDiseases, func(a, b RelatedDisease) int {
		return slices.Index(roles, a.Role) - slices.Index(roles, b.Role)
	})
}

// addMembers adds what a complex or group includes. It has none of the lists that describe a species.
func (s *SpeciesDetail) addMembers(names *surveillance.Names) {
	s.Members = []Member{}
	for _, name := range s.MemberNames {
		member := Member{Name: name, Rank: string(rankOf(name))}
		if t, ok := names.FindTaxon(name); ok {
			member = Member{ID: &t.ID, Name: t.ScientificName, Rank: t.Rank, InCatalog: t.InCatalog}
		}
		s.Members = append(s.Members, member)
	}
	s.KeyCharacteristics = append([]string{}, s.KeyCharacteristics...)
	s.HabitatPreferences = append([]string{}, s.HabitatPreferences...)
}

func rankOf(name string) names.Rank {
	n, _ := names.Parse(name)
	return n.Rank
}

func (c *Catalog) listVectorSpecies(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	code, disease, asked := p.Lang(), p.Text("disease_id"), askedRoles(p)
	if err := p.Err(); err != nil {
		return err
	}
	if disease != "" {
		return c.respondVectors(w, r, disease, asked, code)
	}

	list, err := c.species(r.Context(), speciesQuery{lang: code})
	if err != nil {
		return err
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, withRoles(list, asked))
}

func (c *Catalog) listDiseaseVectors(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	code, asked := p.Lang(), askedRoles(p)
	if err := p.Err(); err != nil {
		return err
	}
	return c.respondVectors(w, r, httpapi.Var(r, "disease_id"), asked, code)
}

// respondVectors answers with a plain array of the species that have one of the roles in a disease; without roles, of its vectors. Every
// disease has a species, so that none means that there is no such disease.
func (c *Catalog) respondVectors(w http.ResponseWriter, r *http.Request, disease string, asked []string, code lang.Code) error {
	id, err := diseaseID(disease)
	if err != nil {
		return err
	}
	list, err := c.species(r.Context(), speciesQuery{lang: code, disease: id})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errNoDisease
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, withRoles(list, asked))
}

// references returns the records with their names in the language, ordered by name.
func references(names *surveillance.Names, kind string, code lang.Code, ids []string) []Reference {
	out := make([]Reference, 0, len(ids))
	for _, id := range ids {
		out = append(out, Reference{id, names.Name(kind, code, id)})
	}
	sortByName(code, out, func(r Reference) (string, string) { return r.Name, r.ID })
	return out
}
