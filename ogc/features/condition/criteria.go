package condition

import (
	"context"
	"errors"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// criteria reads the Filter's parameters that the collection has: what they select is what the lists of the other API select by them.
func (r *reading) criteria(ctx context.Context) error {
	filter, given, err := r.asked(ctx)
	if err != nil || !given {
		return err
	}
	r.choice.Areas = filter.Areas
	r.filtered(filter)
	return nil
}

// asked returns the Filter of the parameters that the collection has in common with the lists of the other API. given is false without any, and
// after an error in one.
func (r *reading) asked(ctx context.Context) (f surveillance.Filter, given bool, err error) {
	criteria, some := surveillance.NewCriteria(), false
	for _, name := range r.collection.Filter {
		text, given := r.p.Given(name)
		if !given {
			continue
		}
		some = true
		if err := criteria.Set(name, text); err != nil {
			r.p.Fail(name, "invalid_"+name, err.Error())
		}
	}
	if !some && r.collection.CountBy == nil {
		return f, false, nil
	}
	f, err = r.resolve(ctx, criteria)
	wrong, unknown := new(surveillance.ValueError), surveillance.UnknownError(nil)
	switch {
	case errors.As(err, &wrong): // areas alone are looked up
		r.p.Fail("area", "invalid_area", err.Error())
	case errors.As(err, &unknown):
		for _, u := range unknown {
			r.p.Fail(u.Parameter, "invalid_"+u.Parameter, u.Error())
		}
	case err == nil:
		return f, true, nil
	default:
		return f, false, err
	}
	return f, false, nil
}

func (r *reading) resolve(ctx context.Context, criteria *surveillance.Criteria) (surveillance.Filter, error) {
	names, err := r.Lookups.NamesFor(ctx, criteria)
	if err != nil {
		return surveillance.Filter{}, err
	}
	return criteria.Resolve(names)
}

// filtered adds what a Filter says of species, months, flags and areas to the conditions and to the selection. The texts are those of
// fragment/filter.sql.
func (r *reading) filtered(f surveillance.Filter) {
	require := func(condition func(s *query.Statement) string) {
		r.choice.Conditions = append(r.choice.Conditions, func(_ context.Context, s *query.Statement) (string, error) { return condition(s), nil })
	}
	oneOf := func(column, cast string, one, many any) {
		if one != nil { // an index finds one value by equality and returns its rows in order
			require(func(s *query.Statement) string { return column + " = " + s.Arg(one) + "::" + cast })
		} else if many != nil {
			require(func(s *query.Statement) string { return column + " = any(" + s.Arg(many) + "::" + cast + "[])" })
		}
	}
	args, column := postgres.FilterArgs(f), r.collection.GeometryColumn
	oneOf("o.taxon_key", "int", args["taxon"], args["taxa"])
	oneOf("o.months", "smallint", args["month_set"], args["month_sets"])
	if f.Flags != 0 {
		require(func(s *query.Statement) string { return "o.flags & " + s.Arg(args["flags"]) + "::smallint <> 0" })
	}
	if f.WithoutFlags != 0 {
		require(func(s *query.Statement) string { return "o.flags & " + s.Arg(args["without_flags"]) + "::smallint = 0" })
	}
	if f.Areas != nil {
		require(func(s *query.Statement) string {
			area := s.Arg(args["area"]) + "::geometry"
			return column + " && " + area + " and ST_Covers(" + area + ", " + column + ")::int <> 0"
		})
	}
	if s := r.choice.Selection; s != nil {
		if f.Taxa != nil {
			s.Filter.Taxa = both(s.Filter.Taxa, f.Taxa)
		}
		s.Filter.Months, s.Filter.Flags, s.Filter.WithoutFlags, s.Filter.Areas = f.Months, f.Flags, f.WithoutFlags, f.Areas
	}
}
