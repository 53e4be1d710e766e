package observe

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// record is a stored observation with the keys behind its names.
type record struct {
	Observation
	taxonKey  int32
	sourceKey *int32
}

// recordRow holds the columns of sql/fragment/observation_columns.sql.
type recordRow struct {
	ID                uuid.UUID  `db:"id"`
	SpeciesID         string     `db:"species_id"`
	ScientificName    string     `db:"species_scientific_name"`
	VerbatimName      *string    `db:"verbatim_scientific_name"`
	Count             int        `db:"count"`
	Lat               float64    `db:"lat"`
	Lng               float64    `db:"lng"`
	ObservedAt        time.Time  `db:"observed_at"`
	DatePrecision     string     `db:"date_precision"`
	ObservedUntil     *time.Time `db:"observed_until"`
	Notes             *string    `db:"notes"`
	UserID            *string    `db:"user_id"`
	ObserverName      *string    `db:"observer_name"`
	DataSource        *string    `db:"data_source"`
	CountryID         *string    `db:"country_id"`
	RegionID          *string    `db:"region_id"`
	LocationAccuracyM *float64   `db:"location_accuracy_m"`
	LifeStage         *string    `db:"life_stage"`
	Sex               *string    `db:"sex"`
	SamplingProtocol  *string    `db:"sampling_protocol"`
	EventID           *string    `db:"event_id"`
	ImageURL          *string    `db:"image_url"`
	PredictionID      *uuid.UUID `db:"prediction_id"`
	ModelID           *string    `db:"model_id"`
	Confidence        *float64   `db:"confidence"`
	Metadata          string     `db:"metadata"`
	Status            string     `db:"status"`
	CreatedAt         time.Time  `db:"created_at"`
	UpdatedAt         time.Time  `db:"updated_at"`
	TaxonKey          int32      `db:"taxon_key"`
	DataSourceKey     *int32     `db:"data_source_key"`
}

func (r recordRow) record() record {
	o := Observation{
		ID: r.ID, SpeciesID: r.SpeciesID, ScientificName: r.ScientificName, VerbatimScientificName: r.VerbatimName, Count: r.Count,
		Location: surveillance.Location{Lat: surveillance.RoundDegrees(r.Lat), Lng: surveillance.RoundDegrees(r.Lng)}, ObservedAt: r.ObservedAt.UTC(), DatePrecision: r.DatePrecision,
		Notes: r.Notes, UserID: r.UserID, ObserverName: r.ObserverName, DataSource: r.DataSource, CountryID: r.CountryID,
		RegionID: r.RegionID, LocationAccuracyM: r.LocationAccuracyM, LifeStage: r.LifeStage, Sex: r.Sex,
		SamplingProtocol: r.SamplingProtocol, EventID: r.EventID, ImageURL: r.ImageURL, PredictionID: r.PredictionID, ModelID: r.ModelID,
		Confidence: r.Confidence, Metadata: json.RawMessage(r.Metadata), Status: r.Status, CreatedAt: r.CreatedAt.UTC(),
		UpdatedAt: r.UpdatedAt.UTC(),
	}
	if r.ObservedUntil != nil {
		day := r.ObservedUntil.Format(time.DateOnly)
		o.ObservedUntil = &day
	}
	return record{Observation: o, taxonKey: r.TaxonKey, sourceKey: r.DataSourceKey}
}
