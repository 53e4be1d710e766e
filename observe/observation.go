package observe

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// Observation is a record in the API. Nil means unknown.
type Observation struct {
	ID                     uuid.UUID             `json:"id" db:"id"`
	SpeciesID              string                `json:"species_id" db:"species_id"` // of the taxon, also for names outside the catalog
	ScientificName         string                `json:"species_scientific_name" db:"species_scientific_name"`
	VerbatimScientificName *string               `json:"verbatim_scientific_name" db:"verbatim_scientific_name"` // as sent, where it differs
	Identification         string                `json:"identification" db:"-"`                                  // resolved, or unresolved: the name is not understood
	Count                  int                   `json:"count" db:"count"`                                       // 1 to MaxCount
	Location               surveillance.Location `json:"location" db:"-"`
	ObservedAt             time.Time             `json:"observed_at" db:"observed_at"` // the first instant, for what is coarser than a time; on the clock that it was written by
	DatePrecision          string                `json:"date_precision" db:"date_precision"`
	ObservedUntil          *string               `json:"observed_until" db:"-"` // last day as YYYY-MM-DD, for month, year and interval
	Notes                  *string               `json:"notes" db:"notes"`
	UserID                 *string               `json:"user_id" db:"user_id"`
	ObserverName           *string               `json:"observer_name" db:"observer_name"`
	DataSource             *string               `json:"data_source" db:"data_source"` // id
	CountryID              *string               `json:"country_id" db:"country_id"`
	RegionID               *string               `json:"region_id" db:"region_id"`
	LocationAccuracyM      *float64              `json:"location_accuracy_m" db:"location_accuracy_m"` // radius in metres
	ObscuredDegrees        *float64              `json:"obscured_degrees" db:"obscured_degrees"`       // size of the cell that its reporter wishes
	form.Obscured
	LifeStage        *string         `json:"life_stage" db:"life_stage"`
	Sex              *string         `json:"sex" db:"sex"`
	SamplingProtocol *string         `json:"sampling_protocol" db:"sampling_protocol"`
	EventID          *string         `json:"event_id" db:"event_id"`
	ImageURL         *string         `json:"image_url" db:"image_url"`
	PredictionID     *uuid.UUID      `json:"prediction_id" db:"prediction_id"`
	ModelID          *string         `json:"model_id" db:"model_id"`
	Confidence       *float64        `json:"confidence" db:"confidence"` // 0 to 1
	Metadata         json.RawMessage `json:"metadata" db:"metadata"`     // an object, with its numbers as they were sent
	Status           string          `json:"status" db:"status"`
	Publication      string          `json:"publication" db:"-"` // public, pending or withdrawn

	OccurrenceID            *string  `json:"occurrence_id" db:"occurrence_id"` // in the data source
	IdentificationQualifier *string  `json:"identification_qualifier" db:"identification_qualifier"`
	BasisOfRecord           *string  `json:"basis_of_record" db:"basis_of_record"`
	Licence                 *string  `json:"licence" db:"licence"` // of the record; nil when it is that of the data source
	Flags                   []string `json:"flags" db:"-"`         // surveillance.FlagNames, those that are set

	CreatedAt time.Time `json:"created_at" db:"created_at"`
	UpdatedAt time.Time `json:"updated_at" db:"updated_at"`
}

// Values of Identification.
const (
	resolved   = "resolved"
	unresolved = "unresolved"
)

// etag returns the strong ETag of a record, with its quotes. It changes with updated_at and with everything that is shown to who may see all: some
// who read it may not.
func (o *Observe) etag(ctx context.Context, of Observation) (string, error) {
	key, err := o.Key(ctx)
	if err != nil {
		return "", err
	}
	etag, err := representation.KeyedETagOf(key, of)
	if err != nil {
		return "", fmt.Errorf("make the ETag of observation %s: %w", of.ID, err)
	}
	return etag, nil
}

// Limits of a record's fields, lengths in characters. The checks of the table are the same.
const (
	MaxCount      = 10_000_000
	MaxAccuracyM  = 1e8 // metres
	maxNotes      = 4000
	maxImageURL   = 2000
	maxFileName   = 300
	maxShortText  = 200 // user_id, observer_name, event_id, sampling_protocol, model_id
	maxTerm       = 100 // life_stage, sex, basis_of_record
	maxLicence    = 2000
	maxDataSource = 320
)
