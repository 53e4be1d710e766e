package surveillance

import "github.com/skeeter-surveillance/skeeter/internal/names"

// Taxon is a scientific name that records carry.
type Taxon struct {
	Key            int32  `db:"key"`
	ID             string `db:"id"` // lowercase with hyphens
	ScientificName string `db:"scientific_name"`
	Genus          string `db:"genus"`
	InCatalog      bool   `db:"in_catalog"`
	Rank           string `db:"-"`             // of internal/names; "" for a text that does not have the shape of a name
	VectorStatus   string `db:"vector_status"` // Unknown for a name outside the catalog
	Unresolved     bool   `db:"-"`             // the name is none: it is in no list of names
	Waits          bool   `db:"waits"`         // only what is not public has it: it is for reviewers
}

func (t Taxon) waits() bool { return t.Waits }

// Unresolved is the name of the taxon of records whose name is not understood. The text stays beside it, as their verbatim name; a record of
// which nothing was said has no such text, and is no record. The term is what Darwin Core's field has for a name that has no place.
const Unresolved = "incertae sedis"

// IsResolved reports whether a stored name is one: of the catalog, or one that a record brought and that has the form of a name.
func IsResolved(scientific string) bool { return names.HasForm(scientific) }

// Identified reports whether the name is that of a species, a subspecies or a form.
func (t Taxon) Identified() bool {
	switch names.Rank(t.Rank) {
	case names.Species, names.Subspecies, names.Form:
		return true
	}
	return false
}

// Species returns the name of the species that an identified name is of: itself, or that of a subspecies or a form.
func (t Taxon) Species() string { return binomial(t.ScientificName) }

// Included is a name whose records a condition finds.
type Included struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Rank string `json:"rank"`
}

// VectorStatuses of a species; a name outside the catalog is Unknown.
var VectorStatuses = []string{"High", "Moderate", "Low", "None", "Unknown"}
