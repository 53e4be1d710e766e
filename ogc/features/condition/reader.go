// Package condition reads which features a request asks for: the parameters bbox, area, datetime and filter, and those with the name of a
// property (17-069r4, 7.15; 19-079r2). All of them become trees of CQL2, and so conditions of one statement. Where a
// surveillance.Filter selects the same observations, package condition says which. It imports
// ogc/features/collection, ogc/features/cql2, ogc/features/crs and ogc/features/query.
package condition

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Parameters are the names of those that choose features, beside the names of queryables and those of collection.Collection.Filter.
var Parameters = []string{"bbox", "bbox-crs", "datetime", "filter", "filter-lang", "filter-crs"}

// Choice is which features a request asks for.
type Choice struct {
	Conditions []query.Condition   // all have to be true
	Selection  *Selection          // nil: no Filter selects the same
	Areas      surveillance.Areas  // that a condition is about; those of a set may change
	Counted    surveillance.Filter // which observations are counted, where the collection is counts
}

// Reader reads the parameters of requests. It is safe for concurrent use.
type Reader struct {
	DB       postgres.Database
	Lookups  httpapi.Lookups
	Register *crs.Register
}

// Read reads the parameters that choose features of a collection. What is wrong with them goes to p.
func (r *Reader) Read(ctx context.Context, p *httpapi.Params, c *collection.Collection, names *surveillance.Names) (Choice, error) {
	in := reading{Reader: r, p: p, collection: c, names: names}
	if c.Observations {
		in.choice.Selection = newSelection()
	}
	trees := in.queryables()
	parts := []func(context.Context) error{in.datetime, in.bbox, in.criteria, in.filter}
	if c.CountBy != nil {
		parts = []func(context.Context) error{in.counted, in.filter}
	}
	for _, read := range parts {
		if err := read(ctx); err != nil {
			return Choice{}, err
		}
	}
	in.unlessNamed(ctx, trees)
	return in.choice, in.failed
}

// unlessNamed adds trees, and the collection's Default where no condition names its property.
func (r *reading) unlessNamed(ctx context.Context, trees []cql2.Expr) {
	if d := r.collection.Default; d != nil && !slices.Contains(r.named, d.Property) {
		trees = append(trees, d.Condition)
	}
	if len(trees) > 0 {
		r.require(ctx, cql2.And{Args: trees}, "", crs.CRS84)
	}
}

// reading is what was read of one request.
type reading struct {
	*Reader
	self       bool // conditions ask for no keys: they are the same text with the same arguments each time
	p          *httpapi.Params
	collection *collection.Collection
	names      *surveillance.Names
	choice     Choice
	named      []string // properties that conditions name
	failed     error    // of the server, not of the request
}

// require adds a tree to the conditions and to the selection.
func (r *reading) require(ctx context.Context, tree cql2.Expr, parameter string, system crs.System) {
	r.add(ctx, tree, parameter, system)
	r.choice.narrow(tree, system, r.names)
}

// add adds a tree whose geometries are in a CRS. Its errors name the parameter that it was read from.
func (r *reading) add(ctx context.Context, tree cql2.Expr, parameter string, system crs.System) {
	queryables := r.collection.Queryables
	// Compiled at once, so that an error is known before the database is asked, and again when the statement has other arguments.
	if _, err := cql2.Compile(tree, queryables, r.options(ctx, system)); err != nil {
		if wrong := new(cql2.Error); errors.As(err, &wrong) {
			r.fail(parameter, err)
		} else {
			r.failed = cmp.Or(r.failed, err)
		}
		return
	}
	r.choice.Conditions = append(r.choice.Conditions, func(ctx context.Context, s *query.Statement) (string, error) {
		options := r.options(ctx, system)
		options.First = len(s.Args) + 1
		if !r.self {
			options.Keys = func(text string, args []any) ([]any, error) { return query.Keys(ctx, r.DB, text, args) }
		}
		compiled, err := cql2.Compile(tree, queryables, options)
		s.Args = append(s.Args, compiled.Args...)
		return compiled.Text, err
	})
}

// options are those of geometries in a CRS.
func (r *reading) options(ctx context.Context, system crs.System) cql2.Options {
	o := cql2.Options{FilterSRID: system.SRID, SwapAxes: system.Coordinates.Swapped, Geographic: system.IsGeographic()}
	switch system.SRID {
	case crs.StorageSRID:
		return o
	case crs.MercatorSRID:
		o.Box = crs.MercatorBox
	}
	o.Transform = func(g geom.T) (geom.T, error) {
		if b := g.Bounds(); system.SRID == crs.MercatorSRID && (b.Min(0) < -crs.MercatorEdge || b.Max(0) > crs.MercatorEdge) {
			return nil, crs.ErrNoPlace
		}
		return r.Register.Transform(ctx, g, system)
	}
	return o
}

func (r *reading) fail(parameter string, err error) {
	r.p.Fail(parameter, "invalid_"+parameter, parameter+": "+err.Error())
}

// queryables reads the parameters with the name of a property: the value that the property has to have.
func (r *reading) queryables() (trees []cql2.Expr) {
	for _, f := range r.collection.QueryableFields() {
		if slices.Contains(r.collection.Filter, f.Name) {
			continue
		}
		text, given := r.p.Given(f.Name)
		if !given {
			continue
		}
		value, ok := literal(f, text)
		switch {
		case !ok:
			r.p.Fail(f.Name, "invalid_value", f.Name+" must be "+f.Kind.String()+", not "+resource.Quoted(text))
		case f.Enum != nil && !slices.Contains(f.Enum, text):
			r.p.Fail(f.Name, "not_allowed", f.Name+" must be one of "+strings.Join(f.Enum, ", "))
		default:
			trees = append(trees, compare(cql2.Property{Name: f.Name}, cql2.Equal, value))
			r.named = append(r.named, f.Name)
		}
	}
	return trees
}

// literal reads a parameter's text as a value of a field.
func literal(f *collection.Field, text string) (cql2.Expr, bool) {
	value, ok := f.Kind.Parse(text)
	if !ok {
		return nil, false
	}
	switch f.Kind {
	case collection.KindInteger, collection.KindNumber:
		return cql2.Number{Text: text}, true
	case collection.KindBoolean:
		return cql2.Bool{Value: value.(bool)}, true
	}
	return cql2.String{Value: text}, true // read as the type that it is compared with
}

func compare(left cql2.Expr, op cql2.Operator, right cql2.Expr) cql2.Expr {
	return cql2.Compare{Op: op, Left: left, Right: right}
}
