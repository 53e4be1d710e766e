package alerts

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Alert is an alert in the API. Nil means that there is none.
type Alert struct {
	ID           uuid.UUID              `json:"id" db:"id"`
	RuleID       uuid.UUID              `json:"rule_id" db:"rule_id"`
	Rule         string                 `json:"rule" db:"rule"` // its name
	Kind         string                 `json:"kind" db:"kind"`
	Title        string                 `json:"title" db:"title"` // English
	Day          string                 `json:"day" db:"-"`
	Location     *surveillance.Location `json:"location" db:"-"`
	Area         *string                `json:"area" db:"area_id"`
	Facts        json.RawMessage        `json:"facts" db:"facts"`
	Historical   bool                   `json:"historical" db:"historical"` // in no feed, and not sent
	State        string                 `json:"state" db:"state"`
	Note         *string                `json:"note" db:"note"`
	RaisedAt     time.Time              `json:"raised_at" db:"raised_at"`
	UpdatedAt    time.Time              `json:"updated_at" db:"updated_at"`
	ClosedAt     *time.Time             `json:"closed_at" db:"closed_at"`
	ClosedReason *string                `json:"closed_reason" db:"closed_reason"`
}

// States of an alert.
const (
	stateNew  = "new"
	stateSeen = "seen"
)

// alertRecord holds the columns of sql/fragment/alert_columns.sql.
type alertRecord struct {
	Alert
	OnDay time.Time `db:"day"`
	Lat   *float64  `db:"lat"`
	Lng   *float64  `db:"lng"`
}

func (r alertRecord) alert() Alert {
	a := r.Alert
	a.Day = r.OnDay.Format(time.DateOnly)
	if r.Lat != nil && r.Lng != nil {
		a.Location = &surveillance.Location{Lat: surveillance.RoundDegrees(*r.Lat), Lng: surveillance.RoundDegrees(*r.Lng)}
	}
	a.RaisedAt, a.UpdatedAt = a.RaisedAt.UTC(), a.UpdatedAt.UTC()
	if a.ClosedAt != nil {
		a.ClosedAt = new(a.ClosedAt.UTC())
	}
	return a
}

// alertID returns the id of the alert of a rule about a key.
func alertID(rule uuid.UUID, key string) uuid.UUID { return uuid.NewSHA1(rule, []byte(key)) }
