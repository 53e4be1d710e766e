package darwincore

import "slices"

// ownKind is a kind of file that this package writes. Its columns tell it from all others, so that an export is known again.
type ownKind struct {
	table   bool // CSV, not the table of an archive
	raw     bool // CSV whose cells are not guarded against being taken for formulas
	private bool // with what public files leave out
}

// The columns of own files. The first two stand in the other order in a raw CSV: by that a reader knows whether cells are guarded.
var (
	ownCommon = []string{
		"basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate", "decimalLatitude",
		"decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName", "kingdom", "family",
		"taxonRank", "verbatimIdentification", "identificationQualifier", "identificationVerificationStatus", "individualCount",
		"occurrenceStatus", "sex", "lifeStage", "occurrenceRemarks",
	}
	ownPrivate = []string{"recordedBy", "associatedMedia"}
)

// columns are the file's columns, in order.
func (k ownKind) columns() []string {
	columns := []string{"id", "occurrenceID"}
	if k.raw {
		columns = []string{"occurrenceID", "id"}
	}
	columns = append(columns, ownCommon...)
	if k.private {
		columns = append(columns, ownPrivate...)
	}
	if k.table {
		columns = append(columns, "flags") // Darwin Core has no term for them
	}
	return append(columns, "dynamicProperties")
}

// findOwnKind tells what kind of own file has a header.
func findOwnKind(header []string) (ownKind, bool) {
	for _, kind := range []ownKind{
		{table: true}, {table: true, raw: true}, {}, {table: true, private: true}, {table: true, raw: true, private: true}, {private: true},
	} {
		if slices.Equal(header, kind.columns()) {
			return kind, true
		}
	}
	return ownKind{}, false
}

// kingdom is that of all mosquitoes.
const kingdom = "Animalia"

// anyBasis is the basisOfRecord that says no more than that there is a record: what a descriptor has for rows whose source did not
// say it, because GBIF takes no record without.
const anyBasis = "Occurrence"
