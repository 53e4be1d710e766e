package ogc

import (
	"bytes"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// encoder appends the values of fields, from PostgreSQL's binary columns. Texts of keys are encoded once. It is for one
// goroutine.
type encoder struct {
	names *lookup.Snapshot
	lang  lang.Code
	known map[knownText][]byte

	flatGeobuf *flatgeobuf.Encoder // nil until it is needed
	scratch    []byte
}

type knownText struct {
	field *field
	key   string
}

func newEncoder(names *lookup.Snapshot, c lang.Code) *encoder {
	return &encoder{names: names, lang: c, known: map[knownText][]byte{}}
}

// appendJSON appends a value as JSON.
func (e *encoder) appendJSON(b []byte, f *field, raw []byte) []byte {
	if f.named != nil {
		text, ok := e.known[knownText{f, string(raw)}]
		if !ok {
			text = []byte("null")
			if s, found := e.text(f, raw); found {
				text = jsontext.AppendString(nil, s)
			}
			e.known[knownText{f, string(raw)}] = text
		}
		return append(b, text...)
	}
	if raw == nil {
		return append(b, "null"...)
	}
	switch f.kind {
	case kindInteger:
		return appendNumber(b, f.kind, raw)
	case kindNumber:
		whole := len(b)
		b = appendNumber(b, f.kind, raw)
		if bytes.IndexByte(b[whole:], '.') < 0 {
			b = append(b, ".0"...) // GDAL and QGIS take the type of a property from the first features
		}
		return b
	case kindText:
		return jsontext.AppendString(b, raw)
	default: // nothing to escape
		b = append(b, '"')
		b = appendPlain(b, f.kind, raw)
		return append(b, '"')
	}
}

// appendText appends a value as plain text, nothing for null.
func (e *encoder) appendText(b []byte, f *field, raw []byte) []byte {
	if f.named != nil {
		s, _ := e.text(f, raw)
		return append(b, s...)
	}
	if raw == nil {
		return b
	}
	return appendPlain(b, f.kind, raw)
}

// text returns the name of a key, false for null and for a key that has none.
func (e *encoder) text(f *field, raw []byte) (string, bool) {
	if raw == nil {
		return "", false
	}
	s := f.named(e.names, e.lang, raw)
	return s, s != ""
}

func appendPlain(b []byte, k kind, raw []byte) []byte {
	switch k {
	case kindInteger, kindNumber:
		return appendNumber(b, k, raw)
	case kindTime:
		return geojson.AppendTime(b, timestamp(raw))
	case kindDate:
		return date(raw).AppendFormat(b, time.DateOnly)
	case kindUUID:
		return geojson.AppendUUID(b, raw)
	default:
		return append(b, raw...)
	}
}

func appendNumber(b []byte, k kind, raw []byte) []byte {
	if k == kindNumber {
		return strconv.AppendFloat(b, postgres.Float8(raw), 'f', -1, 64)
	}
	return strconv.AppendInt(b, postgres.Integer(raw), 10)
}

func timestamp(raw []byte) time.Time { return postgres.Timestamp(postgres.Integer(raw)) }

func date(raw []byte) time.Time { return postgres.Date(int32(postgres.Integer(raw))) }
