package darwincore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// Row is one row of a file: what it says, and the record it makes or why it makes none.
type Row struct {
	Line   int      // of the data file, 1-based, where the row begins
	Values []string // raw, as in Header; more than that when the row itself is longer
	Record *Record  // nil when rejected, and when the row is an event that caught nothing or a pool alone
	Event  *Event   // nil when the row states none
	Pool   *Pool    // nil when the row states none
	Reject string   // reason, lowercase, without the values
	// PoolReject is the reason to reject the pool of a row that is a catch, too, and stays one.
	PoolReject string
	// What says which record, event and pool is rejected, where it can be read: they may be stored.
	OccurrenceID, EventID, PoolID, Pathogen, TestMethod string
}

// Record is one occurrence: a mosquito found, or looked for and not found. Its texts are valid UTF-8 without control
// characters, but for tabs and line ends in the notes and the metadata.
type Record struct {
	// ID is the record's own UUID and Own what else only files of our own export say; both are zero for other files.
	ID           [16]byte
	Own          *Own
	OccurrenceID string
	VerbatimName string // as the file has it
	// ScientificName is the name as internal/names understands it, without Qualifier, the doubt about the identification.
	ScientificName, Qualifier string
	spelled, doubt            string // the name as internal/names spells it, and the doubt that stands in it
	Count                     int    // specimens, at least 1; 0 for an absence
	Absent                    bool
	Lat, Lon                  float64 // degrees of WGS 84, rounded to 7 decimals; 0 where CRS is stated
	// CRS is the reference system of the place, as EPSG:n, when it is another than WGS 84: X is then its easting or longitude, Y its
	// northing or latitude, as they are written.
	CRS              string
	X, Y             float64
	Date             dates.Date
	AccuracyM        *float64 // metres, >= 0; nil when not stated
	LifeStage        string
	Sex              string
	SamplingProtocol string
	EventID          string
	Notes            string
	ObserverName     string
	BasisOfRecord    string // as the row has it
	Licence          string // of the row
	StatedCountry    string // name or code, as the row has it
	DatasetID        string // of the row, as is DatasetName
	DatasetName      string
	Status           string // of the review, only in files of our own export
	Flags            Flags
	// Metadata holds every other column that is not empty, by its Darwin Core term or its header: a string, or what JSON in
	// dynamicProperties says (numbers are json.Number), or, under measurementOrFact, a []any of objects. Nil when there is
	// none.
	Metadata map[string]any
	before   understood
	// Hash covers what the row says, in no order of the file's columns: equal records have equal ones. Of the name it covers how it is
	// spelled and not how it was understood, so that a record keeps its identity when names are understood better.
	Hash [16]byte
}

// understood is what sex and lifeStage were before they were understood as today.
type understood struct {
	nameSex, nameStage string   // what the name says
	sex, lifeStage     *earlier // nil where they are what they always were
}

// earlier is what earlier releases read in the place of a value.
type earlier struct {
	word string
	key  string // of the metadata, which did not have it; "" for none
}

// Limits of a record. Texts are counted in runes.
const (
	maxNameRunes     = 300
	maxNotesRunes    = 4000
	maxTextRunes     = 200
	maxMetadataBytes = 64 << 10 // as JSON
	maxCount         = 10_000_000
)

// Flags are doubts about a record that its row alone raises.
type Flags uint8

// The flags.
const (
	DateConflict Flags = 1 << iota // the date and the calendar columns contradict each other
	CoarsePlace                    // the uncertainty is 10 km or more, or the coordinates have one decimal at most
)

// hasher computes the hashes of records, reusing its memory.
type hasher struct {
	buf  []byte
	keys []string
}

// sum hashes a canonical form of the record: each field with its length before it, the metadata by sorted key.
func (h *hasher) sum(r *Record) [16]byte {
	h.buf = h.buf[:0]
	sex, lifeStage := r.Sex, r.LifeStage
	h.keys = slices.AppendSeq(h.keys[:0], maps.Keys(r.Metadata))
	for _, changed := range [...]struct {
		value  *string
		before *earlier
	}{{&sex, r.before.sex}, {&lifeStage, r.before.lifeStage}} {
		if before := changed.before; before != nil {
			*changed.value = before.word
			h.keys = slices.DeleteFunc(h.keys, func(key string) bool { return key == before.key })
		}
	}
	for _, text := range [...]string{
		r.OccurrenceID, r.VerbatimName, r.spelled, lifeStage, sex, r.SamplingProtocol, r.EventID, r.Notes, r.ObserverName,
		string(r.Date.Precision),
	} {
		h.text(text)
	}
	h.number(uint64(r.Count))
	y, x := r.Lat, r.Lon
	if r.CRS != "" {
		y, x = r.Y, r.X
	}
	h.number(math.Float64bits(y))
	h.number(math.Float64bits(x))
	h.time(r.Date.Start)
	h.time(r.Date.Until)
	if r.AccuracyM != nil {
		h.number(math.Float64bits(*r.AccuracyM))
	}
	// What 0.1.0 kept in the metadata has its place among it, so that stored rows keep their identity; what it did not know follows.
	columns := [...]struct{ key, value string }{
		{"basisOfRecord", r.BasisOfRecord}, {"identificationQualifier", r.statedQualifier()}, {"license", r.Licence},
	}
	for _, column := range columns {
		if _, kept := r.Metadata[column.key]; !kept && column.value != "" {
			h.keys = append(h.keys, column.key)
		}
	}
	slices.Sort(h.keys)
	for _, key := range h.keys {
		h.text(key)
		value, kept := r.Metadata[key]
		for _, column := range columns {
			if !kept && column.key == key {
				value = column.value
			}
		}
		switch value := value.(type) {
		case string:
			h.buf = append(h.buf, 's')
			h.text(value)
		default:
			// What came out of JSON goes back into it; it cannot fail.
			encoded, _ := json.Marshal(value)
			h.buf = append(h.buf, 'j')
			h.text(string(encoded))
		}
	}
	// The metadata of a row that states a zone have the date or the time as it is written, since 0.1.0.
	if r.Date.Offset != 0 && r.Metadata["eventDate"] == nil && r.Metadata["eventTime"] == nil {
		h.buf = append(h.buf, 'z')
		h.number(uint64(r.Date.Offset))
	}
	if r.CRS != "" {
		h.buf = append(h.buf, 'c')
		h.text(r.CRS)
	}
	if r.Status != "" && r.Status != "unverified" {
		h.buf = append(h.buf, 'v')
		h.text(r.Status)
	}
	full := sha256.Sum256(h.buf)
	return [16]byte(full[:16])
}

// statedQualifier is the qualifier if a column states it, empty if it is part of the name as it is written.
func (r *Record) statedQualifier() string {
	if r.Qualifier == r.doubt {
		return ""
	}
	return r.Qualifier
}

func (h *hasher) text(s string) {
	h.buf = binary.AppendUvarint(h.buf, uint64(len(s)))
	h.buf = append(h.buf, s...)
}

func (h *hasher) number(n uint64) { h.buf = binary.LittleEndian.AppendUint64(h.buf, n) }

func (h *hasher) time(t time.Time) {
	h.number(uint64(t.Unix()))
	h.number(uint64(t.Nanosecond()))
}
