package darwincore

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// coreEvent reads a row of an event core.
func (r *Reader) coreEvent(core *archive.Event) (*Event, error) {
	if err := r.builder.begin(text.Row{Line: core.Line, Values: core.Values}); err != nil {
		return nil, err
	}
	warn := r.builder.warn
	if !core.Alone {
		warn = &text.Warnings{}
	}
	r.builder.caughtNothing = core.Alone && !core.Caught
	e, err := r.finish(r.archive.Measurements(""), warn)
	if err == nil && core.Alone && r.archive.Empty() && e.Complete == nil && !r.builder.reportsAbsences() {
		r.builder.warn.Add(noOccurrencesNote, core.Line)
		e.Complete, e.Assumed = new(bool), true
		e.Hash = r.events.hasher.event(e)
	}
	return e, err
}

// noOccurrencesNote is the note of an event that says nothing of what it caught.
const noOccurrencesNote = "the archive has no occurrences, and does not say that the event reports what it caught: the event is kept as incomplete, so that it is " +
	"in no rate and no zero"

// reportsAbsences reports whether the Humboldt extension says that what an event did not find is reported.
func (b *builder) reportsAbsences() bool {
	word := strings.ToLower(b.get(headers.AbsenceReported))
	return slices.Contains(affirmations, word) || slices.Contains(truths, word) || b.absentTaxa() != ""
}

// eventRows reads an event that no occurrence is left of, and the taxa that it did not find.
func (r *Reader) eventRows(raw text.Row) []Row {
	core := r.archive.Event()
	row := Row{Line: raw.Line, Values: raw.Values}
	e, err := r.coreEvent(core)
	if err != nil {
		if core.Caught {
			return nil // it was noted beside its occurrences
		}
		row.Reject, row.EventID = err.Error(), r.builder.eventID
		return []Row{row}
	}
	found := r.events.caught[e.EventID]
	row.Event = r.alsoFor(e, found)
	var rows []Row
	for _, absence := range r.builder.absences(e, found) {
		row.Record = absence
		rows = append(rows, row)
	}
	if rows == nil && !core.Caught {
		return []Row{row}
	}
	return rows
}

// caught returns the event of a record as it is with what the record found, where the event lists the taxa that it did not find.
func (r *Reader) caught(e *Event, record *Record) *Event {
	at := r.builder.Columns[headers.AbsentTaxa]
	if e == nil || record == nil || record.Absent || at < 0 || r.archive == nil || !r.archive.OfEvents() || r.archive.Event().Values[at] == "" {
		return e
	}
	if r.events.caught == nil {
		r.events.caught = map[string][]string{}
	}
	if found := r.events.caught[e.EventID]; !slices.Contains(found, record.ScientificName) {
		r.events.caught[e.EventID] = append(found, record.ScientificName)
	}
	return r.alsoFor(e, r.events.caught[e.EventID])
}

// alsoFor returns an event without a stated scope as one that looked for the taxa that it found, too.
func (r *Reader) alsoFor(e *Event, found []string) *Event {
	if at := r.builder.Columns[headers.Target]; at >= 0 && r.archive.Event().Values[at] != "" || e.Targets == nil {
		return e
	}
	looked := *e
	for _, taxon := range found {
		if !slices.Contains(looked.Targets, taxon) && len(looked.Targets) < maxTargets {
			looked.Targets = append(slices.Clone(looked.Targets), taxon)
		}
	}
	looked.Hash = r.events.hasher.event(&looked)
	return &looked
}

// absentTaxa is the list of the taxa that an event of a core did not find; empty where it reports no absences.
func (b *builder) absentTaxa() string {
	word := strings.ToLower(b.get(headers.AbsenceReported))
	if !b.events.core || slices.Contains(denials, word) {
		return ""
	}
	return b.get(headers.AbsentTaxa)
}

// absences makes a record of each taxon that absentTaxa says an event did not find, less those that it found.
func (b *builder) absences(e *Event, found []string) (records []*Record) {
	list := b.absentTaxa()
	if list == "" && b.get(headers.AbsentTaxa) != "" {
		b.warn.Add("absentTaxa of an event that reports no absences (isAbsenceReported), kept in the metadata", b.line)
	}
	for _, written := range b.names.list(list) {
		name := b.names.parse(written)
		if _, long := text.Shorten(written, maxNameRunes); long || name.Scientific == "" {
			b.warn.Add("absentTaxa names a taxon that is not understood, kept in the metadata", b.line)
			continue
		}
		if slices.ContainsFunc(found, func(taxon string) bool {
			return taxon == name.Scientific || strings.HasPrefix(taxon, name.Scientific+" ")
		}) {
			b.warn.Add("absentTaxa names a taxon that the event found, no absence", b.line)
			continue
		}
		r := *b.record // the place and the date
		r.setName(name)
		id := sha256.Sum256([]byte(e.EventID + "\x00absent\x00" + name.Scientific))
		r.OccurrenceID = "absent:" + hex.EncodeToString(id[:16])
		r.VerbatimName, r.Absent, r.EventID, r.SamplingProtocol, r.StatedCountry = written, true, e.EventID, e.SamplingProtocol, e.StatedCountry
		r.Metadata = nil
		r.Hash = b.hasher.sum(&r)
		if !slices.ContainsFunc(records, func(other *Record) bool { return other.OccurrenceID == r.OccurrenceID }) {
			records = append(records, &r)
		}
	}
	return records
}
