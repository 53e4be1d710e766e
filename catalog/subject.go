package catalog

import (
	"context"
	"errors"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// SpeciesSubject returns the name and the description of a species for the head of its page: a species of the catalog, or a name that
// records have. found is false for any other.
func (c *Catalog) SpeciesSubject(ctx context.Context, id string, code lang.Code) (name, text string, found bool, err error) {
	names := c.Lookups.Current()
	if err := names.TaxaErr(); err != nil {
		return "", "", false, err
	}
	taxon, ok := names.FindTaxon(id)
	if !ok || !taxon.InCatalog {
		return taxon.ScientificName, "", ok, nil
	}
	s, err := c.store.oneSpecies(ctx, taxon.Key, code)
	name = s.ScientificName
	if s.CommonName != "" {
		name += " (" + s.CommonName + ")"
	}
	return name, s.Description, err == nil, err
}

// DiseaseSubject is SpeciesSubject for a disease.
func (c *Catalog) DiseaseSubject(ctx context.Context, id string, code lang.Code) (name, text string, found bool, err error) {
	slug := lang.Slug(id)
	if slug == "" {
		return "", "", false, nil
	}
	d, err := c.store.disease(ctx, slug, code)
	if errors.Is(err, errNoDisease) {
		return "", "", false, nil
	}
	return d.Name, d.Description, err == nil, err
}
