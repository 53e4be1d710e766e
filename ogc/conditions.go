package ogc

import (
	"context"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// conditionParameters are those that choose features, beside the queryables' own.
var conditionParameters = []string{"bbox", "bbox-crs", "datetime", "filter", "filter-lang", "filter-crs"}

// choice is which features a request asks for: trees of conditions, all of which have to be true.
type choice struct {
	conditions []condition
	// counted asks the same of the counts in memory; nil when they do not know it.
	counted *counted
}

// readConditions reads the parameters that choose features. Errors of parameters go to p.
func (o *OGC) readConditions(ctx context.Context, p *httpapi.Params, c *collection) (choice, error) {
	r := conditionsReader{ctx: ctx, p: p, c: c, register: o.register, names: o.lookups.Current()}
	if c.counted {
		r.choice.counted = &counted{filter: surveillance.DefaultFilter()}
	}
	trees := append(r.queryables(), r.datetime()...)
	for _, read := range []func() error{r.bbox, r.filter} {
		if err := read(); err != nil {
			return choice{}, err
		}
	}
	if c.unless != nil && !slices.Contains(r.named, c.unless.property) {
		trees = append(trees, c.unless.condition)
	}
	if len(trees) > 0 {
		r.add(cql2.And{Args: trees}, "", cql2.Options{})
	}
	return r.choice, nil
}

type conditionsReader struct {
	ctx      context.Context
	p        *httpapi.Params
	c        *collection
	register *register
	names    *surveillance.Names
	choice   choice
	named    []string // properties that conditions name
}

// add adds a tree. parameter is the one that it was read from, which its errors name.
func (r *conditionsReader) add(tree cql2.Expr, parameter string, options cql2.Options) {
	queryables := r.c.queryables
	// Compiled at once, so that what is wrong is said before anything is asked, and again behind the parameters of the statement.
	if _, err := cql2.Compile(tree, queryables, options); err != nil {
		r.fail(parameter, err)
		return
	}
	r.choice.conditions = append(r.choice.conditions, func(s *statement) (string, error) {
		options.First = len(s.args) + 1
		options.Keys = func(query string, args []any) ([]any, error) { return r.register.db.keys(r.ctx, query, args) }
		compiled, err := cql2.Compile(tree, queryables, options)
		s.args = append(s.args, compiled.Args...)
		return compiled.Text, err
	})
}

func (r *conditionsReader) fail(parameter string, err error) {
	r.p.Fail(parameter, "invalid_"+parameter, parameter+": "+err.Error())
}

// queryables reads a parameter for each queryable of a simple type: the value that it has to have.
func (r *conditionsReader) queryables() (trees []cql2.Expr) {
	for _, f := range r.c.all() {
		if !f.queryable() {
			continue
		}
		text, given := r.p.Given(f.name)
		if !given {
			continue
		}
		value, ok := literal(f, text)
		switch {
		case !ok:
			r.p.Fail(f.name, "invalid_value", f.name+" must be "+types[f.kind].cql.String()+", not "+quoted(text))
		case f.enum != nil && !slices.Contains(f.enum, text):
			r.p.Fail(f.name, "not_allowed", f.name+" must be one of "+strings.Join(f.enum, ", "))
		default:
			trees = append(trees, compare(cql2.Property{Name: f.name}, cql2.Equal, value))
			r.named = append(r.named, f.name)
			r.choice.restrict(f.name, text, r.names)
		}
	}
	return trees
}

// literal reads a parameter's text as a value of a field.
func literal(f *field, text string) (cql2.Expr, bool) {
	if _, ok := parseValue(f.kind, text); !ok {
		return nil, false
	}
	if f.kind == kindInteger || f.kind == kindNumber {
		return cql2.Number{Text: text}, true
	}
	return cql2.String{Value: text}, true // read as the type that it is compared with
}

func (r *conditionsReader) datetime() []cql2.Expr {
	d := readDatetime(r.p)
	if d == nil {
		return nil
	}
	r.choice.within(*d)
	if r.c.begins == "observed_at" {
		return []cql2.Expr{d.intersects()}
	}
	return []cql2.Expr{d.overlaps(r.c.begins, r.c.ends)}
}
