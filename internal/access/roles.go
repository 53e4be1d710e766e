package access

import "slices"

// Role is what a person does here. An account may have several.
type Role string

// The roles of accounts.
const (
	Reporter      Role = "reporter"
	Reviewer      Role = "reviewer"
	Curator       Role = "curator"
	Administrator Role = "administrator"
)

// Roles are all roles, from the one that may least on.
var Roles = []Role{Reporter, Reviewer, Curator, Administrator}

// rightsOf is what each role may.
var rightsOf = map[Role][]Right{
	Reporter:      {Report},
	Reviewer:      {Report, Review},
	Curator:       {WriteObservations, WriteEvents, WriteSources},
	Administrator: Scopes,
}

// RightsOf returns what somebody with these roles may. Who is limited to data sources has no right that is about more than one.
func RightsOf(roles []Role, limited bool) []Right {
	var rights []Right
	for _, role := range roles {
		for _, right := range rightsOf[role] {
			if limited && right == WriteSources && !slices.Contains(roles, Administrator) || slices.Contains(rights, right) {
				continue
			}
			rights = append(rights, right)
		}
	}
	return rights
}
