package kinds

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var introducesQuery = sql.Get("alerts/introduces.sql")

// Introduces reports whether a rule of introductions would raise an alert of a sighting, were it public. A sighting without its species, or less
// exact than half the distance of the rule, raises none.
func Introduces(ctx context.Context, db postgres.Querier, rule Rule, names *surveillance.Names, s surveillance.Sighting) (introduces bool, err error) {
	taxa := rule.taxaOf(s.TaxonKey, names)
	km := float64(DefaultDistanceKM)
	if d := rule.Parameters.DistanceKM; d != nil {
		km = *d
	}
	if rule.Kind != Introduction || len(taxa) == 0 || s.AccuracyM != nil && *s.AccuracyM > exactEnough(km) {
		return false, nil
	}
	args := pgx.StrictNamedArgs{
		"taxa": taxa, "lng": s.At.Lng, "lat": s.At.Lat, "day": s.LastDay.Format(time.DateOnly), "accuracy": exactEnough(km), "area": given(rule.Area),
		"set": given(rule.Set), "metres": nil,
	}
	if rule.Parameters.DistanceKM != nil {
		args["metres"] = km * 1000
	}
	if err := db.QueryRow(ctx, introducesQuery.String(), args).Scan(&introduces); err != nil {
		return false, fmt.Errorf("look for earlier records: %w", err)
	}
	return introduces, nil
}

// exactEnough is the greatest radius in metres of a record that is one of an introduction: half the distance.
func exactEnough(km float64) float64 { return km * 1000 / 2 }

// taxaOf returns the taxa whose records are of the same species to the rule as a taxon; none for a species that the rule is not about.
func (r Rule) taxaOf(taxon int32, names *surveillance.Names) []int32 {
	if r.Disease == "" {
		if keys := names.FindTaxa(r.Species); slices.Contains(keys, taxon) {
			return keys
		}
		return nil
	}
	for _, key := range names.Vectors(r.Disease) {
		t, _ := names.Taxon(key)
		if keys := names.FindTaxa(t.ID); slices.Contains(keys, taxon) {
			return keys
		}
	}
	return nil
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
