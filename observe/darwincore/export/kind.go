package export

import "slices"

// Kind is a kind of file that this package writes. Its columns tell it from all others, so that an export is known again.
type Kind struct {
	Table   bool // CSV, not the table of an archive
	Raw     bool // CSV whose cells are not guarded against being taken for formulas
	Private bool // with what public files leave out
}

// The columns of the files. The first two stand in the other order in a raw CSV: by that a reader knows whether cells are guarded.
var (
	commonColumns = []string{
		"basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate", "decimalLatitude",
		"decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName", "kingdom", "family",
		"taxonRank", "verbatimIdentification", "identificationQualifier", "identificationVerificationStatus", "individualCount",
		"occurrenceStatus", "sex", "lifeStage", "occurrenceRemarks",
	}
	privateColumns = []string{"recordedBy", "associatedMedia"}
)

// Columns are the file's columns, in order.
func (k Kind) Columns() []string {
	columns := []string{"id", "occurrenceID"}
	if k.Raw {
		columns = []string{"occurrenceID", "id"}
	}
	columns = append(columns, commonColumns...)
	if k.Private {
		columns = append(columns, privateColumns...)
	}
	if k.Table {
		columns = append(columns, "flags") // Darwin Core has no term for them
	}
	return append(columns, "dynamicProperties")
}

// KindOf tells what kind of file has a header.
func KindOf(header []string) (Kind, bool) {
	for _, kind := range []Kind{
		{Table: true}, {Table: true, Raw: true}, {}, {Table: true, Private: true}, {Table: true, Raw: true, Private: true}, {Private: true},
	} {
		if slices.Equal(header, kind.Columns()) {
			return kind, true
		}
	}
	return Kind{}, false
}

// Added returns the columns that somebody added to a table of this package, or all of them when only their order changed; nil for
// any other header.
func Added(header []string) []string {
	for _, kind := range []Kind{{Table: true, Private: true}, {Table: true}} { // a raw table has the same in another order
		columns := kind.Columns()
		lacks := func(column string) bool { return !slices.Contains(header, column) }
		if !slices.ContainsFunc(columns, lacks) {
			added := slices.DeleteFunc(slices.Clone(header), func(column string) bool { return slices.Contains(columns, column) })
			if len(added) == 0 {
				added = header
			}
			return added
		}
	}
	return nil
}

// kingdom is that of all mosquitoes.
const kingdom = "Animalia"

// AnyBasis is the basisOfRecord that says no more than that there is a record: what a descriptor has for rows whose source did not
// say it, because GBIF takes no record without.
const AnyBasis = "Occurrence"
