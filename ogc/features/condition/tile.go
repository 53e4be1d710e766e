package condition

import (
	"context"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// ReadBeside reads the parameters that the tiles of observations have beside those of a Filter: datetime and filter. Conditions name status
// themselves, or the Filter has the statuses.
func (r *Reader) ReadBeside(ctx context.Context, p *httpapi.Params, c *collection.Collection, names *surveillance.Names, f surveillance.Filter) (postgres.Choice, error) {
	in := reading{Reader: r, p: p, collection: c, names: names, self: true}
	all := f
	if p.Has(c.Default.Property) {
		in.named = []string{c.Default.Property}
	} else {
		all.Statuses = surveillance.Statuses
	}
	in.choice.Selection = &Selection{Filter: all}
	for _, read := range []func(context.Context) error{in.datetime, in.filter} {
		if err := read(ctx); err != nil {
			return postgres.Choice{}, err
		}
	}
	if len(in.choice.Conditions) == 0 {
		return postgres.ChoiceOf(f), in.failed
	}
	in.unlessNamed(ctx, nil)
	if in.failed != nil {
		return postgres.Choice{}, in.failed
	}
	choice := postgres.Choice{Filter: all}
	if s := in.choice.Selection; s != nil {
		choice.Same, choice.Overlapping = &s.Filter, s.Overlapping
	}
	var err error
	choice.Predicate, err = predicateOf(ctx, in.choice.Conditions)
	return choice, err
}

// ReadTiled reads the parameters that choose features of a collection in a tile: all but bbox, which the tile is. The predicate says what the
// conditions say together; it is nil where there are none.
func (r *Reader) ReadTiled(ctx context.Context, p *httpapi.Params, c *collection.Collection, names *surveillance.Names) (conditions []query.Condition, predicate *postgres.Predicate, err error) {
	in := reading{Reader: r, p: p, collection: c, names: names, self: true}
	trees := in.queryables()
	for _, read := range []func(context.Context) error{in.datetime, in.criteria, in.filter} {
		if err := read(ctx); err != nil {
			return nil, nil, err
		}
	}
	in.unlessNamed(ctx, trees)
	if in.failed != nil {
		return nil, nil, in.failed
	}
	predicate, err = predicateOf(ctx, in.choice.Conditions)
	return in.choice.Conditions, predicate, err
}

// predicateOf returns conditions as one.
func predicateOf(ctx context.Context, conditions []query.Condition) (*postgres.Predicate, error) {
	var s query.Statement
	var texts []string
	for _, c := range conditions {
		text, err := c(ctx, &s)
		if err != nil {
			return nil, err
		}
		texts = append(texts, "("+text+")")
	}
	if texts == nil {
		return nil, nil
	}
	return &postgres.Predicate{Text: strings.Join(texts, " and "), Args: s.Args}, nil
}
