package darwincore

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// Occurrence is a record to be written. Observers are not named in what is written.
type Occurrence struct {
	ID                     string // occurrenceID
	ScientificName         string
	VerbatimScientificName string // written when it differs
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
	Metadata               json.RawMessage // a JSON object, or empty

	// What derives from the record or its data source; it is not read back.
	BasisOfRecord                    string // empty is Occurrence
	DatasetID                        string
	DatasetName                      string
	Licence                          string
	CountryCode                      string // ISO 3166-1 alpha-2
	IdentificationVerificationStatus string
}

// Writer writes occurrences one after another. After an error every call returns that error. Close completes what is
// written; it does not close the underlying writer.
type Writer interface {
	Write(Occurrence) error
	Close() error
}

// observerTerms name the observer; they are left out of the metadata that is written.
var observerTerms = []string{"recordedBy", "recordedByID"}

// appendRow appends an occurrence as a row of ownColumns, without the line end.
func appendRow(b []byte, o *Occurrence) []byte {
	status, count := "present", o.Count
	if o.Absent {
		status, count = "absent", 0
	}
	verbatim := o.VerbatimScientificName
	if verbatim == o.ScientificName {
		verbatim = ""
	}
	b = appendCell(b, o.ID)
	b = appendCell(append(b, ','), cmp.Or(o.BasisOfRecord, "Occurrence"))
	b = appendCell(append(b, ','), o.DatasetID)
	b = appendCell(append(b, ','), o.DatasetName)
	b = appendCell(append(b, ','), o.Licence)
	b = appendCell(append(b, ','), o.EventID)
	b = appendCell(append(b, ','), o.SamplingProtocol)
	b = o.Date.AppendText(append(b, ','))
	b = strconv.AppendFloat(append(b, ','), round7(o.Lat), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), round7(o.Lon), 'f', -1, 64)
	b = append(b, ",EPSG:4326,"...)
	if o.AccuracyM != nil {
		b = strconv.AppendFloat(b, *o.AccuracyM, 'f', -1, 64)
	}
	b = appendCell(append(b, ','), o.CountryCode)
	b = appendCell(append(b, ','), o.ScientificName)
	b = appendCell(append(b, ','), verbatim)
	b = strconv.AppendInt(append(b, ','), int64(count), 10)
	b = appendCell(append(b, ','), status)
	b = appendCell(append(b, ','), o.Sex)
	b = appendCell(append(b, ','), o.LifeStage)
	b = appendCell(append(b, ','), o.IdentificationVerificationStatus)
	b = appendCell(append(b, ','), o.Notes)
	return appendCell(append(b, ','), publicMetadata(o.Metadata))
}

// publicMetadata returns metadata without the observer's name; empty when nothing is left.
func publicMetadata(metadata json.RawMessage) []byte {
	if slices.ContainsFunc(observerTerms, func(term string) bool { return bytes.Contains(metadata, []byte(`"`+term+`"`)) }) {
		var members map[string]json.RawMessage
		if json.Unmarshal(metadata, &members) == nil {
			for _, term := range observerTerms {
				delete(members, term)
			}
			// A map of valid JSON cannot fail to become JSON.
			metadata, _ = json.Marshal(members)
		}
	}
	switch string(metadata) {
	case "{}", "null":
		return nil
	}
	return metadata
}

// ownColumns are the columns that this package writes, in order. A file that has exactly these is taken for one of its own:
// those that derive from the record or its dataset are then not read into the metadata again, so that a round trip does not
// grow.
var ownColumns = []string{
	"occurrenceID", "basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate",
	"decimalLatitude", "decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName",
	"verbatimIdentification", "individualCount", "occurrenceStatus", "sex", "lifeStage", "identificationVerificationStatus",
	"occurrenceRemarks", "dynamicProperties",
}

// derivedColumns are those of ownColumns that say nothing about the record itself.
var derivedColumns = []string{
	"basisOfRecord", "datasetID", "datasetName", "license", "geodeticDatum", "countryCode", "identificationVerificationStatus",
}
