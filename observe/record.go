package observe

import (
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
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
	UTCOffset     int16      `db:"utc_offset"`
	FlagBits      int16      `db:"flags"`
}

// complete sets the fields of the Observation that are stored in another form.
func (r *record) complete() {
	r.Location = surveillance.Location{Lat: surveillance.RoundDegrees(r.Lat), Lng: surveillance.RoundDegrees(r.Lng)}
	r.ObservedAt, r.CreatedAt, r.UpdatedAt = postgres.Local(r.ObservedAt.UTC(), r.UTCOffset), r.CreatedAt.UTC(), r.UpdatedAt.UTC()
	r.Flags = surveillance.Flags(r.FlagBits).Names()
	if r.Until != nil {
		r.ObservedUntil = new(r.Until.Format(time.DateOnly))
	}
}
