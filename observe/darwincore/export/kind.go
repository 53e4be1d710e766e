package export

import "slices"

// Kind is a kind of file that this package writes. Its columns tell it from all others, so that an export is known again.
type Kind struct {
	Table    bool // CSV, not the table of an archive
	Raw      bool // CSV whose cells are not guarded against being taken for formulas
	Private  bool // with what public files leave out
	Numbered bool // whose first column is the number of the row, as GeoPackage has it
	Placed   bool // a raw table whose places are geometries, not columns: readers of them add columns at the end
	Pools    bool // CSV of pools; an archive of events that has pools
	Events   bool // archive of sampling events with their occurrences; its columns are those of all tables
}

// The columns of the files. The first two stand in the other order in a raw CSV: by that a reader knows whether cells are guarded.
var (
	commonColumns = []string{
		"basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate", "decimalLatitude",
		"decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName", "kingdom", "family",
		"taxonRank", "verbatimIdentification", "identificationQualifier", "identificationVerificationStatus", "individualCount",
		"occurrenceStatus", "sex", "lifeStage", "occurrenceRemarks",
	}
	placeColumns   = []string{"decimalLongitude", "decimalLatitude"} // as readers of geometries add them
	privateColumns = []string{"recordedBy", "associatedMedia"}
	eventColumns   = []string{
		"eventID", "datasetID", "datasetName", "license", "locationID", "samplingProtocol", "samplingEffort", "eventDate", "decimalLatitude",
		"decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "eventRemarks", "dynamicProperties",
	}
)

// Columns are the file's columns, in order.
func (k Kind) Columns() []string {
	switch {
	case k.Events:
		var columns []string
		for _, table := range k.tables() {
			for _, column := range table {
				if !slices.Contains(columns, column) {
					columns = append(columns, column)
				}
			}
		}
		return columns
	case k.Pools && k.Private:
		return append(slices.Clone(poolColumns), "sourceHash")
	case k.Pools:
		return poolColumns
	}
	return k.occurrenceColumns()
}

// tables are the columns of each table of an archive with events.
func (k Kind) tables() [][]string {
	tables := [][]string{eventColumns, k.occurrenceColumns()}
	if k.Pools {
		tables = append(tables, archivePoolColumns())
	}
	return tables
}

// eventKinds are the kinds of archives with events.
var eventKinds = []Kind{{Events: true}, {Events: true, Private: true}, {Events: true, Pools: true}, {Events: true, Pools: true, Private: true}}

// EventTables reports whether these are the columns of the tables of an archive with events that this package writes.
func EventTables(tables ...[]string) bool {
	return slices.ContainsFunc(eventKinds, func(k Kind) bool { return slices.EqualFunc(tables, k.tables(), slices.Equal) })
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
	if k.Numbered {
		columns = append([]string{"fid"}, columns...)
	}
	if k.Table {
		columns = append(columns, "flags") // Darwin Core has no term for them
	}
	columns = append(columns, "dynamicProperties")
	if k.Placed {
		columns = append(slices.DeleteFunc(columns, func(column string) bool { return slices.Contains(placeColumns, column) }), placeColumns...)
	}
	return columns
}

// KindOf tells what kind of file has a header.
func KindOf(header []string) (Kind, bool) {
	for _, kind := range append([]Kind{
		{Table: true}, {Table: true, Raw: true}, {}, {Table: true, Private: true}, {Table: true, Raw: true, Private: true}, {Private: true},
		{Table: true, Pools: true}, {Table: true, Pools: true, Private: true},
		{Table: true, Raw: true, Placed: true}, {Table: true, Raw: true, Placed: true, Private: true},
		{Table: true, Raw: true, Placed: true, Numbered: true}, {Table: true, Raw: true, Placed: true, Numbered: true, Private: true},
	}, eventKinds...) {
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
