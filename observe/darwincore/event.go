package darwincore

import (
	"crypto/sha256"
	"encoding/json"
	"math"
	"time"
)

// Event is one sampling event as a row states it. Several rows may state the same one.
type Event struct {
	EventID  string
	SiteID   string  // the trap or site (locationID)
	Lat, Lon float64 // as those of a Record, as are CRS, X and Y
	CRS      string
	X, Y     float64
	// Started is zero when one time or day alone is stated. What is no time begins at midnight UTC, and Ended is the midnight that
	// begins the last day.
	Started, Ended time.Time
	Offset         int16  // minutes that the clock is ahead of UTC
	Precision      string // time, day, week, month or year

	AccuracyM        *float64 // metres, >= 0; nil when not stated
	StatedCountry    string   // name or code, as the row has it
	SamplingProtocol string
	Lure             string
	Traps            *int     // 1 to 10,000
	Nights           *float64 // 0 to 366
	Effort           *float64 // above 0; nil for none, as are EffortUnit and EffortSource
	EffortUnit       string   // trap_night, trap_hour, collection, dip, house, person_hour
	EffortSource     string   // stated, sampling_effort, derived
	NoEffort         bool     // an effort is stated that is none, so none is derived; no part of the Hash
	Problem          bool     // something went wrong
	Targets          []string // scientific names of what was looked for; nil: all mosquitoes
	Complete         *bool    // every target taxon was counted; nil when not stated
	Assumed          bool     // Complete is false because the reader concludes it; the row does not say so
	Remarks          string
	Metadata         map[string]any
	Hash             [16]byte // covers what the row says of the event
	Own              *Own     // what only archives of our own say; its Dataset has ID and Name too
	Partial          bool     // of our own, and without some records: Targets and Complete are those of the file
}

// event hashes all that an Event says. What it does not state leaves no trace, so that a field that later releases add changes no hash of
// an event without it.
func (h *hasher) event(e *Event) [16]byte {
	h.buf = h.buf[:0]
	for _, field := range [...]struct{ name, value string }{
		{"id", e.EventID}, {"site", e.SiteID}, {"crs", e.CRS}, {"precision", e.Precision}, {"country", e.StatedCountry}, {"protocol", e.SamplingProtocol},
		{"lure", e.Lure}, {"unit", e.EffortUnit}, {"source", e.EffortSource}, {"remarks", e.Remarks},
	} {
		if field.value != "" {
			h.text(field.name)
			h.text(field.value)
		}
	}
	for _, n := range [...]float64{e.Lat, e.Lon, e.X, e.Y} {
		h.number(math.Float64bits(n))
	}
	h.time(e.Started)
	h.time(e.Ended)
	h.number(uint64(e.Offset))
	var traps *float64
	if e.Traps != nil {
		n := float64(*e.Traps)
		traps = &n
	}
	for _, field := range [...]struct {
		name  string
		value *float64
	}{{"accuracy", e.AccuracyM}, {"traps", traps}, {"nights", e.Nights}, {"effort", e.Effort}} {
		if field.value != nil {
			h.text(field.name)
			h.number(math.Float64bits(*field.value))
		}
	}
	if e.Problem {
		h.text("problem")
	}
	if e.Complete != nil {
		h.text("complete")
		h.text(map[bool]string{true: "true", false: "false"}[*e.Complete])
	}
	if e.Assumed {
		h.text("assumed")
	}
	for _, taxon := range e.Targets {
		h.text("target")
		h.text(taxon)
	}
	if len(e.Metadata) > 0 {
		// What came out of JSON, or is text, goes into it; it cannot fail. Its keys are sorted.
		encoded, _ := json.Marshal(e.Metadata)
		h.text(string(encoded))
	}
	full := sha256.Sum256(h.buf)
	return [16]byte(full[:16])
}
