package importing

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	unknownCRSQuery      = sql.Get("locating/crs.sql")
	knownCRSQuery        = sql.Get("locating/known_crs.sql")
	transformPlaceQuery  = sql.Get("locating/transform_place.sql")
	transformQuery       = sql.Get("locating/transform.sql")
	misplacedQuery       = sql.Get("locating/misplaced.sql")
	transformPoolsQuery  = sql.Get("locating/transform_pools.sql")
	transformEventsQuery = sql.Get("locating/transform_events.sql")
	misplacedEventsQuery = sql.Get("locating/misplaced_events.sql")
	newTaxaQuery         = sql.Get("locating/new_taxa.sql")
	newNamesQuery        = sql.Get("locating/new_names.sql")
	placesQuery          = sql.Get("locating/places.sql")
	analyzePlacesQuery   = sql.Get("locating/analyze_places.sql")
	rangesQuery          = sql.Get("locating/ranges.sql")
	mismatchesQuery      = sql.Get("locating/mismatches.sql")
	statedPlacesQuery    = sql.Get("locating/countries.sql")
	swappedQuery         = sql.Get("locating/swapped.sql")
)

// checkCRS stops when PostGIS does not know the reference system that the options name.
func (run *fileImport) checkCRS(ctx context.Context, tx pgx.Tx) error {
	crs, stated := coordinates.ParseCRS(run.options.CRS)
	if stated != coordinates.Known {
		return nil // nothing is stated; Open has refused what is no name
	}
	var known bool
	if err := tx.QueryRow(ctx, knownCRSQuery.String(), pgx.StrictNamedArgs{"srid": epsg(string(crs))}).Scan(&known); err != nil {
		return fmt.Errorf("look for the reference system: %w", err)
	}
	if known {
		return nil
	}
	return &Stop{StopCRS, fmt.Sprintf("PostGIS does not know %s: name another reference system with --crs", crs)}
}

// transform moves places of another reference system to WGS 84.
func (run *fileImport) transform(ctx context.Context, tx pgx.Tx) error {
	if !run.otherCRS {
		return nil
	}
	unknown, err := postgres.All[struct {
		SRID   int   `db:"srid"`
		Line   int   `db:"line"`
		Places int64 `db:"places"`
	}](ctx, tx, unknownCRSQuery)
	if err != nil {
		return fmt.Errorf("look for the reference systems: %w", err)
	}
	for _, u := range unknown {
		err := run.stop(StopCRS, "the coordinates of %d rows, the first in line %d, are in EPSG:%d, which PostGIS does not know: "+
			"name their reference system with --crs", u.Places, u.Line, u.SRID)
		if err != nil {
			return err
		}
	}
	if err := execute(ctx, tx, nil, transformPlaceQuery, transformQuery, misplacedQuery, transformEventsQuery, misplacedEventsQuery, transformPoolsQuery); err != nil {
		return fmt.Errorf("transform the coordinates: %w", err)
	}
	return nil
}

// locate finds the taxon of every name, the country of every place, and what both say of the quality of a record.
func (run *fileImport) locate(ctx context.Context, tx pgx.Tx) error {
	territories, states := surveillance.Territories()
	args := pgx.StrictNamedArgs{"territories": territories, "states": states}
	if err := execute(ctx, tx, args, newTaxaQuery, newNamesQuery, placesQuery, analyzePlacesQuery, rangesQuery, mismatchesQuery); err != nil {
		return fmt.Errorf("find names and places: %w", err)
	}
	return nil
}

// checkAxes stops when most rows that state a country lie elsewhere, and in it once their coordinates are swapped.
func (run *fileImport) checkAxes(ctx context.Context, tx pgx.Tx) error {
	var stated, outside int64
	if err := tx.QueryRow(ctx, statedPlacesQuery.String()).Scan(&stated, &outside); err != nil {
		return fmt.Errorf("compare the places with the countries: %w", err)
	}
	if outside*2 <= stated {
		return nil
	}
	swapped, err := postgres.One[struct {
		Rows    int64   `db:"rows"`
		Line    int     `db:"line"`
		Lat     float64 `db:"lat"`
		Lon     float64 `db:"lon"`
		Country string  `db:"country"`
	}](ctx, tx, swappedQuery)
	if err != nil {
		return fmt.Errorf("swap the coordinates: %w", err)
	}
	if swapped.Rows*2 <= stated {
		return nil
	}
	option := "--swap swaps them"
	if run.options.Swap {
		option = "leave --swap out"
	}
	return run.stop(StopAxes, "latitude and longitude seem to be swapped: of %d rows that state a country, %d lie elsewhere as they are and %d in it once swapped "+
		"(line %d: latitude %g, longitude %g, country %s); %s", stated, outside, swapped.Rows, swapped.Line, swapped.Lat, swapped.Lon,
		run.countryName(swapped.Country), option)
}
