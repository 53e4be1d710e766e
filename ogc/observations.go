package ogc

import (
	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// observations are the records, with what a public map shows of them: never who observed.
func (o *OGC) observations() *collection {
	observedAt := &field{
		name: "observed_at", title: "Observed at", kind: kindTime, column: "o.observed_at", sortable: true,
		description: "When it was observed, in UTC; the first instant of date_precision when the time is not known",
	}
	return &collection{
		id: "observations", title: "Observations",
		description: "Records of mosquitoes, newest first. Records with the status 'rejected' are left out unless a condition names status.",
		geometry:    "point", placeDescription: "Where it was observed", from: sql.Get("fragment/from_observations.sql"), place: "o.geom",
		key:    &field{name: "id", title: "Id", description: "The record's UUID", kind: kindUUID, column: "o.id", sortable: true},
		order:  []sortKey{{observedAt, true}},
		begins: "observed_at", ends: "observed_until", tiled: true, writable: true, counted: true, box: o.boxOfRecords,
		unless: &unless{"status", compare(cql2.Property{Name: "status"}, cql2.NotEqual, cql2.String{Value: "rejected"})},
		fields: []*field{
			ofTaxon("species_scientific_name", "Scientific name", "The accepted name, without authorship",
				inTaxa("t.scientific_name"), func(_ *surveillance.Names, _ lang.Code, t surveillance.Taxon) string { return t.ScientificName }),
			ofTaxon("species_id", "Species", "The scientific name in lower case, with hyphens",
				inTaxa("t.id"), func(_ *surveillance.Names, _ lang.Code, t surveillance.Taxon) string { return t.ID }),
			asDerived(ofTaxon("common_name", "Common name", "In the language of the parameter lang; of species in the catalog",
				nil, func(n *surveillance.Names, c lang.Code, t surveillance.Taxon) string { return n.CommonName(c, t) })),
			asDerived(ofTaxon("genus", "Genus", "The first word of the scientific name",
				inTaxa("t.genus"), func(_ *surveillance.Names, _ lang.Code, t surveillance.Taxon) string { return t.Genus })),
			asDerived(withValues(ofTaxon("vector_status", "Vector status", "How important the species is as a vector of disease",
				&cql2.Coded{Key: taxonKey, Table: "taxa t left join species s on s.taxon_key = t.key", TableKey: "t.key", Value: "coalesce(s.vector_status, 'Unknown')"},
				func(_ *surveillance.Names, _ lang.Code, t surveillance.Taxon) string { return t.VectorStatus }), surveillance.VectorStatuses)),
			{name: "count", title: "Specimens", description: "Number of mosquitoes, at least 1", kind: kindInteger, column: "o.count"},
			observedAt,
			{name: "date_precision", title: "Date precision", description: "How exactly the date is known", kind: kindText, column: "o.date_precision",
				enum: []string{"time", "day", "month", "year", "interval"}},
			{name: "observed_until", title: "Observed until", description: "The last day, in UTC, of a month, a year or an interval", kind: kindDate, column: "o.observed_until"},
			{name: "data_source", title: "Data source", description: "Id of the data set that the record was imported with", kind: kindText, column: "o.data_source_key", keyed: kindInteger,
				coded: &cql2.Coded{Key: "o.data_source_key", Table: "data_sources d", TableKey: "d.key", Value: "d.id", Unique: true},
				named: func(n *surveillance.Names, _ lang.Code, key []byte) string {
					d, _ := n.DataSource(int32(postgres.Integer(key)))
					return d.ID
				}},
			{name: "country_id", title: "Country", description: "ISO 3166-1 alpha-2, lower case", kind: kindText, column: "o.country_id", derived: true},
			{name: "region_id", title: "Region", description: "UN M49 sub-region, such as western-africa", kind: kindText, column: "o.region_id", derived: true},
			{name: "location_accuracy_m", title: "Accuracy of the place", description: "Radius in metres", kind: kindNumber, column: "o.location_accuracy_m"},
			{name: "life_stage", title: "Life stage", description: "Darwin Core lifeStage", kind: kindText, column: "o.life_stage"},
			{name: "sex", title: "Sex", description: "Darwin Core sex", kind: kindText, column: "o.sex"},
			{name: "sampling_protocol", title: "Sampling protocol", description: "Darwin Core samplingProtocol", kind: kindText, column: "o.sampling_protocol"},
			{name: "status", title: "Status", description: "Whether the record was verified", kind: kindText, column: "o.status", enum: surveillance.Statuses},
			{name: "notes", title: "Notes", description: "Remarks on the record", kind: kindText, column: "o.notes"},
		},
	}
}

// taxonKey is the name of a record.
const taxonKey = "o.taxon_key"

// inTaxa finds names by a column of theirs. Of ids and scientific names no two are equal.
func inTaxa(column string) *cql2.Coded {
	return &cql2.Coded{Key: taxonKey, Table: "taxa t", TableKey: "t.key", Value: column, Unique: column != "t.genus"}
}

// ofTaxon is a field of a record that its name gives.
func ofTaxon(name, title, description string, coded *cql2.Coded, text func(*surveillance.Names, lang.Code, surveillance.Taxon) string) *field {
	return &field{name: name, title: title, description: description, kind: kindText, column: taxonKey, keyed: kindInteger, coded: coded,
		named: func(n *surveillance.Names, c lang.Code, key []byte) string {
			t, ok := n.Taxon(int32(postgres.Integer(key)))
			if !ok {
				return ""
			}
			return text(n, c, t)
		}}
}

func withValues(f *field, values []string) *field {
	f.enum = values
	return f
}

// asDerived marks a field that the server works out.
func asDerived(f *field) *field {
	f.derived = true
	return f
}
