package catalog

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// MaxNames bounds the names of one request.
const MaxNames = 100

// ResolvedName is what a written name means.
type ResolvedName struct {
	Written      string             `json:"written"`
	Name         *string            `json:"name"`       // accepted; null for what names no taxon
	SpeciesID    *string            `json:"species_id"` // null for a name that is not stored
	Rank         names.Rank         `json:"rank"`
	InCatalog    bool               `json:"in_catalog"`
	Qualifier    *string            `json:"identification_qualifier"`
	Alternatives []string           `json:"alternatives"`
	Match        surveillance.Match `json:"match"`
	Distance     int                `json:"distance"`
	Sure         bool               `json:"sure"`
	Candidates   []NearName         `json:"candidates"`
}

// NearName is a species that may be meant.
type NearName struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Distance int    `json:"distance"`
}

// resolveNames answers for each line of q, in order: commas are part of names with authorship.
func (c *Catalog) resolveNames(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	written := linesOf(p.Text("q"))
	if len(written) > MaxNames {
		p.Fail("q", "too_many", fmt.Sprintf("q has more than %d names", MaxNames))
	}
	if err := p.Err(); err != nil {
		return err
	}
	known := c.Lookups.Current()
	if err := known.TaxaErr(); err != nil {
		return err
	}

	list := make([]ResolvedName, 0, len(written))
	resolver := known.NewResolver()
	for _, name := range written {
		list = append(list, NewResolvedName(resolver.Resolve(name)))
	}

	return httpapi.JSON(w, http.StatusOK, struct {
		Count   int            `json:"count"`
		Results []ResolvedName `json:"results"`
	}{len(list), list})
}

// linesOf returns the lines of a text that are not blank, without blanks around them.
func linesOf(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// NewResolvedName returns what a resolution shows.
func NewResolvedName(r surveillance.Resolution) ResolvedName {
	out := ResolvedName{
		Written: r.Written, Name: orNull(r.Scientific), Qualifier: orNull(r.Name.Qualifier),
		Alternatives: []string{}, Match: r.Match, Distance: r.Distance, Sure: r.Sure, Candidates: []NearName{},
	}
	accepted, _ := names.Parse(r.Scientific)
	out.Rank, out.Alternatives = accepted.Rank, append(out.Alternatives, accepted.Alternatives...)
	if r.Taxon != nil {
		out.SpeciesID, out.InCatalog = &r.Taxon.ID, r.Taxon.InCatalog
	}
	for _, near := range r.Candidates {
		out.Candidates = append(out.Candidates, NearName{near.Taxon.ID, near.Taxon.ScientificName, near.Distance})
	}
	return out
}
