// Package export writes Occurrences as files that lose nothing: CSV for people and their spreadsheets, and Darwin Core archives. A file's
// columns say its Kind, by which the reader knows an export of this program again; what Darwin Core has no term for stands in one
// member of dynamicProperties. How the rows are written and how they are taken apart again stand here together, because a change of
// one is a change of the other.
package export

import (
	"encoding/json"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// Occurrence is a record to be written, with all that is stored of it.
type Occurrence struct {
	ID                     string // UUID of the record
	OccurrenceID           string // in its data source; empty where the source gave none
	ScientificName         string
	Rank                   names.Rank // of ScientificName
	Family                 string     // empty where the catalog does not say it
	VerbatimScientificName string
	Qualifier              string // identificationQualifier
	Count                  int    // ignored for an absence
	Absent                 bool
	Lat, Lon               float64 // degrees
	Date                   dates.Date
	AccuracyM              *float64 // metres
	LifeStage              string
	Sex                    string
	SamplingProtocol       string
	EventID                string
	Notes                  string
	BasisOfRecord          string
	Licence                string          // of the record; empty: that of its data source
	Status                 string          // of the review
	Flags                  []string        // names of quality flags
	Metadata               json.RawMessage // a JSON object, or empty
	CountryCode            string          // ISO 3166-1 alpha-2; read back as the stated country

	Dataset Dataset
	Private Private // written to private copies alone
}

// Dataset is the data source of a record that is written; the zero value is that of a record without one.
type Dataset struct {
	ID      string // as files say it: the source's own, else Key
	Key     string // id of the data source in the database, where it is neither ID nor the slug of Name
	Name    string
	Licence string
}

// Private is what public files leave out: who observed, with what, and what a later import of the source's file is compared by.
type Private struct {
	Observer     string
	UserID       string
	ImageURL     string
	PredictionID string // UUID
	ModelID      string
	Confidence   *float64
	SourceHash   []byte // Hash of the row that the record was imported from, nil for others
}

// Writer writes occurrences one after another. After an error every call returns that error. Close completes what is
// written; it does not close the underlying writer.
type Writer interface {
	Write(Occurrence) error
	Close() error
}

// taxonRank is the term for a rank in GBIF's vocabulary (https://rs.gbif.org/vocabulary/gbif/rank.xml); empty where it has none, and
// for names that leave open which taxon it is.
func taxonRank(rank names.Rank) string {
	switch rank {
	case names.Group, names.Complex:
		return "speciesAggregate"
	case names.Family, names.Subfamily, names.Tribe, names.Genus, names.Subgenus, names.Species, names.Subspecies, names.Form:
		return string(rank)
	default:
		return ""
	}
}
