package darwincore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// Row is one row of a file: what it says, and the record it makes or why it makes none.
type Row struct {
	Line   int      // of the data file, 1-based, where the row begins
	Values []string // raw, as in Header; more than that when the row itself is longer
	Record *Record  // nil when rejected
	Reject string   // reason, lowercase, without the values
}

// Record is one occurrence: a mosquito found, or looked for and not found. Its texts are valid UTF-8 without control
// characters, but for tabs and line ends in the notes and the metadata.
type Record struct {
	OccurrenceID     string
	VerbatimName     string // as the file has it
	Name             names.Name
	Qualifier        string // doubt about the identification, as internal/names spells it
	Count            int    // specimens, at least 1; 0 for an absence
	Absent           bool
	Lat, Lon         float64 // degrees, rounded to 7 decimals
	Date             dates.Date
	AccuracyM        *float64 // metres, >= 0; nil when not stated
	LifeStage        string
	Sex              string
	SamplingProtocol string
	EventID          string
	Notes            string
	ObserverName     string
	// Metadata holds every other column that is not empty, by its Darwin Core term or its header: a string, or what JSON in
	// dynamicProperties says (numbers are json.Number), or, under measurementOrFact, a []any of objects. Nil when there is
	// none.
	Metadata map[string]any
	// Hash covers what the row says, in no order of the file's columns: equal records have equal ones. Of the name it covers how it is
	// spelled and not how it was understood, so that a record keeps its identity when names are understood better.
	Hash [16]byte
}

// Limits of a record. Texts are counted in runes.
const (
	maxNameRunes     = 300
	maxNotesRunes    = 4000
	maxTextRunes     = 200
	maxMetadataBytes = 64 << 10 // as JSON
	maxCount         = 10_000_000
)

// hasher computes the hashes of records, reusing its memory.
type hasher struct {
	buf  []byte
	keys []string
}

// sum hashes a canonical form of the record: each field with its length before it, the metadata by sorted key.
func (h *hasher) sum(r *Record) [16]byte {
	h.buf = h.buf[:0]
	for _, text := range [...]string{
		r.OccurrenceID, r.VerbatimName, r.Name.Spelled, r.LifeStage, r.Sex, r.SamplingProtocol, r.EventID, r.Notes, r.ObserverName,
		string(r.Date.Precision),
	} {
		h.text(text)
	}
	h.number(uint64(r.Count))
	h.number(math.Float64bits(r.Lat))
	h.number(math.Float64bits(r.Lon))
	h.time(r.Date.Start)
	h.time(r.Date.Until)
	if r.AccuracyM != nil {
		h.number(math.Float64bits(*r.AccuracyM))
	}
	h.keys = slices.AppendSeq(h.keys[:0], maps.Keys(r.Metadata))
	slices.Sort(h.keys)
	for _, key := range h.keys {
		h.text(key)
		switch value := r.Metadata[key].(type) {
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
	full := sha256.Sum256(h.buf)
	return [16]byte(full[:16])
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
