// Package geojson writes GeoJSON (RFC 7946) by appending bytes, straight from PostgreSQL's binary values: observations as
// features, and any geometry. It imports internal/lang, internal/surveillance, internal/postgres and internal/wkb.
package geojson

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// ContentType of a feature collection.
const ContentType = "application/geo+json"

// Encoder appends features with names in one language. It is for one goroutine.
type Encoder struct {
	columns columns
	names   *surveillance.Names
	lang    lang.Code
	taxa    map[int32][]byte // the properties that a taxon gives, encoded once
	sources map[int32][]byte
	shared  []byte // of the row that is encoded
}

// NewEncoder returns an Encoder that takes names from a snapshot. Bind comes before the first feature.
func NewEncoder(names *surveillance.Names, c lang.Code) *Encoder {
	return &Encoder{names: names, lang: c, taxa: map[int32][]byte{}, sources: map[int32][]byte{}}
}

// columns are those of sql/fragment/feature_columns.sql.
type columns struct {
	id                                                postgres.UUIDColumn
	taxon, count, source                              postgres.Int4Column
	lon, lat, accuracy                                postgres.Float8Column
	observedAt                                        postgres.TimestampColumn
	observedUntil                                     postgres.DateColumn
	precision, country, lifeStage, sex, status, notes postgres.TextColumn
	occurrenceID, qualifier, basis, licence           postgres.TextColumn
	utcOffset, flags                                  postgres.Int2Column
}

// Bind finds the columns of sql/fragment/feature_columns.sql, for postgres.EachRow.
func (e *Encoder) Bind(c *postgres.Columns) {
	e.columns = columns{
		id: c.UUID("id"), taxon: c.Int4("taxon_key"), count: c.Int4("count"), source: c.Int4("data_source_key"),
		lon: c.Float8("lon"), lat: c.Float8("lat"), accuracy: c.Float8("location_accuracy_m"),
		observedAt: c.Timestamp("observed_at"), observedUntil: c.Date("observed_until"),
		precision: c.Text("date_precision"), country: c.Text("country_id"), lifeStage: c.Text("life_stage"), sex: c.Text("sex"),
		status: c.Text("status"), notes: c.Text("notes"), occurrenceID: c.Text("occurrence_id"),
		qualifier: c.Text("identification_qualifier"), basis: c.Text("basis_of_record"), licence: c.Text("licence"),
		utcOffset: c.Int2("utc_offset"), flags: c.Int2("flags"),
	}
}

// Record is an observation as a feature shows it. A text that is nil is null.
type Record struct {
	ID            []byte // 16 bytes
	Lon, Lat      float64
	TaxonKey      int32
	Count         int32
	ObservedAt    time.Time // on the clock of the record
	Precision     []byte
	ObservedUntil time.Time // the zero time is null
	Shared        []byte    // of AppendShared
	Flags         surveillance.Flags

	Notes, OccurrenceID, Qualifier, BasisOfRecord, Licence []byte
}

// Append appends the feature of a record.
func (e *Encoder) Append(b []byte, r *Record) []byte {
	b = append(b, `{"type":"Feature","id":"`...)
	b = AppendUUID(b, r.ID)
	b = append(b, `","geometry":{"type":"Point","coordinates":[`...)
	b = AppendDegrees(b, r.Lon)
	b = append(b, ',')
	b = AppendDegrees(b, r.Lat)
	b = append(b, `]},"properties":{`...)
	b = append(b, e.taxon(r.TaxonKey)...)
	b = append(b, `,"count":`...)
	b = strconv.AppendInt(b, int64(r.Count), 10)
	b = append(b, `,"observed_at":"`...)
	b = AppendTime(b, r.ObservedAt)
	b = append(b, `","date_precision":`...)
	b = appendText(b, r.Precision)
	b = append(b, `,"observed_until":`...)
	b = appendDate(b, r.ObservedUntil)
	b = append(b, r.Shared...)
	b = append(b, `,"notes":`...)
	b = appendText(b, r.Notes)
	return append(r.appendRare(b), `}}`...)
}

// AppendShared appends the properties that many records have in common. Texts that are nil are null, and an accuracy that is not a number.
func (e *Encoder) AppendShared(b []byte, source int32, country []byte, accuracyM float64, lifeStage, sex, status []byte) []byte {
	b = append(b, `,"data_source":`...)
	b = append(b, e.source(source)...)
	b = append(b, `,"country_id":`...)
	b = appendText(b, country)
	b = append(b, `,"location_accuracy_m":`...)
	b = appendFloat(b, accuracyM)
	b = append(b, `,"life_stage":`...)
	b = appendText(b, lifeStage)
	b = append(b, `,"sex":`...)
	b = appendText(b, sex)
	b = append(b, `,"status":`...)
	return appendText(b, status)
}

