package collection

import (
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// observations are the records, with what a public map shows of them: never the observer.
func (s *source) observations() *Collection {
	observedAt := &Field{
		Name: "observed_at", Title: "Observed at", Kind: KindTime, Column: "o.observed_at", Sortable: true, Known: knownOfRecords,
		Description: "When it was observed, in UTC; the first instant of date_precision when the time is not known",
	}
	return &Collection{
		ID: "observations", Title: "Observations",
		Description: "Records of mosquitoes, newest first. Records with the status 'rejected' are left out unless a condition names status.",
		Geometry:    Point, GeometryDescription: "Where it was observed", From: sql.Get("fragment/from_observations.sql"), GeometryColumn: "o.geom",
		Key:    &Field{Name: "id", Title: "Id", Description: "The record's UUID", Kind: KindUUID, Column: "o.id", Sortable: true},
		Order:  []SortKey{{observedAt, true}},
		Times:  Times{Precision: "date_precision", End: "observed_at", FirstDay: "first_day", LastDay: "observed_until"},
		Begins: "observed_at", Ends: "observed_until", Tiled: true, Writable: true, Observations: true, Box: s.boxOfRecords,
		Filter: []string{"species", "genus", "vector_status", "disease", "months", "flags", "without_flags", "area"}, Groups: s.groups(),
		Default: &Default{"status", cql2.Compare{Op: cql2.NotEqual, Left: cql2.Property{Name: "status"}, Right: cql2.String{Value: "rejected"}}},
		Fields: []*Field{
			{Name: "species_scientific_name", Title: "Scientific name", Description: "The accepted name, without authorship", Kind: KindText,
				Column: taxonKey, KeyKind: KindInteger, Coded: inTaxa("t.scientific_name"), TextOf: ofTaxon(func(t surveillance.Taxon) string { return t.ScientificName })},
			{Name: "species_id", Title: "Species", Description: "The scientific name in lower case, with hyphens", Kind: KindText,
				Column: taxonKey, KeyKind: KindInteger, Coded: inTaxa("t.id"), TextOf: ofTaxon(func(t surveillance.Taxon) string { return t.ID })},
			{Name: "common_name", Title: "Common name", Description: "In the language of the parameter lang; of species in the catalog", Kind: KindText, Derived: true,
				Column: taxonKey, KeyKind: KindInteger, TextOf: func(n *surveillance.Names, c lang.Code, key []byte) string {
					t, _ := n.Taxon(int32(postgres.Integer(key)))
					return n.CommonName(c, t)
				}},
			{Name: "genus", Title: "Genus", Description: "The first word of the scientific name; null for names above the genus", Kind: KindText, Derived: true,
				Column: taxonKey, KeyKind: KindInteger, Coded: inGenera, TextOf: ofTaxon(genus)},
			{Name: "vector_status", Title: "Vector status", Description: "How important the species is as a vector of disease", Kind: KindText, Derived: true,
				Enum: surveillance.VectorStatuses, Column: taxonKey, KeyKind: KindInteger, TextOf: ofTaxon(func(t surveillance.Taxon) string { return t.VectorStatus }),
				Coded: &cql2.Coded{Key: taxonKey, Table: "taxa t left join species s on s.taxon_key = t.key", TableKey: "t.key", Value: "coalesce(s.vector_status, 'Unknown')"}},
			{Name: "count", Title: "Specimens", Description: "Number of mosquitoes, at least 1", Kind: KindInteger, Column: "o.count"},
			observedAt,
			{Name: "date_precision", Title: "Date precision", Description: "How exactly the date is known", Kind: KindText, Column: "o.date_precision",
				Enum: []string{"time", "day", "month", "year", "interval"}},
			{Name: "observed_until", Title: "Observed until", Description: "The last day, in UTC, of a month, a year or an interval", Kind: KindDate, Column: "o.observed_until", Known: knownOfRecords},
			{Name: "first_day", Title: "Day", Description: "The day of observed_at, where the mosquito was", Kind: KindDate, Column: "o.first_day", Derived: true, Known: knownOfRecords},
			{Name: "data_source", Title: "Data source", Description: "Id of the data set that the record was imported with", Kind: KindText, Column: "o.data_source_key", KeyKind: KindInteger,
				Coded: &cql2.Coded{Key: "o.data_source_key", Table: "data_sources d", TableKey: "d.key", Value: "d.id", Unique: true},
				TextOf: func(n *surveillance.Names, _ lang.Code, key []byte) string {
					d, _ := n.DataSource(int32(postgres.Integer(key)))
					return d.ID
				}},
			{Name: "country_id", Title: "Country", Description: "ISO 3166-1 alpha-2, lower case", Kind: KindText, Column: "o.country_id", Derived: true},
			{Name: "region_id", Title: "Region", Description: "UN M49 sub-region, such as western-africa", Kind: KindText, Column: "o.region_id", Derived: true},
			{Name: "location_accuracy_m", Title: "Accuracy of the place", Description: "Radius in metres", Kind: KindNumber, Column: "o.location_accuracy_m"},
			{Name: "life_stage", Title: "Life stage", Description: "Darwin Core lifeStage", Kind: KindText, Column: "o.life_stage"},
			{Name: "sex", Title: "Sex", Description: "Darwin Core sex", Kind: KindText, Column: "o.sex"},
			{Name: "sampling_protocol", Title: "Sampling protocol", Description: "Darwin Core samplingProtocol", Kind: KindText, Column: "o.sampling_protocol"},
			{Name: "status", Title: "Status", Description: "Whether the record was verified", Kind: KindText, Column: "o.status", Enum: surveillance.Statuses},
			{Name: "notes", Title: "Notes", Description: "Remarks on the record", Kind: KindText, Column: "o.notes"},
			{Name: "occurrence_id", Title: "Occurrence", Description: "Darwin Core occurrenceID in the data source", Kind: KindText, Column: "o.occurrence_id", Derived: true},
			{Name: "identification_qualifier", Title: "Identification qualifier", Description: "The doubt about the name, such as cf.; Darwin Core identificationQualifier",
				Kind: KindText, Column: "o.identification_qualifier"},
			{Name: "basis_of_record", Title: "Basis of record", Description: "Darwin Core basisOfRecord, such as PreservedSpecimen", Kind: KindText, Column: "o.basis_of_record"},
			{Name: "flags", Title: "Flags", Description: "What looks wrong with the record: " + strings.Join(surveillance.FlagNames, ", "), Kind: KindText,
				Column: "o.flags", KeyKind: KindInteger, Derived: true, Coded: withFlags, TextOf: func(_ *surveillance.Names, _ lang.Code, key []byte) string {
					return strings.Join(surveillance.Flags(postgres.Integer(key)).Names(), ",")
				}},
		},
	}
}

// taxonKey is the column with the key of a record's taxon.
const taxonKey = "o.taxon_key"

// withFlags finds the sets of flags with a text: the names of a set, with commas between them. A record without flags has no text.
var withFlags = &cql2.Coded{
	Key: "nullif(o.flags, 0)", TableKey: "f.flags", Value: "f.names", Unique: true,
	Table: "(select n as flags, array_to_string(flag_names(n::smallint), ',') as names from generate_series(1, 127) n) f",
}

// inTaxa finds the key of a taxon by a column that no two have in common.
func inTaxa(column string) *cql2.Coded {
	return &cql2.Coded{Key: taxonKey, Table: "taxa t", TableKey: "t.key", Value: column, Unique: true}
}

// inGenera finds the keys of the taxa of a genus. Its texts are those of genus.
var inGenera = &cql2.Coded{
	Key: taxonKey, Table: "taxa t", TableKey: "t.key", Nullable: true,
	Value: "(case when t.genus !~ '(idae|inae|ini)$' and t.scientific_name <> '" + surveillance.Unresolved + "' then t.genus end)",
}

// genus returns the genus of a taxon, "" for the family and its parts, which are stored as if they were one, and for what is no name.
func genus(t surveillance.Taxon) string {
	above := func(suffix string) bool { return strings.HasSuffix(t.Genus, suffix) }
	if slices.ContainsFunc([]string{"idae", "inae", "ini"}, above) || t.ScientificName == surveillance.Unresolved {
		return ""
	}
	return t.Genus
}

// ofTaxon returns the text that the taxon of a key has.
func ofTaxon(text func(surveillance.Taxon) string) func(*surveillance.Names, lang.Code, []byte) string {
	return func(n *surveillance.Names, _ lang.Code, key []byte) string {
		t, _ := n.Taxon(int32(postgres.Integer(key)))
		return text(t)
	}
}
