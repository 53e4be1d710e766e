package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// The roles of a species in the transmission of a disease, the most important first, as the type vector_role of the database orders
// them. docs/catalog.md says what each asks for.
const (
	primary        = "primary"
	secondary      = "secondary"
	suspected      = "suspected"
	laboratoryOnly = "laboratory_only"
)

var roles = []string{primary, secondary, suspected, laboratoryOnly}

// statusOf returns the vector_status of a species whose most important role this is.
var statusOf = map[string]string{primary: "High", secondary: "Moderate", suspected: "Low", laboratoryOnly: "Unknown"}

// vectorLink says which part a species plays for a disease, and where that is written.
type vectorLink struct {
	Species    string `yaml:"species" json:"species"` // id
	Role       string `yaml:"role" json:"role"`
	Source     string `yaml:"source" json:"source"` // key of data/references.yaml
	Unverified bool   `yaml:"unverified" json:"unverified"`
}

// RelatedDisease is a disease that a species has a role in.
type RelatedDisease struct {
	Reference
	Role   string `json:"role"`
	Source Source `json:"source"`
}

// askedRoles reads the parameter role, a list; nil asks for every vector.
func askedRoles(p *httpapi.Params) []string {
	asked := p.List("role")
	if len(asked) > surveillance.MaxItems {
		p.Fail("role", "too_many", fmt.Sprintf("role has more than %d items", surveillance.MaxItems))
		return nil
	}
	for _, role := range asked {
		if !slices.Contains(roles, role) {
			p.Fail("role", "not_allowed", fmt.Sprintf("role must be of %s", strings.Join(roles, ", ")))
			return nil
		}
	}
	return asked
}

// isVector reports whether a species has a role outside of the laboratory.
func (s Species) isVector() bool { return len(s.Roles) > 0 && s.Roles[0] != laboratoryOnly }

// hasRole reports whether a species has one of the roles.
func (s Species) hasRole(asked []string) bool {
	return slices.ContainsFunc(s.Roles, func(role string) bool { return slices.Contains(asked, role) })
}

// withRoles keeps the species of a list that have one of the roles; without roles, the vectors.
func withRoles(list []Species, asked []string) []Species {
	return slices.DeleteFunc(list, func(s Species) bool {
		if len(asked) == 0 {
			return !s.isVector()
		}
		return !s.hasRole(asked)
	})
}
