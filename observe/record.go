package observe

import (
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// stored are the columns that observations and absences share and that their fields have in another form.
type stored struct {
	Lat       float64    `db:"lat"`
	Lng       float64    `db:"lng"`
	Until     *time.Time `db:"observed_until"`
	UTCOffset int16      `db:"utc_offset"`
	FlagBits  int16      `db:"flags"`
}

func (s stored) location() surveillance.Location {
	return surveillance.Location{Lat: surveillance.RoundDegrees(s.Lat), Lng: surveillance.RoundDegrees(s.Lng)}
}

// local is a time on the clock by which it was observed.
func (s stored) local(t time.Time) time.Time { return postgres.Local(t.UTC(), s.UTCOffset) }

// until is the last day of an interval, nil where it has one day.
func (s stored) until() *string {
	if s.Until == nil {
		return nil
	}
	return new(s.Until.Format(time.DateOnly))
}

func (s stored) flags() []string { return surveillance.Flags(s.FlagBits).Names() }

// record holds the columns of sql/fragment/observation_columns.sql.
type record struct {
	Observation
	stored
	TaxonKey      int32      `db:"taxon_key"`
	DataSourceKey *int32     `db:"data_source_key"`
	Account       *uuid.UUID `db:"account"`      // whose record it is; nil: nobody's
	CellDegrees   *float64   `db:"cell_degrees"` // size of the cell in which the place was drawn; nil: it is exact

	heldReason *string // why a record that is not public is not
	receipt    string  // shown to the anonymous reporter of a new record, this once
}

// anyRecord is a record of observations or held_observations.
type anyRecord struct {
	record
	Publication string  `db:"publication"`
	HeldReason  *string `db:"held_reason"`
}

// whole returns the record with all of its fields.
func (a anyRecord) whole() record {
	r := a.record
	r.Publication, r.heldReason = a.Publication, a.HeldReason
	r.complete()
	return r
}

// nameBy sets the names of the taxon and the data source; ok is false when one of them is not among the names.
func (r *record) nameBy(names *surveillance.Names) (ok bool) {
	taxon, ok := names.Taxon(r.TaxonKey)
	r.SpeciesID, r.ScientificName = taxon.ID, taxon.ScientificName
	if ok && r.DataSourceKey != nil {
		var source surveillance.DataSource
		source, ok = names.DataSource(*r.DataSourceKey)
		r.DataSource = &source.ID
	}
	return ok
}

// complete sets the fields of the Observation that are stored in another form.
func (r *record) complete() {
	if r.Publication == "" {
		r.Publication = public
	}
	r.Location, r.ObservedUntil, r.Flags = r.location(), r.until(), r.flags()
	r.Obscured = form.ObscuredBy(r.CellDegrees)
	r.Identification = resolved
	if !surveillance.IsResolved(r.ScientificName) {
		r.Identification = unresolved
	}
	r.ObservedAt, r.CreatedAt, r.UpdatedAt = r.local(r.ObservedAt), r.CreatedAt.UTC(), r.UpdatedAt.UTC()
}
