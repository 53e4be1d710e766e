package analytics

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var absencesQuery = sql.Get("analytics/absences.sql")

// addAbsences adds the absences that belong to no event, by the parts that they lie in and their last day. The absence of a name counts where the name includes all taxa of the question:
// who found no Culex found no Culex pipiens. Without a condition on names no absence says that there was no mosquito at all.
func (a *Analytics) addAbsences(ctx context.Context, q question, parts places.Parts, add func(id places.ID, last int32, records int64)) error {
	f := q.filter
	if !f.NamesTaxa || f.MatchesNothing() {
		return nil
	}
	f.Taxa = q.names.Covering(f.Taxa)
	absences, err := postgres.All[struct {
		Lon       float64  `db:"lon"`
		Lat       float64  `db:"lat"`
		AccuracyM *float64 `db:"location_accuracy_m"`
		Country   *string  `db:"country_id"`
		Last      int32    `db:"last"`
		Records   int64    `db:"records"`
	}](ctx, a.db, absencesQuery, postgres.FilterArgs(f))
	if err != nil {
		return fmt.Errorf("read absences: %w", err)
	}
	locate := parts.Locator()
	for _, absence := range absences {
		if absence.AccuracyM != nil && *absence.AccuracyM > parts.Radius() {
			continue
		}
		country := ""
		if absence.Country != nil {
			country = *absence.Country
		}
		for _, id := range locate(absence.Lon, absence.Lat, country) {
			add(id, absence.Last, absence.Records)
		}
	}
	return nil
}
