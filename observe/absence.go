package observe

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// Absence says that a mosquito was looked for and not found. Its fields are those of an Observation, without a count and without who
// observed. Nil means unknown.
type Absence struct {
	ID                     uuid.UUID             `json:"id" db:"id"`
	SpeciesID              string                `json:"species_id" db:"species_id"`
	ScientificName         string                `json:"species_scientific_name" db:"species_scientific_name"`
	VerbatimScientificName *string               `json:"verbatim_scientific_name" db:"verbatim_scientific_name"`
	Location               surveillance.Location `json:"location" db:"-"`
	ObservedAt             time.Time             `json:"observed_at" db:"observed_at"`
	DatePrecision          string                `json:"date_precision" db:"date_precision"`
	ObservedUntil          *string               `json:"observed_until" db:"-"`
	Notes                  *string               `json:"notes" db:"notes"`
	DataSource             string                `json:"data_source" db:"data_source"` // id
	CountryID              *string               `json:"country_id" db:"country_id"`
	RegionID               *string               `json:"region_id" db:"region_id"`
	LocationAccuracyM      *float64              `json:"location_accuracy_m" db:"location_accuracy_m"`
	form.Obscured
	LifeStage               *string         `json:"life_stage" db:"life_stage"`
	Sex                     *string         `json:"sex" db:"sex"`
	SamplingProtocol        *string         `json:"sampling_protocol" db:"sampling_protocol"`
	EventID                 *string         `json:"event_id" db:"event_id"`
	Metadata                json.RawMessage `json:"metadata" db:"metadata"`
	Status                  string          `json:"status" db:"status"`
	OccurrenceID            *string         `json:"occurrence_id" db:"occurrence_id"`
	IdentificationQualifier *string         `json:"identification_qualifier" db:"identification_qualifier"`
	BasisOfRecord           *string         `json:"basis_of_record" db:"basis_of_record"`
	Licence                 *string         `json:"licence" db:"licence"`
	Flags                   []string        `json:"flags" db:"-"`
	CreatedAt               time.Time       `json:"created_at" db:"created_at"`
	UpdatedAt               time.Time       `json:"updated_at" db:"updated_at"`
}

// absenceRecord holds the columns of sql/fragment/absence_columns.sql.
type absenceRecord struct {
	Absence
	stored
	Cell *float64 `db:"cell_degrees"` // size of the cell in which the place was drawn; nil: it is exact
}

// complete sets the fields of the Absence that are stored in another form.
func (r *absenceRecord) complete() {
	r.Location, r.ObservedUntil, r.Flags = r.location(), r.until(), r.flags()
	r.Obscured = form.ObscuredBy(r.Cell)
	r.Metadata = export.WithoutObservers(r.Metadata)
	r.ObservedAt, r.CreatedAt, r.UpdatedAt = r.local(r.ObservedAt), r.CreatedAt.UTC(), r.UpdatedAt.UTC()
}

func (r *absenceRecord) position() paging.Position {
	return paging.Position{At: r.ObservedAt, ID: r.ID}
}

// absenceFeature is an absence in GeoJSON: what is not its place and its id are its properties.
type absenceFeature struct {
	Type       string            `json:"type"`
	ID         uuid.UUID         `json:"id"`
	Geometry   absenceGeometry   `json:"geometry"`
	Properties absenceProperties `json:"properties"`
}

type absenceGeometry struct {
	Type        string     `json:"type"`
	Coordinates [2]float64 `json:"coordinates"` // longitude, latitude
}

// absenceProperties leave out two members of an Absence: a nil of the same name in JSON hides them.
type absenceProperties struct {
	OccurrenceStatus string `json:"occurrence_status"` // absent
	Absence
	ID       *struct{} `json:"id,omitempty"`
	Location *struct{} `json:"location,omitempty"`
}

func (a Absence) feature() absenceFeature {
	return absenceFeature{
		Type: "Feature", ID: a.ID, Geometry: absenceGeometry{"Point", [2]float64{a.Location.Lng, a.Location.Lat}},
		Properties: absenceProperties{OccurrenceStatus: "absent", Absence: a},
	}
}
