package darwincore

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

// properties are the reserved member. It is left out when it says nothing.
type properties struct {
	Flags        []string        `json:"flags,omitempty"`          // in archives
	Date         *propertyDate   `json:"date,omitempty"`           // where eventDate does not say all
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

// propertyDate is a date that its text cannot say: an interval of one whole month, a month that begins within a day.
type propertyDate struct {
	Start     time.Time       `json:"start"`
	Precision dates.Precision `json:"precision"`
	Until     *time.Time      `json:"until,omitempty"`
	Offset    int             `json:"offset,omitempty"`
}

// observerTerms name the observer; public files leave them out of the metadata.
var observerTerms = []string{"recordedBy", "recordedByID"}

// propertiesWriter makes dynamicProperties, reusing its memory.
type propertiesWriter struct {
	buf  []byte
	text []byte
}

// of returns dynamicProperties of an occurrence; empty when there is nothing to say.
func (w *propertiesWriter) of(o *Occurrence, kind ownKind) []byte {
	metadata := []byte(o.Metadata)
	if !kind.private {
		metadata = withoutObservers(metadata)
	}
	if s := string(metadata); s == "{}" || s == "null" {
		metadata = nil
	}
	p, says := w.reservedOf(o, kind)
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

// reservedOf returns the reserved member, and whether it says anything.
func (w *propertiesWriter) reservedOf(o *Occurrence, kind ownKind) (p properties, says bool) {
	if !kind.table && len(o.Flags) > 0 {
		p.Flags, says = o.Flags, true
	}
	if date := w.dateOf(o.Date); date != nil {
		p.Date, says = date, true
	}
	if o.Licence != "" {
		p.Licence, p.Source, says = true, o.Dataset.Licence, true
	}
	if o.BasisOfRecord != "" && (o.BasisOfRecord == anyBasis || strings.TrimSpace(o.BasisOfRecord) == "") {
		p.Basis, says = o.BasisOfRecord, true
	}
	if o.Dataset.Key != "" {
		p.Dataset, says = o.Dataset.Key, true
	}
	if !kind.private {
		return p, says
	}
	own := &o.Private
	p.UserID, p.PredictionID, p.ModelID, p.Confidence = own.UserID, own.PredictionID, own.ModelID, own.Confidence
	p.SourceHash = hex.EncodeToString(own.SourceHash)
	return p, says || own.UserID != "" || own.PredictionID != "" || own.ModelID != "" || own.Confidence != nil || p.SourceHash != ""
}

// dateOf returns a date that its text does not say; nil for most.
func (w *propertiesWriter) dateOf(d dates.Date) *propertyDate {
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
	p := &propertyDate{Start: d.Start.UTC(), Precision: d.Precision, Offset: d.Offset}
	if !d.Until.IsZero() {
		p.Until = &d.Until
	}
	return p
}

// date is the date that a property says.
func (p *propertyDate) date() dates.Date {
	d := dates.Date{Start: p.Start.UTC(), Precision: p.Precision, Offset: p.Offset}
	if p.Until != nil {
		d.Until = p.Until.UTC()
	}
	return d
}

// maxOffset is the largest distance of a clock from UTC, in minutes.
const maxOffset = 14 * 60

// valid reports whether a date is one that can be stored.
func (p *propertyDate) valid() bool {
	d := p.date()
	clocked, spans := false, p.Until != nil
	switch p.Precision {
	case dates.PrecisionTime, dates.PrecisionInterval:
		clocked = true
	case dates.PrecisionDay, dates.PrecisionMonth, dates.PrecisionYear:
	default:
		return false
	}
	single := p.Precision == dates.PrecisionTime || p.Precision == dates.PrecisionDay
	return single != spans && (clocked || p.Offset == 0) && p.Offset >= -maxOffset && p.Offset <= maxOffset &&
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

// withoutObservers returns metadata without the observer's name.
func withoutObservers(metadata []byte) []byte {
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
