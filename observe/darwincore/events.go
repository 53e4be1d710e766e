package darwincore

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// eventColumns are the columns from which events are read.
type eventColumns struct {
	stated bool // the rows are of events
	core   bool // of an event core
	all    []int
	kept   []headers.KeptColumn // for the metadata of the event
}

// eventRoles are the roles that an event is read from.
var eventRoles = slices.Concat([]headers.Role{
	headers.EventID, headers.Lat, headers.Lon, headers.VerbatimLat, headers.VerbatimLon, headers.VerbatimPlace, headers.Datum,
	headers.VerbatimSystem, headers.VerbatimSRS, headers.Accuracy, headers.Country, headers.CountryCode, headers.EventDate, headers.Until,
	headers.Precision, headers.EventTime, headers.Year, headers.Month, headers.Day, headers.StartDay, headers.EndDay, headers.Week,
	headers.Target, headers.Protocol,
}, ofEventAlone)

// ofEventAlone are those of them that mean nothing to a record.
var ofEventAlone = []headers.Role{
	headers.Site, headers.Traps, headers.Nights, headers.EffortValue, headers.EffortUnit, headers.SampleSize, headers.SampleSizeUnit,
	headers.SamplingEffort, headers.Problem, headers.Lure, headers.ScopeReported, headers.ExcludedScope, headers.EventRemarks, headers.Protocols,
}

// newEventColumns finds the columns of events. Metadata of the event are the columns that Darwin Core has for events and their places; of
// an event core also those that it has no term for.
func newEventColumns(l *headers.Layout, core bool) eventColumns {
	c := eventColumns{stated: core || l.StatesEvents(), core: core, all: slices.Clone(l.EventParts)}
	if !c.stated {
		return c
	}
	for _, role := range eventRoles {
		if at := l.Columns[role]; at >= 0 {
			c.all = append(c.all, at)
		}
	}
	for _, column := range l.Kept {
		isRole := func(role headers.Role) bool { return l.Columns[role] == column.Column }
		_, known := terms.Known(column.Key)
		if core && !known || terms.OfEvent(column.Key) || slices.ContainsFunc(ofEventAlone, isRole) {
			c.kept = append(c.kept, column)
			c.all = append(c.all, column.Column)
		}
	}
	return c
}

// EventKeys are the keys of the metadata whose columns say something of the sampling event, and nothing of what it caught.
func (r *Reader) EventKeys() []string {
	if r.builder == nil {
		return nil
	}
	keys := []string{"targetTaxonomicScope", "samplingProtocol"}
	for _, column := range r.builder.events.kept {
		keys = append(keys, column.Key)
	}
	return keys
}

// statedEvent reads the id of the event of a row; empty when there is none.
func (b *builder) statedEvent() string {
	if b.EventParts == nil {
		return text.OneLine(b.get(headers.EventID))
	}
	id := b.joined(b.EventParts)
	if id == "" {
		b.warn.Add("a part of the event's id is missing, the row belongs to no event", b.line)
	}
	return id
}

// joined returns the id that columns make together; empty when a part is missing.
func (b *builder) joined(columns []int) string {
	parts := make([]string, len(columns))
	for i, column := range columns {
		part := strings.TrimSpace(text.OneLine(b.row[column]))
		if text.Missing(part) {
			return ""
		}
		parts[i] = partEscapes.Replace(part)
	}
	return strings.Join(parts, ":")
}

