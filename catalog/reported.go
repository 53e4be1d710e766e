package catalog

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// maxReported is the number of reported photographs of a species, the newest.
const maxReported = 12

// Reported is a photograph that came with a verified record. Its reporter let everybody see it, and said nothing of a licence.
type Reported struct {
	ObservationID uuid.UUID  `json:"observation_id" db:"id"`
	ImageURL      string     `json:"image_url" db:"image_url"`
	ObservedAt    time.Time  `json:"observed_at" db:"observed_at"`
	UTCOffset     int16      `json:"-" db:"utc_offset"`
	DatePrecision string     `json:"date_precision" db:"date_precision"`
	Until         *time.Time `json:"-" db:"observed_until"`
	ObservedUntil *string    `json:"observed_until" db:"-"`
	CountryID     *string    `json:"country_id" db:"country_id"`
}

// reported returns the reported photographs of taxa by their keys, the newest first.
func (s store) reported(ctx context.Context, taxa []int32) ([]Reported, error) {
	list, err := rows[Reported](ctx, s, "list reported photographs", reportedQuery, pgx.StrictNamedArgs{"taxa": taxa, "limit": maxReported})
	for i := range list {
		one := &list[i]
		one.ObservedAt = postgres.Local(one.ObservedAt.UTC(), one.UTCOffset)
		if one.Until != nil {
			one.ObservedUntil = new(one.Until.Format(time.DateOnly))
		}
	}
	return list, err
}
