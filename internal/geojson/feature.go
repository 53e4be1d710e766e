// Package geojson writes observations as GeoJSON features (RFC 7946) by appending bytes, straight from PostgreSQL's binary
// values. It imports internal/lang and internal/surveillance.
package geojson

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// ContentType of a feature collection.
const ContentType = "application/geo+json"

// Encoder appends features with names in one language. It is for one goroutine.
type Encoder struct {
	names   *surveillance.Names
	lang    lang.Code
	taxa    map[int32][]byte // the properties that a taxon gives, encoded once
	sources map[int32][]byte
}

// NewEncoder returns an Encoder that takes names from a snapshot.
func NewEncoder(names *surveillance.Names, c lang.Code) *Encoder {
	return &Encoder{names: names, lang: c, taxa: map[int32][]byte{}, sources: map[int32][]byte{}}
}

// AppendFeature appends one feature. values are the raw binary columns of sql/fragment/feature_columns.sql, as
// pgx.Rows.RawValues gives them.
func (e *Encoder) AppendFeature(b []byte, values [][]byte) []byte {
	b = append(b, `{"type":"Feature","id":"`...)
	b = AppendUUID(b, values[0])
	b = append(b, `","geometry":{"type":"Point","coordinates":[`...)
	b = AppendDegrees(b, float8(values[1]))
	b = append(b, ',')
	b = AppendDegrees(b, float8(values[2]))
	b = append(b, `]},"properties":{`...)
	b = append(b, e.taxon(int4(values[3]))...)
	b = append(b, `,"count":`...)
	b = strconv.AppendInt(b, int64(int4(values[4])), 10)
	b = append(b, `,"observed_at":"`...)
	b = AppendTime(b, pgTime(values[5]))
	b = append(b, `","date_precision":`...)
	b = appendText(b, values[6])
	b = append(b, `,"observed_until":`...)
	b = appendDate(b, values[7])
	b = append(b, `,"data_source":`...)
	b = append(b, e.source(values[8])...)
	b = append(b, `,"country_id":`...)
	b = appendText(b, values[9])
	b = append(b, `,"location_accuracy_m":`...)
	b = appendFloat(b, values[10])
	b = append(b, `,"life_stage":`...)
	b = appendText(b, values[11])
	b = append(b, `,"sex":`...)
	b = appendText(b, values[12])
	b = append(b, `,"status":`...)
	b = appendText(b, values[13])
	b = append(b, `,"notes":`...)
	b = appendText(b, values[14])
	return append(b, `}}`...)
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
		b = AppendString(b, t.ScientificName)
		b = append(b, `,"species_id":`...)
		b = AppendString(b, t.ID)
		b = append(b, `,"common_name":`...)
		if name := e.names.CommonName(e.lang, t); name != "" {
			b = AppendString(b, name)
		} else {
			b = append(b, "null"...)
		}
		b = append(b, `,"vector_status":`...)
		b = AppendString(b, t.VectorStatus)
	}
	e.taxa[key] = b
	return b
}

func (e *Encoder) source(value []byte) []byte {
	if value == nil {
		return []byte("null")
	}
	key := int4(value)
	if b, ok := e.sources[key]; ok {
		return b
	}
	b := []byte("null")
	if d, ok := e.names.DataSource(key); ok {
		b = AppendString(nil, d.ID)
	}
	e.sources[key] = b
	return b
}

// AppendDegrees appends a coordinate with at most seven decimals (about a centimetre).
func AppendDegrees(b []byte, degrees float64) []byte {
	return AppendDecimal(b, degrees, DegreeDecimals)
}

// AppendTime appends a time as RFC 3339 in UTC, with a fraction only when it has one.
func AppendTime(b []byte, t time.Time) []byte {
	return t.AppendFormat(b, time.RFC3339Nano)
}

// AppendString appends a JSON string.
func AppendString[T string | []byte](b []byte, s T) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
		start = i + 1
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

func appendText(b, value []byte) []byte {
	if value == nil {
		return append(b, "null"...)
	}
	return AppendString(b, value)
}

func appendFloat(b, value []byte) []byte {
	if value == nil {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, float8(value), 'f', -1, 64)
}

func appendDate(b, value []byte) []byte {
	if value == nil {
		return append(b, "null"...)
	}
	b = append(b, '"')
	b = Date(int4(value)).AppendFormat(b, time.DateOnly)
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

// pgEpoch is PostgreSQL's time 0.
var pgEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Time is PostgreSQL's timestamp, microseconds from 2000-01-01, in UTC.
func Time(micros int64) time.Time { return time.UnixMicro(pgEpoch.UnixMicro() + micros).UTC() }

// Date is PostgreSQL's date, days from 2000-01-01.
func Date(days int32) time.Time { return pgEpoch.AddDate(0, 0, int(days)) }

func pgTime(value []byte) time.Time { return Time(int64(binary.BigEndian.Uint64(value))) }

func int4(b []byte) int32     { return int32(binary.BigEndian.Uint32(b)) }
func float8(b []byte) float64 { return math.Float64frombits(binary.BigEndian.Uint64(b)) }
