package pools

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/paging"
)

// Pool is the test of a pool for one pathogen in the API. Nil means unknown.
type Pool struct {
	ID                      uuid.UUID             `json:"id" db:"id"`
	DataSource              string                `json:"data_source" db:"data_source"` // id
	PoolID                  string                `json:"pool_id" db:"pool_id"`         // in the data source
	EventID                 *string               `json:"event_id" db:"event_id"`       // of the sampling event in the data source
	SpeciesID               string                `json:"species_id" db:"species_id"`
	ScientificName          string                `json:"species_scientific_name" db:"species_scientific_name"`
	VerbatimScientificName  *string               `json:"verbatim_scientific_name" db:"verbatim_scientific_name"` // as sent, where it differs
	IdentificationQualifier *string               `json:"identification_qualifier" db:"identification_qualifier"`
	Sex                     *string               `json:"sex" db:"sex"`
	LifeStage               *string               `json:"life_stage" db:"life_stage"`
	Size                    int                   `json:"size" db:"size"` // surveillance.MinPoolSize to MaxPoolSize mosquitoes
	Pathogen                string                `json:"pathogen" db:"pathogen"`
	DiseaseID               *string               `json:"disease_id" db:"disease_id"`
	Method                  *string               `json:"method" db:"method"`
	Result                  string                `json:"result" db:"result"`                           // of surveillance.PoolResults
	TestedOn                *string               `json:"tested_on" db:"-"`                             // YYYY-MM-DD
	Location                surveillance.Location `json:"location" db:"-"`                              // of the collection, as the times
	LocationAccuracyM       *float64              `json:"location_accuracy_m" db:"location_accuracy_m"` // radius in metres
	CountryID               *string               `json:"country_id" db:"country_id"`
	RegionID                *string               `json:"region_id" db:"region_id"`
	StartedAt               *form.Instant         `json:"started_at" db:"-"` // nil where one time or day alone is known
	EndedAt                 form.Instant          `json:"ended_at" db:"-"`
	DatePrecision           string                `json:"date_precision" db:"date_precision"`
	SamplingProtocol        *string               `json:"sampling_protocol" db:"sampling_protocol"`
	form.Obscured
	Remarks   *string         `json:"remarks" db:"remarks"`
	Metadata  json.RawMessage `json:"metadata" db:"metadata"`
	CreatedAt time.Time       `json:"created_at" db:"created_at"`
	UpdatedAt time.Time       `json:"updated_at" db:"updated_at"`
	Warnings  []string        `json:"warnings,omitempty" db:"-"` // of a write
}

// Limits of a pool's fields, lengths in characters. The checks of the table are the same.
const (
	maxAccuracyM  = 1e8 // metres
	maxTerm       = 100 // sex, life_stage
	maxShortText  = 200 // pool_id, event_id, pathogen, method, sampling_protocol
	maxRemarks    = 4000
	maxDataSource = 320
)

// record holds the columns of sql/fragment/pool_columns.sql.
type record struct {
	Pool
	Lat       float64    `db:"lat"`
	Lng       float64    `db:"lng"`
	Started   *time.Time `db:"started_at"`
	Ended     time.Time  `db:"ended_at"`
	UTCOffset int16      `db:"utc_offset"`
	Tested    *time.Time `db:"tested_on"`
	TaxonKey  int32      `db:"taxon_key"`
	Cell      *float64   `db:"cell_degrees"` // size of the cell in which the place was drawn; nil: it is exact
	fromEvent
}

// fromEvent says what a pool takes from its sampling event, also after the event changed.
type fromEvent struct {
	EventPlace    bool `db:"event_place" json:",omitzero"`
	EventDays     bool `db:"event_days" json:",omitzero"`
	EventProtocol bool `db:"event_protocol" json:",omitzero"`
}

// Unpack sets the fields of the Pool that are stored in another form.
func (r *record) Unpack() {
	r.Location = surveillance.Location{Lat: surveillance.RoundDegrees(r.Lat), Lng: surveillance.RoundDegrees(r.Lng)}
	r.Obscured = form.ObscuredBy(r.Cell)
	r.CreatedAt, r.UpdatedAt = r.CreatedAt.UTC(), r.UpdatedAt.UTC()
	r.StartedAt, r.EndedAt = r.span().Instants()
	if r.Tested != nil {
		r.TestedOn = new(r.Tested.Format(time.DateOnly))
	}
}

// span returns the time of the collection as it is stored.
func (r *record) span() form.Span {
	return form.SpanOf(r.Started, r.Ended, r.UTCOffset, r.DatePrecision)
}

// HideObservers takes from the pool who recorded it.
func (r *record) HideObservers() { r.Metadata = export.WithoutObservers(r.Metadata) }

// UUID is that of the pool.
func (r *record) UUID() uuid.UUID { return r.ID }

// Shown returns the pool with the warnings of a write.
func (r *record) Shown(warnings []string) any {
	shown := r.Pool
	shown.Warnings = warnings
	return shown
}

func (r *record) position() paging.Position { return paging.Position{At: r.Ended, ID: r.ID} }
