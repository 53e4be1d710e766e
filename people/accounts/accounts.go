// Package accounts keeps the people who sign in: what they are called, their roles and the limits of these. It imports internal packages and
// sql.
package accounts

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
)

// Lengths in characters.
const (
	MaxName  = 100
	MaxLogin = 100
	maxLimit = 300 // of the name of a taxon, the id of a country or a data source
)

// maxLimits is how many taxa, countries or data sources an account may be limited to.
const maxLimits = 100

// Account is a person who signs in.
type Account struct {
	ID    uuid.UUID `json:"id" db:"id"`
	Name  string    `json:"name" db:"name"`
	Login *string   `json:"login" db:"login"` // null: by an identity provider alone
	Grant
	CreatedAt  time.Time  `json:"created_at" db:"created_at"`
	DisabledAt *time.Time `json:"disabled_at" db:"disabled_at"`
}

// Grant is what an account may do.
type Grant struct {
	Roles     []access.Role `json:"roles" db:"roles"`
	Taxa      []string      `json:"taxa" db:"taxa"`           // whose records a reviewer decides on; empty: all
	Countries []string      `json:"countries" db:"countries"` // ids, of the same
	Sources   []string      `json:"sources" db:"sources"`     // ids of the data sources that a curator writes; empty: all
}

// Errors of what is asked for.
var (
	ErrNone = errors.New("no such account")
	ErrLast = errors.New("this is the last administrator: make another one first")
)

// Visitor returns an account as who sends a request. Administrators have no limits.
func (a Account) Visitor() access.Visitor {
	v := access.Visitor{Name: a.Name, Account: a.ID, Roles: a.Roles}
	if !a.isAdministrator() {
		v.Sources, v.Taxa, v.Countries = a.Sources, a.Taxa, a.Countries
	}
	v.Rights = access.RightsOf(a.Roles, len(v.Sources) > 0)
	return v
}

// Disable lets an account sign in or not. The time stays at which it was disabled first.
func (a *Account) Disable(disabled bool, now time.Time) {
	switch {
	case !disabled:
		a.DisabledAt = nil
	case a.DisabledAt == nil:
		a.DisabledAt = &now
	}
}

func (a Account) isAdministrator() bool { return slices.Contains(a.Roles, access.Administrator) }

// CheckName says what is wrong with the name of a person.
func CheckName(name string) error {
	if n := utf8.RuneCountInString(name); strings.TrimSpace(name) == "" || n > MaxName || strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("a name has 1 to %d characters on one line", MaxName)
	}
	return nil
}

// loginForm is a login in lower case. An address of mail is one.
var loginForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._@+-]{0,98}[a-z0-9]$`)

// ParseLogin returns a login in lower case. The error says what is wrong with it.
func ParseLogin(text string) (string, error) {
	login := strings.ToLower(strings.TrimSpace(text))
	if !loginForm.MatchString(login) {
		return "", fmt.Errorf("a login has 2 to %d characters: letters from a to z, digits and . _ @ + - within", MaxLogin)
	}
	return login, nil
}

// Check says what is wrong with a grant.
func (g Grant) Check() error {
	if len(g.Roles) == 0 {
		return fmt.Errorf("an account needs a role: %s", RoleNames())
	}
	for _, role := range g.Roles {
		if !slices.Contains(access.Roles, role) {
			return fmt.Errorf("unknown role %q; there are %s", role, RoleNames())
		}
	}
	for _, limits := range [][]string{g.Taxa, g.Countries, g.Sources} {
		if len(limits) > maxLimits {
			return fmt.Errorf("an account is limited to at most %d taxa, countries or data sources", maxLimits)
		}
		for _, limit := range limits {
			if n := utf8.RuneCountInString(limit); strings.TrimSpace(limit) == "" || n > maxLimit || strings.ContainsFunc(limit, unicode.IsControl) {
				return fmt.Errorf("a taxon, a country and a data source have 1 to %d characters", maxLimit)
			}
		}
	}
	return nil
}

// RoleNames lists all roles.
func RoleNames() string { return JoinRoles(access.Roles) }

// JoinRoles lists roles with commas between them.
func JoinRoles(roles []access.Role) string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return strings.Join(names, ", ")
}

// Whole returns a grant without nil, each role once and in order, with ids of countries as they are stored.
func (g Grant) Whole() Grant {
	roles := []access.Role{}
	for _, role := range access.Roles {
		if slices.Contains(g.Roles, role) {
			roles = append(roles, role)
		}
	}
	texts := func(list []string) []string { return append([]string{}, list...) }
	countries := texts(g.Countries)
	for i, id := range countries {
		countries[i] = strings.ToLower(strings.TrimSpace(id))
	}
	return Grant{Roles: roles, Taxa: texts(g.Taxa), Countries: countries, Sources: texts(g.Sources)}
}
