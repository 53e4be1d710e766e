package catalog

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Disease is a disease as lists show it.
type Disease struct {
	ID           string   `json:"id" db:"id"`
	Name         string   `json:"name" db:"name"`
	Description  string   `json:"description" db:"description"`
	PathogenType string   `json:"pathogen_type" db:"pathogen_type"`
	Vectors      []string `json:"vectors" db:"vectors"` // scientific names, the main vectors first, without those of the laboratory
	ImageURL     *string  `json:"image_url" db:"-"`     // no pictures yet
}

// DiseaseDetail is everything about a disease.
type DiseaseDetail struct {
	Disease
	Symptoms      []string          `json:"symptoms" db:"symptoms"`
	RegionIDs     []string          `json:"-" db:"region_ids"`
	Regions       []string          `json:"regions" db:"-"` // names in the language of the answer
	Transmission  string            `json:"transmission" db:"transmission"`
	Treatment     string            `json:"treatment" db:"treatment"`
	Prevention    string            `json:"prevention" db:"prevention"`
	Prevalence    string            `json:"prevalence" db:"prevalence"`
	Pathogen      string            `json:"pathogen" db:"pathogen"`
	VectorSpecies []VectorSpecies   `json:"vector_species" db:"vector_species"`
	Sources       []StatementSource `json:"sources" db:"sources"` // of its texts
}

// VectorSpecies is a species that has a role in a disease.
type VectorSpecies struct {
	ID             string `json:"id"`
	ScientificName string `json:"scientific_name"`
	VectorStatus   string `json:"vector_status"`
	Role           string `json:"role"`
	Source         Source `json:"source"`
}

// errNoDisease is the answer for an id that the catalog does not have.
var errNoDisease = httpapi.NotFound("Disease not found")

// diseaseID returns the id of a disease by its name, or by its id in any spelling. A text without a letter or digit is not found.
func diseaseID(name string) (string, error) {
	if id := lang.Slug(name); id != "" {
		return id, nil
	}
	return "", errNoDisease
}

func (c *Catalog) listDiseases(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	page, search, code := p.Page(defaultLimit, maxLimit), lang.Fold(p.Text("search")), p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	list, err := c.store.diseases(r.Context(), code, search)
	if err != nil {
		return err
	}
	sortByName(code, list, func(d Disease) (string, string) { return d.Name, d.ID })

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, struct {
		Count    int       `json:"count"`
		Diseases []Disease `json:"diseases"`
		httpapi.PageLinks
	}{len(list), pageOf(list, page), page.Links(r, int64(len(list)))})
}

func (c *Catalog) getDisease(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	code := p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	id, err := diseaseID(httpapi.Var(r, "disease_id"))
	if err != nil {
		return err
	}

	d, err := c.store.disease(r.Context(), id, code)
	if err != nil {
		return err
	}
	d.Regions = []string{}
	for _, region := range references(c.Lookups.Current(), surveillance.KindRegion, code, d.RegionIDs) {
		d.Regions = append(d.Regions, region.Name)
	}

	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, d)
}