// partEscapes keeps ids of several parts apart: 1:2 and 3 are another event than 1 and 2:3.
var partEscapes = strings.NewReplacer(`\`, `\\`, ":", `\:`)

// eventReader remembers the last event, because the rows of one most often follow each other.
type eventReader struct {
	last   *Event         // nil where the row states none
	values []string       // of the row that it was read from
	core   *archive.Event // that it was read from, in their place
	hasher hasher
	caught map[string][]string // by event that lists absent taxa, which it found
}

// event returns the event of the row that was just built; nil when it states none.
func (r *Reader) event() *Event {
	if r.archive != nil && r.archive.OfEvents() {
		core := r.archive.Event()
		if core == nil {
			return nil
		}
		if core != r.events.core {
			r.events.core = core
			var err error
			if r.events.last, err = r.coreEvent(core); err != nil {
				r.builder.warn.Add("event that cannot be read, its occurrences are: "+err.Error(), core.Line)
			}
		}
		return r.events.last
	}
	b := r.builder
	if b.eventID == "" {
		return nil
	}
	if b.caughtNothing {
		e, _ := r.finish(nil, &text.Warnings{})
		return e
	}
	same := func(at int) bool { return b.row[at] == r.events.values[at] }
	if r.events.values != nil && !slices.ContainsFunc(b.events.all, func(at int) bool { return !same(at) }) {
		return r.events.last
	}
	r.events.values = b.row
	r.events.last, _ = r.finish(nil, &text.Warnings{}) // a row that made a record has all that an event needs
	return r.events.last
}

// incompleteNote is the note of an event whose catch is not known.
const incompleteNote = "a rejected row may be a catch: its sampling event is kept as incomplete, so that it is in no rate and no zero"

// rejectedEvent returns the event of a row that was rejected for a reason; nil when it states none. One whose row may be a catch is not
// complete: without the row it would seem to have caught less, or nothing.
func (r *Reader) rejectedEvent(reason error) *Event {
	b := r.builder
	ofCore := r.archive != nil && r.archive.OfEvents()
	if !b.events.stated || b.eventID == "" && !ofCore || b.poolAlone {
		return nil
	}
	line, maybeCatch := b.line, b.maybeCatch(reason)
	stated := r.event() // of an archive it takes the row of the core
	if stated == nil || !maybeCatch {
		return stated
	}
	b.warn.Add(incompleteNote, line)
	e := *stated
	e.Assumed = e.Assumed || e.Complete == nil || *e.Complete
	e.Complete = new(bool)
	e.Hash = r.events.hasher.event(&e)
	return &e
}

// finish reads the event of the row that the builder has taken. Notes of its place and date go to warn: the record of the row may have made
// the same.
func (r *Reader) finish(measurements []any, warn *text.Warnings) (*Event, error) {
	e, err := r.builder.event(measurements, warn)
	if err != nil {
		return nil, err
	}
	e.Hash = r.events.hasher.event(e)
	return e, nil
}

// errNoEventID is the reason to reject a row of an event core.
var errNoEventID = errors.New("no eventID")

// event reads the event of the row that was taken. Its error is the reason why there is none.
func (b *builder) event(measurements []any, warn *text.Warnings) (*Event, error) {
	b.record = &Record{} // for what events have as records do
	loud := b.warn
	b.warn = warn
	err := b.place()
	if err == nil {
		err = b.when()
	}
	b.warn = loud
	if err != nil {
		return nil, err
	}
	if b.eventID == "" {
		return nil, errNoEventID
	}
	if _, long := text.Shorten(b.eventID, maxTextRunes); long {
		return nil, errEventIDLength
	}
	r := b.record
	e := &Event{EventID: b.eventID, Lat: r.Lat, Lon: r.Lon, CRS: r.CRS, X: r.X, Y: r.Y, AccuracyM: r.AccuracyM, StatedCountry: b.country()}
	e.SamplingProtocol = cmp.Or(b.brief(headers.Protocol), b.brief(headers.Protocols))
	b.dated(e, r.Date)
	said := b.described(e)
	said = append(said, b.worked(e)...)
	kept := b.events.kept
	if b.caughtNothing {
		kept = b.Kept // no record has them
		if e.Remarks == "" && b.get(headers.EventRemarks) == "" {
			e.Remarks = b.shortened(b.get(headers.Notes), "occurrenceRemarks", maxNotesRunes)
		}
		e.Problem = e.Problem || b.failed
	}
	b.eventMetadata(e, kept, said, measurements)
	return e, nil
}

// described reads what an event says of itself in words. It returns the roles whose columns are wholly told by a field.
func (b *builder) described(e *Event) (said []headers.Role) {
	tell := func(role headers.Role, understood bool) {
		if understood {
			said = append(said, role)
		}
	}
	var long bool
	if e.SiteID, long = text.Shorten(text.OneLine(b.get(headers.Site)), maxTextRunes); long {
		e.SiteID = "" // a part of an id is the id of something else
	}
	tell(headers.Site, !long)
	e.Lure, long = text.Shorten(text.OneLine(b.get(headers.Lure)), maxTextRunes)
	tell(headers.Lure, !long)
	e.Remarks, long = text.Shorten(b.get(headers.EventRemarks), maxNotesRunes)
	tell(headers.EventRemarks, !long)

	var whole bool
	e.Problem, whole = b.problem()
	tell(headers.Problem, whole)
	if complete, known := b.truth(headers.ScopeReported, "isTaxonomicScopeFullyReported is neither true nor false, kept in the metadata"); known {
		e.Complete = &complete
		tell(headers.ScopeReported, true)
	}
	b.targets(e)
	return said
}

// truth reads yes or no in five languages. It is not known where nothing is written and, with a note, for another word.
func (b *builder) truth(role headers.Role, note string) (value, known bool) {
	word := strings.ToLower(text.OneLine(b.get(role)))
	switch {
	case word == "":
		return false, false
	case slices.Contains(affirmations, word) || slices.Contains(truths, word):
		return true, true
	case slices.Contains(denials, word):
		return false, true
	}
	b.warn.Add(note, b.line)
	return false, false
}

// truths are affirmations of yes-or-no columns alone, denials the contrary of both.
var (
	truths  = []string{"verdadero", "verdadeiro", "vrai", "истина"}
	denials = []string{"no", "n", "false", "f", "0", "0.0", "non", "não", "nao", "нет", "nee", "nein", "falso", "faux", "ложь"}
)

// eventMetadata keeps the columns that no field tells, and the measurements.
func (b *builder) eventMetadata(e *Event, kept []headers.KeptColumn, said []headers.Role, measurements []any) {
	if e.Precision == "time" {
		delete(b.record.Metadata, "eventDate") // it is there because a record has one time and no zone
	}
	told := map[int]bool{}
	for _, role := range said {
		told[b.Columns[role]] = true
	}
	for _, column := range kept {
		value := strings.TrimSpace(b.row[column.Column])
		if value != "" && value != `\N` && !told[column.Column] {
			b.keepUnlessTaken(column.Key, value)
		}
	}
	if properties := b.get(headers.Dynamic); properties != "" && b.caughtNothing {
		b.dynamicProperties(properties)
	}
	if measurements != nil {
		b.keepUnlessTaken("measurementOrFact", measurements)
	}
	if b.tooMuch() {
		b.warn.Add("too much in unknown columns of an event, left out", b.line)
		b.record.Metadata = nil
	}
	e.Metadata = b.record.Metadata
}
