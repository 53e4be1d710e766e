package export

import (
	"io"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// ArchiveOptions of NewArchive.
type ArchiveOptions struct {
	Source   archive.Source // whose records they are; the zero value is that of records without a data source
	SourceID string         // its id, may be empty
	Created  time.Time      // date of publication; zero is now
	Private  bool           // with Occurrence.Private, and the observers that the metadata names
}

// archiveWriter writes occurrences as the rows of an archive.
type archiveWriter struct {
	*csvWriter
	archive *archive.Writer
	summary archive.Summary
}

// NewArchive writes a Darwin Core archive with an occurrence core, the records of one data source, whose eml.xml cites it. Open reads it
// back without loss, but for what a public file leaves out.
func NewArchive(w io.Writer, opts ArchiveOptions) Writer {
	kind := Kind{Private: opts.Private}
	core := occurrenceSheet(kind)
	core.BareID = true
	a, err := archive.Create(w, core, opts.archive())
	rows := newCSVWriter(a, kind, "\n")
	rows.err = err
	return &archiveWriter{csvWriter: rows, archive: a}
}

// occurrenceSheet is the table of occurrences. GBIF takes none without a basisOfRecord.
func occurrenceSheet(kind Kind) archive.Sheet {
	sheet := archive.OccurrenceSheet(kind.occurrenceColumns())
	sheet.Defaults = map[string]string{"basisOfRecord": AnyBasis}
	return sheet
}

func (o ArchiveOptions) archive() archive.Options {
	return archive.Options{Source: o.Source, SourceID: o.SourceID, Created: o.Created}
}

func (a *archiveWriter) Write(o Occurrence) error {
	a.summary.Add(o.Absent, coordinates.Round(o.Lat), coordinates.Round(o.Lon), o.Date.First(), o.Date.Last())
	return a.csvWriter.Write(o)
}

// Close completes the zip.
func (a *archiveWriter) Close() error {
	if a.flush() == nil {
		a.err = a.archive.Close(a.summary)
	}
	return a.err
}
