package people

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/passwords"
)

// text returns a member that is a text; "" when it is absent, blank or wrong.
func text(o *httpapi.Object, name string, limit int) string {
	if s := o.Text(name, limit); s != nil {
		return *s
	}
	return ""
}

// maxRequired is the longest name, and the longest secret of a link, in characters.
const maxRequired = 100

// required returns a text that must not be blank.
func required(o *httpapi.Object, name string) string {
	o.Require(name)
	s := o.Text(name, maxRequired)
	if s == nil {
		if o.Has(name) {
			o.Fail(name, "missing", name+" is required")
		}
		return ""
	}
	return *s
}

// texts returns a list of texts, empty for null; nil when it is absent or wrong.
func texts[T ~string](o *httpapi.Object, name string) *[]T {
	raw := o.Raw(name)
	if raw == nil {
		if o.IsNull(name) {
			return &[]T{}
		}
		return nil
	}
	var list []*T
	if json.Unmarshal(raw, &list) != nil || slices.Contains(list, nil) {
		o.Fail(name, "not_a_list", name+" must be a list of texts")
		return nil
	}
	out := []T{}
	for _, item := range list {
		out = append(out, *item)
	}
	return &out
}

// flag returns a boolean; nil when it is absent, null or wrong.
func flag(o *httpapi.Object, name string) *bool {
	raw := o.Raw(name)
	if raw == nil {
		return nil
	}
	var b bool
	if json.Unmarshal(raw, &b) != nil {
		o.Fail(name, "not_a_boolean", name+" must be true or false")
		return nil
	}
	return &b
}

// grantEdit is what a body says of a grant; nil where it says nothing.
type grantEdit struct {
	roles                    *[]access.Role
	taxa, countries, sources *[]string
}

func readGrant(o *httpapi.Object) grantEdit {
	return grantEdit{texts[access.Role](o, "roles"), texts[string](o, "taxa"), texts[string](o, "countries"), texts[string](o, "sources")}
}

func (e grantEdit) apply(g *accounts.Grant) {
	if e.roles != nil {
		g.Roles = *e.roles
	}
	for _, limit := range []struct{ given, field *[]string }{{e.taxa, &g.Taxa}, {e.countries, &g.Countries}, {e.sources, &g.Sources}} {
		if limit.given != nil {
			*limit.field = *limit.given
		}
	}
}

// checkLimits returns 422 for a data source, a country or a taxon that there is none of.
func (p *People) checkLimits(r *http.Request, e grantEdit) error {
	var g accounts.Grant
	e.apply(&g)
	err := g.CheckLimits(r.Context(), p.DB)
	if unknown := (accounts.UnknownLimitError{}); errors.As(err, &unknown) {
		return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body", unknown.Limit}, Msg: unknown.Error(), Type: "unknown"})
	}
	return err
}

// newPassword returns a password that somebody chooses. own are texts that everybody may guess of the person.
func newPassword(o *httpapi.Object, own ...string) string {
	password := text(o, "password", passwords.MaxLength)
	if o.Has("password") {
		if err := passwords.Check(password, own...); err != nil {
			o.Fail("password", "not_allowed", err.Error())
		}
	}
	return password
}

// pathID returns the id in a path. The error is 404 for what is no id.
func pathID(r *http.Request, variable, noun string) (uuid.UUID, error) {
	id, ok := httpapi.ParseUUID(httpapi.Var(r, variable))
	if !ok {
		return id, httpapi.NotFound(fmt.Sprintf("There is no such %s", noun))
	}
	return id, nil
}
