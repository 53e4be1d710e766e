package export

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// reserved is the member of dynamicProperties that holds what Darwin Core has no term for; the others are the record's metadata.
const reserved = "skeeter"

// Properties are the reserved member. It is left out when it says nothing.
type Properties struct {
	ID           string          `json:"id,omitempty"`             // of a record in an archive of events, where occurrenceID is the source's
	EventID      string          `json:"eventID,omitempty"`        // in an archive of events, of a record without one
	Event        *EventTerms     `json:"event,omitempty"`          // of a sampling event
	OfEvent      []string        `json:"ofEvent,omitempty"`        // of PoolFields: what a pool takes from its sampling event
	Flags        []string        `json:"flags,omitempty"`          // in archives
	Date         *ExactDate      `json:"date,omitempty"`           // where eventDate does not say all
	Licence      bool            `json:"recordLicence,omitempty"`  // license is the record's own
	Source       string          `json:"datasetLicence,omitempty"` // beside it
	Basis        string          `json:"basisOfRecord,omitempty"`  // where the source itself says what stands where it says nothing
	Dataset      string          `json:"dataset,omitempty"`        // Dataset.Key
	UserID       string          `json:"userID,omitempty"`
	PredictionID string          `json:"predictionID,omitempty"`
	ModelID      string          `json:"modelID,omitempty"`
	Confidence   *float64        `json:"confidence,omitempty"`
	SourceHash   string          `json:"sourceHash,omitempty"` // in hexadecimal digits
	Metadata     json.RawMessage `json:"metadata,omitempty"`   // all of it, where it has a member of this name itself
}

// ExactDate is a date that its text cannot say: an interval of one whole month, a month that begins within a day.
type ExactDate struct {
	Start     time.Time       `json:"start"`
	Precision dates.Precision `json:"precision"`
	Until     *time.Time      `json:"until,omitempty"`
	Offset    int             `json:"offset,omitempty"`
}

// ParseProperties reads dynamicProperties: the reserved member, and the metadata, which are nil when there are none. It is not ok for
// what no export writes.
func ParseProperties(object string) (p Properties, metadata map[string]any, ok bool) {
	if metadata, ok = parseMembers(object); !ok {
		return p, nil, false
	}
	if _, found := metadata[reserved]; found {
		var within struct {
			Skeeter *Properties `json:"skeeter"`
		}
		if json.Unmarshal([]byte(object), &within) != nil || within.Skeeter == nil {
			return p, nil, false
		}
		p = *within.Skeeter
		delete(metadata, reserved)
		if p.Metadata != nil {
			if metadata, ok = parseMembers(string(p.Metadata)); !ok {
				return p, nil, false
			}
		}
	}
	if len(metadata) == 0 {
		metadata = nil
	}
	return p, metadata, true
}

// observerTerms name the observer; public files leave them out of the metadata.
var observerTerms = []string{"recordedBy", "recordedByID"}

// propertiesWriter makes dynamicProperties, reusing its memory.
type propertiesWriter struct {
	buf  []byte
	text []byte
}

// of returns dynamicProperties of an occurrence; empty when there is nothing to say.
func (w *propertiesWriter) of(o *Occurrence, kind Kind, lone bool) []byte {
	metadata := shownMetadata(o.Metadata, kind)
	p, says := w.reservedOf(o, kind)
	if lone && o.EventID != "" {
		p.EventID, says = o.EventID, true
	}
	return w.object(p, says, metadata)
}

// object makes dynamicProperties of the reserved member, if it says anything, and of metadata.
func (w *propertiesWriter) object(p Properties, says bool, metadata []byte) []byte {
	if hasReserved(metadata) {
		p.Metadata, metadata, says = metadata, nil, true
	}
	if !says {
		return metadata
	}
	// Texts, numbers and valid JSON cannot fail to become JSON.
	member, _ := json.Marshal(p)
	w.buf = append(append(w.buf[:0], `{"`+reserved+`":`...), member...)
	if metadata = bytes.TrimSpace(metadata); len(metadata) > 2 {
		w.buf = append(append(w.buf, ','), metadata[1:]...)
		return w.buf
	}
	return append(w.buf, '}')
}

