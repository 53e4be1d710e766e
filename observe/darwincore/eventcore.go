package darwincore

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

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
	return r.finish(r.archive.Measurements(""), warn)
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
		row.Reject = err.Error()
		return []Row{row}
	}
	row.Event = e
	var rows []Row
	for _, absence := range r.builder.absences(e) {
		row.Record = absence
		rows = append(rows, row)
	}
	if rows == nil && !core.Caught {
		return []Row{row}
	}
	return rows
}

// absences makes a record of each taxon that absentTaxa says an event did not find.
func (b *builder) absences(e *Event) (records []*Record) {
	for _, written := range b.taxa(b.get(headers.AbsentTaxa)) {
		name := b.names.parse(written)
		if _, long := text.Shorten(written, maxNameRunes); long || name.Scientific == "" {
			b.warn.Add("absentTaxa names a taxon that is not understood, kept in the metadata", b.line)
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
