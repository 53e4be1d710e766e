package httpapi

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Lookups has the names that a Filter is resolved by. *postgres.Lookups implements it.
type Lookups interface {
	// NamesFor returns names that hold what the criteria name, as far as the database has it.
	NamesFor(ctx context.Context, c *surveillance.Criteria) (*surveillance.Names, error)
}

// Filter reads the Filter of a request and resolves it by names, which it returns. The error holds the errors of all parameters, so
// every other parameter has to be read before: 400 when the bbox is invalid, else 422. It is ErrNamesNotLoaded when the names have no
// taxa, and that of the database when a name or an area had to be looked up there. The parameters except are unknown to the operation.
func (p *Params) Filter(ctx context.Context, from Lookups, except ...string) (surveillance.Filter, *surveillance.Names, error) {
	c := surveillance.NewCriteria()
	for _, name := range surveillance.Parameters {
		if slices.Contains(except, name) {
			continue
		}
		text, ok := p.criterion(name)
		if !ok {
			continue
		}
		if err := c.Set(name, text); err != nil && name == "bbox" {
			p.Bad(err.Error())
		} else if err != nil {
			p.failValue(name, err)
		}
	}
	if p.bad != nil {
		return surveillance.Filter{}, nil, p.bad
	}
	names, err := from.NamesFor(ctx, c)
	if wrong := new(surveillance.ValueError); errors.As(err, &wrong) {
		p.failValue("area", wrong)
		return surveillance.Filter{}, nil, p.Err()
	}
	if err != nil {
		return surveillance.Filter{}, nil, err
	}
	f, err := c.Resolve(names)
	var unknown surveillance.UnknownError
	if errors.As(err, &unknown) {
		for _, u := range unknown {
			p.Fail(u.Parameter, "unknown_"+u.Parameter, u.Error())
		}
		err = nil
	}
	if wrong := p.Err(); wrong != nil {
		err = wrong
	}
	return f, names, err
}

// criterion returns the text of a parameter of the Filter; ok is false when it is absent or invalid. Lists that are given
// several times are joined.
func (p *Params) criterion(name string) (text string, ok bool) {
	if surveillance.Single(name) {
		return p.Given(name)
	}
	values := p.given(name)
	for _, v := range values {
		if !p.checkText(name, v) {
			return "", false
		}
	}
	return strings.Join(values, ","), len(values) > 0
}
