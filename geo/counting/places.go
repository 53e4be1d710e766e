package counting

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var placesQuery = sql.Get("geo/places.sql")

// Places visits the observations that match, as tileindex.State.Places does.
func (c *Counter) Places(ctx context.Context, f surveillance.Filter, make func() (visit func(surveillance.Place), finish func())) error {
	if f.MatchesNothing() {
		return nil
	}
	if s := c.index.State(); s.Holds(f) {
		s.Places(f, make)
		return nil
	}
	rows, err := c.db.Query(ctx, placesQuery.String(), postgres.FilterArgs(f))
	if err != nil {
		return fmt.Errorf("read the places of observations: %w", err)
	}
	visit, finish := make()
	var lon, lat, accuracy postgres.Float8Column
	var country postgres.TextColumn
	var first, last postgres.Int4Column
	var records postgres.Int8Column
	err = postgres.EachRow(rows, func(c *postgres.Columns) {
		lon, lat, accuracy, country = c.Float8("lon"), c.Float8("lat"), c.Float8("location_accuracy_m"), c.Text("country_id")
		first, last, records = c.Int4("first"), c.Int4("last"), c.Int8("records")
	}, func(row postgres.Row) error {
		visit(surveillance.Place{
			Lon: lon.Of(row), Lat: lat.Of(row), AccuracyM: accuracy.Of(row), Country: country.Of(row), First: first.Of(row), Last: last.Of(row),
			Records: records.Of(row),
		})
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the places of observations: %w", err)
	}
	finish()
	return nil
}
