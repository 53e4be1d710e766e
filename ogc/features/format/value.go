package format

import (
	"bytes"
	"io"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// Encoder appends the values of fields, from PostgreSQL's binary columns. Texts of keys are encoded once. It is for one
// goroutine.
type Encoder struct {
	names *surveillance.Names
	lang  lang.Code
	known map[knownText][]byte

	out   io.Writer    // nil: bytes are appended
	table tableEncoder // of formats with typed columns
}

type knownText struct {
	field *collection.Field
	key   string
}

// NewEncoder returns an encoder that takes texts from names, in a language.
func NewEncoder(names *surveillance.Names, c lang.Code) *Encoder {
	return &Encoder{names: names, lang: c, known: map[knownText][]byte{}}
}

// SendTo has formats write to w as they come, besides what they append: no format does both.
func (e *Encoder) SendTo(w io.Writer) { e.out = w }

// Discard gives up an answer that was not completed.
func (e *Encoder) Discard() {
	if e.table.writer != nil {
		e.table.writer.Discard()
	}
}

// appendJSON appends a value as JSON.
func (e *Encoder) appendJSON(b []byte, f *collection.Field, raw []byte) []byte {
	if f.TextOf != nil {
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
	switch f.Kind {
	case collection.KindInteger:
		return appendNumber(b, f.Kind, raw)
	case collection.KindNumber:
		whole := len(b)
		b = appendNumber(b, f.Kind, raw)
		if bytes.IndexByte(b[whole:], '.') < 0 {
			b = append(b, ".0"...) // GDAL and QGIS take the type of a property from the first features
		}
		return b
	case collection.KindBoolean:
		return strconv.AppendBool(b, boolean(raw))
	case collection.KindText:
		return jsontext.AppendString(b, raw)
	default: // what these write has nothing to escape
		b = append(b, '"')
		b = AppendPlain(b, f.Kind, raw)
		return append(b, '"')
	}
}

// AppendText appends a value as plain text, nothing for null.
func (e *Encoder) AppendText(b []byte, f *collection.Field, raw []byte) []byte {
	if f.TextOf != nil {
		s, _ := e.text(f, raw)
		return append(b, s...)
	}
	if raw == nil {
		return b
	}
	return AppendPlain(b, f.Kind, raw)
}

// text returns the name of a key, false for null and for a key that has none.
func (e *Encoder) text(f *collection.Field, raw []byte) (string, bool) {
	if raw == nil {
		return "", false
	}
	s := f.TextOf(e.names, e.lang, raw)
	return s, s != ""
}

// AppendPlain appends a value of a kind as plain text.
func AppendPlain(b []byte, k collection.Kind, raw []byte) []byte {
	switch k {
	case collection.KindInteger, collection.KindNumber:
		return appendNumber(b, k, raw)
	case collection.KindTime:
		return geojson.AppendTime(b, timestamp(raw))
	case collection.KindDate:
		return date(raw).AppendFormat(b, time.DateOnly)
	case collection.KindUUID:
		return geojson.AppendUUID(b, raw)
	case collection.KindBoolean:
		return strconv.AppendBool(b, boolean(raw))
	default:
		return append(b, raw...)
	}
}

func appendNumber(b []byte, k collection.Kind, raw []byte) []byte {
	if k == collection.KindNumber {
		return strconv.AppendFloat(b, postgres.Float8(raw), 'f', -1, 64)
	}
	return strconv.AppendInt(b, postgres.Integer(raw), 10)
}

func timestamp(raw []byte) time.Time { return postgres.Timestamp(postgres.Integer(raw)) }

func boolean(raw []byte) bool { return raw[0] != 0 }

func date(raw []byte) time.Time { return postgres.Date(int32(postgres.Integer(raw))) }
