package httpapi

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Filter reads the Filter of a request and resolves species and data sources by names. The error holds the errors of all
// parameters read so far: 400 when the bbox is invalid, else 422. It is ErrNamesNotLoaded when names has no taxa.
func (p *Params) Filter(names *surveillance.Names) (surveillance.Filter, error) {
	c := surveillance.NewCriteria()
	for _, name := range surveillance.Parameters {
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
	if err := p.Err(); err != nil {
		return surveillance.Filter{}, err
	}
	return c.Resolve(names)
}

// criterion returns the text of a parameter of the Filter; ok is false when it is absent or invalid. Lists that are given
// several times are joined.
func (p *Params) criterion(name string) (text string, ok bool) {
	if surveillance.Single(name) {
		return p.Given(name)
	}
	values := p.values[name]
	for _, v := range values {
		if !p.checkText(name, v) {
			return "", false
		}
	}
	return strings.Join(values, ","), len(values) > 0
}