// AppendFeature appends the feature of a row.
func (e *Encoder) AppendFeature(b []byte, row postgres.Row) []byte {
	c := &e.columns
	e.shared = e.AppendShared(e.shared[:0], c.source.Of(row), c.country.Raw(row), c.accuracy.Of(row), c.lifeStage.Raw(row), c.sex.Raw(row), c.status.Raw(row))
	return e.Append(b, &Record{
		ID: c.id.Raw(row), Lon: c.lon.Of(row), Lat: c.lat.Of(row), TaxonKey: c.taxon.Of(row), Count: c.count.Of(row),
		ObservedAt: postgres.Local(c.observedAt.Of(row), c.utcOffset.Of(row)), Precision: c.precision.Raw(row), ObservedUntil: c.observedUntil.Of(row),
		Shared: e.shared, Flags: surveillance.Flags(c.flags.Of(row)), Notes: c.notes.Raw(row), OccurrenceID: c.occurrenceID.Raw(row),
		Qualifier: c.qualifier.Raw(row), BasisOfRecord: c.basis.Raw(row), Licence: c.licence.Raw(row),
	})
}

func (e *Encoder) taxon(key int32) []byte {
	if b, ok := e.taxa[key]; ok {
		return b
	}
	t, ok := e.names.Taxon(key)
	var b []byte
	if !ok { // the lookup failed: say what is known, nothing
		b = []byte(`"species_scientific_name":null,"species_id":null,"common_name":null,"vector_status":null`)
	} else {
		b = append(b, `"species_scientific_name":`...)
		b = jsontext.AppendString(b, t.ScientificName)
		b = append(b, `,"species_id":`...)
		b = jsontext.AppendString(b, t.ID)
		b = append(b, `,"common_name":`...)
		if name := e.names.CommonName(e.lang, t); name != "" {
			b = jsontext.AppendString(b, name)
		} else {
			b = append(b, "null"...)
		}
		b = append(b, `,"vector_status":`...)
		b = jsontext.AppendString(b, t.VectorStatus)
	}
	e.taxa[key] = b
	return b
}

// source returns the id of a data source; 0 is none.
func (e *Encoder) source(key int32) []byte {
	if b, ok := e.sources[key]; ok {
		return b
	}
	b := []byte("null")
	if d, ok := e.names.DataSource(key); ok {
		b = jsontext.AppendString(nil, d.ID)
	}
	e.sources[key] = b
	return b
}

// AppendDegrees appends a coordinate with at most seven decimals (about a centimetre).
func AppendDegrees(b []byte, degrees float64) []byte {
	return AppendDecimal(b, degrees, DegreeDecimals)
}

// AppendTime appends a time as RFC 3339 on its own clock, with a fraction only when it has one.
func AppendTime(b []byte, t time.Time) []byte {
	return t.AppendFormat(b, time.RFC3339Nano)
}

func appendText(b, value []byte) []byte {
	if value == nil {
		return append(b, "null"...)
	}
	return jsontext.AppendString(b, value)
}

// appendRare appends the properties that few records have; only an absence has a count of 0. The others do without them, because an answer has up to 100,000 features.
func (r *Record) appendRare(b []byte) []byte {
	for _, p := range [...]struct {
		name string
		text []byte
	}{
		{`,"occurrence_id":`, r.OccurrenceID}, {`,"identification_qualifier":`, r.Qualifier}, {`,"basis_of_record":`, r.BasisOfRecord},
		{`,"licence":`, r.Licence},
	} {
		if p.text != nil {
			b = jsontext.AppendString(append(b, p.name...), p.text)
		}
	}
	if r.Count == 0 {
		b = append(b, `,"occurrence_status":"absent"`...)
	}
	if r.Flags != 0 {
		b = append(append(append(b, `,"flags":["`...), strings.Join(r.Flags.Names(), `","`)...), `"]`...)
	}
	return b
}

func appendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

func appendDate(b []byte, day time.Time) []byte {
	if day.IsZero() {
		return append(b, "null"...)
	}
	b = append(b, '"')
	b = day.AppendFormat(b, time.DateOnly)
	return append(b, '"')
}

// AppendUUID appends the text of a UUID's 16 bytes.
func AppendUUID(b, u []byte) []byte {
	const hex = "0123456789abcdef"
	for i, c := range u {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			b = append(b, '-')
		}
		b = append(b, hex[c>>4], hex[c&0xf])
	}
	return b
}
