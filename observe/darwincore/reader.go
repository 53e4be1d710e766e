package darwincore

import (
	"errors"
	"fmt"
	"strings"
)

// Reader reads the rows of one file, archive or folder. It is for one goroutine; only Progress may
// be called from others meanwhile.
type Reader struct {
	bundle  *bundle
	table   table
	joined  *joined // the table, when it joins a core
	facts   facts
	skipped []skippedTable
	builder *builder
	source  Source
	warn    *warnings
	ended   bool
	closed  bool
}

// skippedTable is an extension that is not read, only counted.
type skippedTable struct {
	dir  string
	spec dataFile
}

// Source tells where the records come from.
func (r *Reader) Source() Source { return r.source }

// Header names the columns of the rows.
func (r *Reader) Header() []string { return r.table.header() }

// Progress tells how many bytes of the data file have been read, of how many, as they lie in the file
// or, in a zip, unpacked.
func (r *Reader) Progress() (done, total int64) { return r.table.progress() }

// Warnings lists what the reader did or left so far; it is complete after io.EOF.
func (r *Reader) Warnings() []Warning { return r.warn.all() }

// Next returns the next row: one with a record, or one that says why it was rejected. io.EOF ends the
// file; any other error is a *FileError, after which there is no more to read.
func (r *Reader) Next() (Row, error) {
	raw, err := r.table.next()
	if isEOF(err) && !r.ended {
		r.ended = true
		if ending := r.end(); ending != nil {
			return Row{}, ending
		}
	}
	if err != nil {
		return Row{}, err
	}
	row := Row{Line: raw.line, Values: raw.values}
	row.Record, err = r.builder.build(raw, r.factsOf(raw))
	if err != nil {
		row.Reject = err.Error()
	}
	return row, nil
}

func (r *Reader) factsOf(raw rawRow) []any {
	if r.facts.byCore == nil || raw.fault != "" {
		return nil
	}
	occurrence := ""
	if at := r.builder.columns[roleOccurrenceID]; at >= 0 {
		occurrence = trim(raw.values[at])
	}
	return r.facts.of(raw.key, occurrence)
}

// end completes the warnings: what was left, what belongs to nothing.
func (r *Reader) end() error {
	if n := r.facts.orphans(); n > 0 {
		r.warn.addMany("measurements whose row is not in the core, not read", 0, n)
	}
	if r.joined != nil {
		if n := r.joined.unused(); n > 0 {
			r.warn.addMany(r.joined.core+" without an occurrence, not read", 0, n)
		}
	}
	for _, skipped := range r.skipped {
		message := fmt.Sprintf("extension %s (%s) not read", skipped.spec.rowType, strings.Join(skipped.spec.locations, ", "))
		t, err := openArchiveTable(r.bundle, skipped.dir, skipped.spec, coreIDName, &warnings{})
		if err != nil {
			r.warn.addMany(message+": "+err.Error(), 0, 1)
			continue
		}
		n, err := countRows(t)
		if err != nil {
			message += ": " + err.Error()
		}
		if err := t.close(); err != nil {
			return fileError(r.bundle.label, "cannot be closed", err)
		}
		if n > 0 || err != nil {
			r.warn.addMany(message, 0, n)
		}
	}
	return nil
}

// Close closes the file. Closing twice does nothing.
func (r *Reader) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	var err error
	if r.table != nil {
		err = r.table.close()
	}
	return errors.Join(err, r.bundle.close())
}
