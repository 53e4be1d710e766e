// Package archive reads and writes Darwin Core archives (https://dwc.tdwg.org/text/): the files of a zip or folder, meta.xml,
// which describes their tables, eml.xml, which says where they come from, and the join of the tables.
//
// OpenFiles opens a path, Open the archive in it, whose rows are occurrences. Create writes an archive. The package knows
// tables and terms but not what a record is; it imports text and terms, and nothing else of the project.
package archive

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Archive reads the occurrences of an archive, joined with their core when they extend one.
type Archive struct {
	File   string // that holds the occurrences, for messages; the first one when there are several
	Source Source // as the metadata file has it; zero when there is none that can be read

	files       *Files
	dir         string // of the descriptor
	occurrences *join
	held        *held
	skipped     []dataFile // extensions that are only counted
	warn        *text.Warnings
	key         string // id of the core row of the last row
	ended       bool
}

// Descriptor finds the meta.xml nearest to the top; empty when there is none.
func (f *Files) Descriptor() (name string, err error) {
	depth := 0
	for _, candidate := range f.Names {
		if !strings.EqualFold(path.Base(candidate), "meta.xml") {
			continue
		}
		switch d := strings.Count(candidate, "/"); {
		case name == "" || d < depth:
			name, depth = candidate, d
		case d == depth:
			return "", text.Fail(f.Label, 0, fmt.Sprintf("it holds several archives (%s, %s)", name, candidate), nil)
		}
	}
	return name, nil
}

// Open opens what a descriptor describes. It reads the core of an extension and all measurements into memory, up to
// maxHeldBytes; opened again, it takes those of the first time. An error is a *text.FileError.
func Open(files *Files, descriptor string, warn *text.Warnings) (*Archive, error) {
	data, err := files.readAll(descriptor, maxDescriptorBytes)
	if err != nil {
		return nil, err
	}
	d, err := parseDescriptor(path.Base(descriptor), data)
	if err != nil {
		return nil, err
	}
	a := &Archive{files: files, dir: path.Dir(descriptor), warn: warn}
	a.readSource(d.metadata)
	h := files.held
	if h == nil {
		h = &held{}
	}
	var occurrences *dataFile
	for _, extension := range d.extensions {
		switch {
		case isMeasurement(extension.rowType):
			if files.held != nil {
				continue
			}
			if err := h.readMeasurements(files, a.dir, extension, warn); err != nil {
				return nil, err
			}
		case isOccurrence(extension.rowType) && !isOccurrence(d.core.rowType) && occurrences == nil:
			occurrences = &extension
		default:
			a.skipped = append(a.skipped, extension)
		}
	}
	switch {
	case isOccurrence(d.core.rowType):
		a.File = d.core.locations[0]
		a.occurrences, err = openCore(files, a.dir, d.core, warn)
	case occurrences != nil:
		a.File = occurrences.locations[0]
		if files.held == nil {
			err = h.readCore(files, a.dir, d.core, warn)
		}
		if err == nil {
			a.occurrences, err = openJoin(files, a.dir, d.core, *occurrences, h, warn)
		}
	default:
		err = text.Fail(path.Base(descriptor), 0, withoutOccurrences(d.core.rowType), nil)
	}
	if err != nil {
		return nil, err
	}
	a.held, files.held = h, h
	return a, nil
}

// isOccurrence reports whether rows of a type are occurrences. The last two names are older than the standard.
func isOccurrence(rowType string) bool {
	switch strings.ToLower(rowType) {
	case "occurrence", "darwincore", "simpledarwinrecord":
		return true
	}
	return false
}

func withoutOccurrences(coreType string) string {
	switch strings.ToLower(coreType) {
	case "taxon":
		return "a checklist (Taxon core), it holds no occurrences"
	case "event":
		return "an Event core without an Occurrence extension, it holds no occurrences"
	case "":
		return "the core does not say what its rows are (rowType)"
	}
	return fmt.Sprintf("a core of %q rows, it holds no occurrences", coreType)
}

// readSource reads the metadata file: the one that the descriptor names, else eml.xml.
func (a *Archive) readSource(name string) {
	for _, candidate := range []string{name, "eml.xml"} {
		if candidate == "" {
			continue
		}
		if found, ok := a.files.find(a.dir, candidate); ok {
			var err error
			if a.Source, err = a.files.Source(found); err != nil {
				a.warn.Add(err.Error(), 0)
			}
			return
		}
	}
	if name != "" {
		a.warn.Add(fmt.Sprintf("the metadata file %q is not there", name), 0)
	}
}

// Header names the columns: those of the occurrences, then those of the core.
func (a *Archive) Header() []string { return a.occurrences.header }

// CRS is empty: an archive says in its rows what their coordinates are of.
func (a *Archive) CRS() string { return "" }

// Next returns the next occurrence. The error is io.EOF at the end, when all warnings are complete, else a *text.FileError.
func (a *Archive) Next() (text.Row, error) {
	r, err := a.occurrences.next()
	if errors.Is(err, io.EOF) && !a.ended {
		a.ended = true
		if ending := a.end(); ending != nil {
			return text.Row{}, ending
		}
	}
	a.key = r.key
	return r.Row, err
}

// Measurements returns what MeasurementOrFact extensions say of the last row, by its core row and by its occurrence: maps of
// simple names to texts. Nil when they say nothing.
func (a *Archive) Measurements(occurrenceID string) []any {
	return a.held.measurements.of(a.key, occurrenceID)
}

// end warns of the extensions and the rows that were not read.
func (a *Archive) end() error {
	if n := a.held.measurements.unused(); n > 0 {
		a.warn.AddRows("measurements whose row is not in the core, not read", 0, n)
	}
	if n := a.occurrences.unused(); n > 0 {
		a.warn.AddRows(a.occurrences.core+" without an occurrence, not read", 0, n)
	}
	for _, skipped := range a.skipped {
		message := fmt.Sprintf("extension %s (%s) not read", skipped.rowType, strings.Join(skipped.locations, ", "))
		t, err := openTable(a.files, a.dir, skipped, coreIDName, &text.Warnings{})
		if err != nil {
			a.warn.Add(message+": "+err.Error(), 0)
			continue
		}
		n, err := t.count()
		if err != nil {
			message += ": " + err.Error()
		}
		if err := t.close(); err != nil {
			return text.Fail(a.files.Label, 0, "cannot be closed", err)
		}
		if n > 0 || err != nil {
			a.warn.AddRows(message, 0, n)
		}
	}
	return nil
}

// Progress returns how many bytes of the occurrences have been read, of how many, unpacked where they lie in a zip.
func (a *Archive) Progress() (done, total int64) { return a.occurrences.progress() }

// Close closes the table, after which there are no rows; the Files stay open.
func (a *Archive) Close() error {
	a.held, a.occurrences.rows = nil, nil // whoever reports on the archive keeps it, but not its rows
	return a.occurrences.close()
}
