package darwincore

import (
	"io"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
)

// ArchiveOptions of NewArchive.
type ArchiveOptions = archive.Options

// archiveWriter writes occurrences as the rows of an archive.
type archiveWriter struct {
	*csvWriter
	archive *archive.Writer
}

// NewArchive writes a Darwin Core archive with an occurrence core, whose eml.xml cites the sources. Open reads it back
// without loss, the names of observers excepted.
func NewArchive(w io.Writer, sources []Source, opts ArchiveOptions) Writer {
	a, err := archive.Create(w, ownColumns, sources, opts)
	rows := newCSVWriter(a, "\n")
	rows.err = err
	return &archiveWriter{rows, a}
}

// Close completes the zip.
func (a *archiveWriter) Close() error {
	if a.flush() == nil {
		a.err = a.archive.Close()
	}
	return a.err
}
