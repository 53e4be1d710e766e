package darwincore

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// releasedColumns are the columns of an export of release 0.1.0, in order. The columns of such a file that derive from the record or its
// data source are not read into the metadata, so that a round trip does not grow.
var releasedColumns = []string{
	"occurrenceID", "basisOfRecord", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate",
	"decimalLatitude", "decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "scientificName",
	"verbatimIdentification", "individualCount", "occurrenceStatus", "sex", "lifeStage", "identificationVerificationStatus",
	"occurrenceRemarks", "dynamicProperties",
}

// derivedColumns are those of releasedColumns that say nothing about the record itself.
var derivedColumns = []string{
	"basisOfRecord", "datasetID", "datasetName", "license", "geodeticDatum", "countryCode", "identificationVerificationStatus",
}

var errMetadata = errors.New("too much in unknown columns")

// metadata keeps all other columns, and the measurements.
func (b *builder) metadata(measurements []any) error {
	for i, m := range b.Kept {
		value := strings.TrimSpace(b.row[m.Column])
		if value == "" || value == `\N` || b.release010 && slices.Contains(derivedColumns, m.Key) {
			continue
		}
		last, ok := b.boxed[i].(string)
		if !ok || last != value {
			b.boxed[i] = value
		}
		b.keepUnlessTaken(m.Key, b.boxed[i])
	}
	for key, constant := range b.Fixed {
		if _, taken := b.record.Metadata[key]; !taken {
			b.keep(key, constant)
		}
	}
	if properties := b.get(headers.Dynamic); properties != "" {
		b.dynamicProperties(properties)
	}
	if measurements != nil {
		b.keepUnlessTaken("measurementOrFact", measurements)
	}
	if b.tooMuch() {
		return errMetadata
	}
	return nil
}

// keepUnlessTaken keeps a column under its key, or beside what a rule already kept there.
func (b *builder) keepUnlessTaken(key string, value any) {
	if _, taken := b.record.Metadata[key]; taken {
		key += "_column"
	}
	b.keep(key, value)
}

// tooMuch reports whether the metadata is over its limit as JSON. What is surely smaller is not encoded to find out.
func (b *builder) tooMuch() bool {
	return maxEncoded(b.record.Metadata) > maxMetadataBytes && b.encodedSize() > maxMetadataBytes
}

// maxEncoded is at least the number of bytes of a JSON value: no byte of a text becomes more than six.
func maxEncoded(value any) int {
	const escaped = 6
	switch value := value.(type) {
	case string:
		return escaped*len(value) + len(`"",`)
	case json.Number:
		return len(value) + len(",")
	case bool, nil:
		return len("false,")
	case []any:
		size := len("[],")
		for _, item := range value {
			size += maxEncoded(item)
		}
		return size
	case map[string]any:
		size := len("{},\n")
		for key, member := range value {
			size += escaped*len(key) + len(`"":`) + maxEncoded(member)
		}
		return size
	default:
		return maxMetadataBytes + 1
	}
}

func (b *builder) encodedSize() int {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(b.record.Metadata) != nil {
		return maxMetadataBytes + 1
	}
	return out.Len()
}

// dynamicProperties makes the members of a JSON object metadata of their own.
func (b *builder) dynamicProperties(object string) {
	members, ok := parseObject(object)
	if !ok {
		b.warn.Add("dynamicProperties is not a JSON object, kept as text", b.line)
		b.keep("dynamicProperties", object)
		return
	}
	for key := range members {
		if _, taken := b.record.Metadata[key]; taken {
			b.warn.Add("dynamicProperties repeats a column, kept as text", b.line)
			b.keep("dynamicProperties", object)
			return
		}
	}
	for key, value := range members {
		b.keep(key, value)
	}
}

// parseObject reads a JSON object and cleans its texts. It is not ok for anything else and for keys that become equal.
func parseObject(object string) (members map[string]any, ok bool) {
	decoder := json.NewDecoder(strings.NewReader(object))
	decoder.UseNumber()
	if err := decoder.Decode(&members); err != nil || members == nil {
		return nil, false
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	cleaned, ok := scrubJSON(members).(map[string]any)
	return cleaned, ok && len(cleaned) == len(members)
}

// scrubJSON cleans all texts of a JSON value: escapes can hold what the row itself did not.
func scrubJSON(value any) any {
	switch value := value.(type) {
	case string:
		return text.Scrub(value)
	case []any:
		for i := range value {
			value[i] = scrubJSON(value[i])
		}
	case map[string]any:
		cleaned := make(map[string]any, len(value))
		for key, member := range value {
			cleaned[text.Scrub(key)] = scrubJSON(member)
		}
		return cleaned
	}
	return value
}
