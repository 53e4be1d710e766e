package darwincore

import (
	"errors"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Reader reads the rows of one file, archive or folder. It is for one goroutine; only Progress may be called from others
// meanwhile.
type Reader struct {
	files   *tables.Files
	file    string // that holds the rows, for messages
	table   tables.Table
	archive *archive.Archive // the table, when it is an archive's
	builder *builder
	own     *ownReader // in the builder's place, when the file is one of our own export
	events  eventReader
	pending []Row // that come before the next row of the table
	warn    *text.Warnings
	closed  bool
}

// Source says where the records come from. Its name is the title in eml.xml, else the file's name without its ending.
func (r *Reader) Source() Source { return r.files.Source }

// Own reports whether the file is an export of this program: each Record then has an ID and Own.
func (r *Reader) Own() bool { return r.own != nil }

// Public reports whether an own file leaves out Own.Private, and in the metadata the observers: what is stored of them stays.
func (r *Reader) Public() bool { return r.own != nil && !r.own.Private }

// Header names the columns of the rows.
func (r *Reader) Header() []string { return r.table.Header() }

// Progress returns how much of the data file has been read, of how much: bytes as they lie in the file or, in a zip, unpacked;
// rows of a GeoPackage or Parquet file.
func (r *Reader) Progress() (done, total int64) { return r.table.Progress() }

// Warnings lists what the reader changed or left out so far; it is complete after io.EOF.
func (r *Reader) Warnings() []Warning {
	all := r.warn.All()
	if r.builder != nil {
		all = append(all, r.builder.problems.note()...)
	}
	return all
}

// Next returns the next row: one with a record, or one that says why it was rejected. io.EOF ends the file; any other error
// is a *FileError, after which there is no more to read; it wraps a *DatesError when nothing tells how the dates are written.
func (r *Reader) Next() (Row, error) {
	if r.own != nil {
		return r.ownRow()
	}
	for len(r.pending) == 0 {
		raw, err := r.table.Next()
		if err != nil {
			return Row{}, err
		}
		if r.archive == nil || r.archive.Event() == nil || !r.archive.Event().Alone {
			return r.row(raw)
		}
		if r.pending = r.eventRows(raw); r.builder.fatal != nil {
			return Row{}, r.undated()
		}
	}
	row := r.pending[0]
	r.pending = r.pending[1:]
	return row, nil
}

// row reads a row of the table.
func (r *Reader) row(raw text.Row) (Row, error) {
	var err error
	row := Row{Line: raw.Line, Values: raw.Values}
	row.Record, err = r.builder.build(raw, r.measurements(raw))
	if r.builder.fatal != nil {
		return Row{}, r.undated()
	}
	if err != nil {
		row.Reject = err.Error()
		if raw.Fault == nil {
			row.OccurrenceID, row.EventID = r.builder.statedID(), r.builder.eventID
			row.PoolID, row.Pathogen, row.TestMethod = r.builder.statedPool()
			row.Event = r.rejectedEvent(err)
		}
		return row, nil
	}
	row.Pool = r.builder.pool
	if fault := r.builder.poolFault; fault != nil {
		row.PoolReject = fault.Error()
		row.PoolID, row.Pathogen, row.TestMethod = r.builder.statedPool()
	}
	if r.builder.events.stated && !r.builder.poolAlone { // a pool does not say that nothing else was caught
		row.Event = r.caught(r.event(), row.Record)
	}
	if row.Record == nil && row.Event == nil && row.Pool == nil {
		row.Reject = errNothingWithout.Error()
	}
	return row, nil
}

// ownRow returns the next row of a file of our own.
func (r *Reader) ownRow() (Row, error) {
	for {
		raw, err := r.table.Next()
		if err != nil {
			return Row{}, err
		}
		row := Row{Line: raw.Line, Values: raw.Values}
		row.Record, row.Event, row.Pool, err = r.own.build(raw)
		if errors.Is(err, errLone) {
			continue
		}
		if err != nil {
			row.Reject = err.Error()
		}
		return row, nil
	}
}

// undated fails for dates that nothing tells how to read.
func (r *Reader) undated() error {
	return text.Fail(r.file, 0, "the dates are not understood", r.builder.fatal)
}

// measurements returns what an archive says of a row in MeasurementOrFact extensions.
func (r *Reader) measurements(row text.Row) []any {
	if r.archive == nil || row.Fault != nil {
		return nil
	}
	occurrence := ""
	if at := r.builder.Columns[headers.OccurrenceID]; at >= 0 {
		occurrence = strings.TrimSpace(row.Values[at])
	}
	return r.archive.Measurements(occurrence)
}

// Close closes the file. Closing twice does nothing.
func (r *Reader) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	var err error
	if r.table != nil {
		err = r.table.Close()
	}
	return errors.Join(err, r.files.Close())
}
