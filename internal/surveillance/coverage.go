package surveillance

import "github.com/skeeter-surveillance/skeeter/internal/names"

// Coverage says whether the catalog has a name that is stored.
type Coverage int

const (
	Covered      Coverage = iota // as Names.InCatalog has it; also genera of mosquitoes and what is above them
	Uncatalogued                 // a name of mosquitoes that the catalog does not have
	Foreign                      // of no mosquito genus
)

// Coverage returns whether the catalog has a scientific name, spelled as Resolution.Scientific.
func (n *Names) Coverage(scientific string) Coverage {
	parsed, _ := names.Parse(scientific)
	switch {
	case n.InCatalog(scientific):
		return Covered
	case !parsed.IsMosquito():
		return Foreign
	}
	switch parsed.Rank {
	case names.Family, names.Subfamily, names.Tribe, names.Genus, names.Subgenus:
		return Covered
	}
	return Uncatalogued
}
