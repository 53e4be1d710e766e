package surveillance

// Taxon is a scientific name that records carry.
type Taxon struct {
	Key            int32  `db:"key"`
	ID             string `db:"id"` // lowercase with hyphens
	ScientificName string `db:"scientific_name"`
	Genus          string `db:"genus"`
	InCatalog      bool   `db:"in_catalog"`
	VectorStatus   string `db:"vector_status"` // Unknown for a name outside the catalog
}

// VectorStatuses of a species; a name outside the catalog is Unknown.
var VectorStatuses = []string{"High", "Moderate", "Low", "None", "Unknown"}