// shownMetadata is what a file shows of metadata; nil for nothing.
func shownMetadata(metadata []byte, kind Kind) []byte {
	if !kind.Private {
		metadata = WithoutObservers(metadata)
	}
	if s := string(metadata); s == "{}" || s == "null" {
		return nil
	}
	return metadata
}

// reservedOf returns the reserved member, and whether it says anything.
func (w *propertiesWriter) reservedOf(o *Occurrence, kind Kind) (p Properties, says bool) {
	if kind.Events && o.OccurrenceID != "" {
		p.ID, says = o.ID, true
	}
	if !kind.Table && len(o.Flags) > 0 {
		p.Flags, says = o.Flags, true
	}
	if date := w.dateOf(o.Date); date != nil {
		p.Date, says = date, true
	}
	if o.Licence != "" {
		p.Licence, p.Source, says = true, o.Dataset.Licence, true
	}
	if o.BasisOfRecord != "" && (o.BasisOfRecord == AnyBasis || strings.TrimSpace(o.BasisOfRecord) == "") {
		p.Basis, says = o.BasisOfRecord, true
	}
	if o.Dataset.Key != "" {
		p.Dataset, says = o.Dataset.Key, true
	}
	if !kind.Private {
		return p, says
	}
	own := &o.Private
	p.UserID, p.PredictionID, p.ModelID, p.Confidence = own.UserID, own.PredictionID, own.ModelID, own.Confidence
	p.SourceHash = hex.EncodeToString(own.SourceHash)
	return p, says || own.UserID != "" || own.PredictionID != "" || own.ModelID != "" || own.Confidence != nil || p.SourceHash != ""
}

// dateOf returns a date that its text does not say; nil for most.
func (w *propertiesWriter) dateOf(d dates.Date) *ExactDate {
	switch {
	case d.Precision == dates.PrecisionTime,
		d.Precision == dates.PrecisionDay && d.Offset == 0 && d.Start.Equal(d.First()):
		return nil
	}
	w.text = d.AppendText(w.text[:0])
	if read, err := dates.Parse(string(w.text)); err == nil && read.Start.Equal(d.Start) && read.Until.Equal(d.Until) &&
		read.Precision == d.Precision && read.Offset == d.Offset {
		return nil
	}
	p := &ExactDate{Start: d.Start.UTC(), Precision: d.Precision, Offset: d.Offset}
	if !d.Until.IsZero() {
		p.Until = &d.Until
	}
	return p
}

// maxOffset is dates.MaxOffset in minutes.
const maxOffset = int(dates.MaxOffset / time.Minute)

// Date is the date. It is not ok for one that cannot be stored.
func (p *ExactDate) Date() (d dates.Date, ok bool) {
	d = dates.Date{Start: p.Start.UTC(), Precision: p.Precision, Offset: p.Offset}
	if p.Until != nil {
		d.Until = p.Until.UTC()
	}
	clocked, spans := false, p.Until != nil
	switch p.Precision {
	case dates.PrecisionTime, dates.PrecisionInterval:
		clocked = true
	case dates.PrecisionDay, dates.PrecisionMonth, dates.PrecisionYear:
	default:
		return d, false
	}
	single := p.Precision == dates.PrecisionTime || p.Precision == dates.PrecisionDay
	return d, single != spans && (clocked || p.Offset == 0) && p.Offset >= -maxOffset && p.Offset <= maxOffset &&
		d.Start.Year() >= dates.MinYear && !d.Last().Before(d.First())
}

// hasReserved reports whether metadata has a member of the reserved name at its top.
func hasReserved(metadata []byte) bool {
	if !bytes.Contains(metadata, []byte(`"`+reserved+`"`)) {
		return false
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(metadata, &members) // what the database holds is an object
	_, found := members[reserved]
	return found
}

// WithoutObservers returns metadata without the members that name the observer.
func WithoutObservers(metadata []byte) []byte {
	if !slices.ContainsFunc(observerTerms, func(term string) bool { return bytes.Contains(metadata, []byte(`"`+term+`"`)) }) {
		return metadata
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(metadata, &members) != nil {
		return metadata
	}
	for _, term := range observerTerms {
		delete(members, term)
	}
	// A map of valid JSON cannot fail to become JSON.
	metadata, _ = json.Marshal(members)
	return metadata
}
