package darwincore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"time"
)

// hasher computes the hashes of records, reusing its memory.
type hasher struct {
	buf  []byte
	keys []string
}

// sum hashes a canonical form of the record: each field with its length before it, the metadata by
// sorted key.
func (h *hasher) sum(r *Record) [16]byte {
	h.buf = h.buf[:0]
	for _, text := range [...]string{
		r.OccurrenceID, r.VerbatimName, r.Name, r.LifeStage, r.Sex, r.SamplingProtocol, r.EventID, r.Notes, r.ObserverName,
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
