package export

import "slices"

// Kind is a kind of file that this package writes. Its columns tell it from all others, so that an export is known again.
type Kind struct {
	Table   bool // CSV, not the table of an archive
	Raw     bool // CSV whose cells are not guarded against being taken for formulas
	Private bool // with what public files leave out
	Pools   bool // CSV of pools
	Events  bool // archive of sampling events with their occurrences; its columns are those of both tables
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
	eventColumns   = []string{
		"eventID", "datasetID", "datasetName", "license", "locationID", "samplingProtocol", "samplingEffort", "eventDate", "decimalLatitude",
		"decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "eventRemarks", "dynamicProperties",
	}
)

// Columns are the file's columns, in order.
func (k Kind) Columns() []string {
	if k.Pools && k.Private {
		return append(slices.Clone(poolColumns), "sourceHash")
	}
	if k.Pools {
		return poolColumns
	}
	if k.Events {
		columns := slices.Clone(eventColumns)
		for _, column := range k.occurrenceColumns() {
			if !slices.Contains(columns, column) {
				columns = append(columns, column)
			}
		}
		return columns
	}
	return k.occurrenceColumns()
}

// EventTables reports whether these are the columns of the tables of an archive with events that this package writes.
func EventTables(events, occurrences []string) bool {
	return slices.Equal(events, eventColumns) &&
		(slices.Equal(occurrences, Kind{Events: true}.occurrenceColumns()) || slices.Equal(occurrences, Kind{Events: true, Private: true}.occurrenceColumns()))
}

// occurrenceColumns are those of the table of occurrences.
func (k Kind) occurrenceColumns() []string {
	columns := []string{"id", "occurrenceID"}
	if k.Raw {
		columns = []string{"occurrenceID", "id"}
	}
	if k.Events { // the core's id is that of the event
		columns = []string{"eventID", "occurrenceID"}
	}
	for _, column := range commonColumns {
		if !k.Events || column != "eventID" {
			columns = append(columns, column)
		}
	}
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
		{Events: true}, {Events: true, Private: true}, {Table: true, Pools: true}, {Table: true, Pools: true, Private: true},
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
