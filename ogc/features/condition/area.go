package condition

import (
	"context"
	"errors"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// area reads the Filter's parameter area: ids of areas, of which one has to cover the point of a feature.
func (r *reading) area(ctx context.Context) error {
	if r.collection.Geometry != collection.Point {
		return nil
	}
	text, given := r.p.Given("area")
	if !given {
		return nil
	}
	filter, err := r.areaFilter(ctx, text)
	wrong, unknown := new(surveillance.ValueError), surveillance.UnknownError(nil)
	if errors.As(err, &wrong) || errors.As(err, &unknown) {
		r.p.Fail("area", "invalid_area", err.Error())
		return nil
	}
	if err != nil || filter.Areas == nil {
		return err
	}
	r.choice.Areas = filter.Areas
	shape, column := postgres.FilterArgs(filter)["area"], r.collection.GeometryColumn
	r.choice.Conditions = append(r.choice.Conditions, func(_ context.Context, s *query.Statement) (string, error) {
		area := s.Arg(shape) + "::geometry"
		return "(" + column + " && " + area + " and ST_Covers(" + area + ", " + column + ")::int <> 0)", nil // as in fragment/filter_event.sql
	})
	if r.choice.Selection != nil {
		r.choice.Selection.Filter.Areas = filter.Areas
	}
	return nil
}

func (r *reading) areaFilter(ctx context.Context, text string) (surveillance.Filter, error) {
	criteria := surveillance.NewCriteria()
	if err := criteria.Set("area", text); err != nil {
		return surveillance.Filter{}, err
	}
	names, err := r.Lookups.NamesFor(ctx, criteria)
	if err != nil {
		return surveillance.Filter{}, err
	}
	return criteria.Resolve(names)
}
