package events

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// Event is a sampling event in the API. Nil means unknown.
type Event struct {
	ID                uuid.UUID             `json:"id" db:"id"`
	DataSource        string                `json:"data_source" db:"data_source"` // id
	EventID           string                `json:"event_id" db:"event_id"`       // in the data source
	SiteID            *string               `json:"site_id" db:"site_id"`
	Location          surveillance.Location `json:"location" db:"-"`
	LocationAccuracyM *float64              `json:"location_accuracy_m" db:"location_accuracy_m"` // radius in metres
	CountryID         *string               `json:"country_id" db:"country_id"`
	RegionID          *string               `json:"region_id" db:"region_id"`
	StartedAt         *form.Instant         `json:"started_at" db:"-"` // nil where one time or day alone is known
	EndedAt           form.Instant          `json:"ended_at" db:"-"`
	DatePrecision     string                `json:"date_precision" db:"date_precision"`
	SamplingProtocol  *string               `json:"sampling_protocol" db:"sampling_protocol"`
	Lure              *string               `json:"lure" db:"lure"`
	Traps             *int                  `json:"traps" db:"traps"`   // 1 to maxTraps
	Nights            *float64              `json:"nights" db:"nights"` // 0 to maxNights
	Effort            *float64              `json:"effort" db:"effort"` // in EffortUnit, surveillance.MinEffort to MaxEffort
	EffortUnit        *string               `json:"effort_unit" db:"effort_unit"`
	EffortSource      *string               `json:"effort_source" db:"effort_source"`
	Problem           bool                  `json:"problem" db:"problem"`
	TargetTaxa        []string              `json:"target_taxa" db:"target_taxa"` // scientific names; none: all mosquitoes
	Complete          *bool                 `json:"complete" db:"complete"`
	form.Obscured
	Remarks   *string         `json:"remarks" db:"remarks"`
	Metadata  json.RawMessage `json:"metadata" db:"metadata"`
	Specimens int64           `json:"specimens" db:"specimens"` // of its records that are not rejected
	CreatedAt time.Time       `json:"created_at" db:"created_at"`
	UpdatedAt time.Time       `json:"updated_at" db:"updated_at"`
	Warnings  []string        `json:"warnings,omitempty" db:"-"` // of a write
}

// Limits of an event's fields, lengths in characters. The checks of the table are the same.
const (
	maxTraps      = 10_000
	maxNights     = 366
	maxAccuracyM  = 1e8 // metres
	maxTargets    = surveillance.MaxTargets
	maxName       = 300
	maxShortText  = 200 // event_id, site_id, sampling_protocol, lure
	maxRemarks    = 4000
	maxDataSource = 320
)

// record holds the columns of sql/fragment/event_columns.sql.
type record struct {
	Event
	Lat       float64    `db:"lat"`
	Lng       float64    `db:"lng"`
	Started   *time.Time `db:"started_at"`
	Ended     time.Time  `db:"ended_at"`
	UTCOffset int16      `db:"utc_offset"`
	Cell      *float64   `db:"cell_degrees"` // size of the cell in which the place was drawn; nil: it is exact
}

// Unpack sets the fields of the Event that are stored in another form.
func (r *record) Unpack() {
	r.Location = surveillance.Location{Lat: surveillance.RoundDegrees(r.Lat), Lng: surveillance.RoundDegrees(r.Lng)}
	r.Obscured = form.ObscuredBy(r.Cell)
	r.CreatedAt, r.UpdatedAt = r.CreatedAt.UTC(), r.UpdatedAt.UTC()
	r.StartedAt, r.EndedAt = r.span().Instants()
}

// span returns the time of the event as it is stored.
func (r *record) span() form.Span {
	return form.SpanOf(r.Started, r.Ended, r.UTCOffset, r.DatePrecision)
}

// HideObservers takes from the event who recorded it.
func (r *record) HideObservers() { r.Metadata = export.WithoutObservers(r.Metadata) }

// UUID is that of the event.
func (r *record) UUID() uuid.UUID { return r.ID }

// Shown returns the event with the warnings of a write.
func (r *record) Shown(warnings []string) any {
	shown := r.Event
	shown.Warnings = warnings
	return shown
}

func (r *record) position() paging.Position { return paging.Position{At: r.Ended, ID: r.ID} }

// feature is an event in GeoJSON: what is not its place and its id are its properties.
type feature struct {
	Type       string     `json:"type"`
	ID         uuid.UUID  `json:"id"`
	Geometry   geometry   `json:"geometry"`
	Properties properties `json:"properties"`
}

type geometry struct {
	Type        string     `json:"type"`
	Coordinates [2]float64 `json:"coordinates"` // longitude, latitude
}

// properties leave out two members of an Event: a nil of the same name in JSON hides them.
type properties struct {
	Event
	ID       *struct{} `json:"id,omitempty"`
	Location *struct{} `json:"location,omitempty"`
}

func (e Event) feature() feature {
	return feature{"Feature", e.ID, geometry{"Point", [2]float64{e.Location.Lng, e.Location.Lat}}, properties{Event: e}}
}
