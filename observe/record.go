package observe

import (
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// record holds the columns of sql/fragment/observation_columns.sql: an Observation, and what complete makes fields of it from.
type record struct {
	Observation
	Lat           float64    `db:"lat"`
	Lng           float64    `db:"lng"`
	Until         *time.Time `db:"observed_until"`
	TaxonKey      int32      `db:"taxon_key"`
	DataSourceKey *int32     `db:"data_source_key"`
}

// complete sets the fields of the Observation that are stored in another form.
func (r *record) complete() {
	r.Location = surveillance.Location{Lat: surveillance.RoundDegrees(r.Lat), Lng: surveillance.RoundDegrees(r.Lng)}
	r.ObservedAt, r.CreatedAt, r.UpdatedAt = r.ObservedAt.UTC(), r.CreatedAt.UTC(), r.UpdatedAt.UTC()
	if r.Until != nil {
		r.ObservedUntil = new(r.Until.Format(time.DateOnly))
	}
}
