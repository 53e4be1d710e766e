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
	header      []string
	occurrences *join   // nil for an event core alone
	events      *events // nil for other cores
	event       *Event  // of the last row
	held        *held
	skipped     []dataFile // extensions that are only counted
	warn        *text.Warnings
	key         string // id of the core row of the last row
	any         bool   // an occurrence was read
	found       bool   // all occurrences were read
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

// Open opens what a descriptor describes. It reads an event core, any other core that the occurrences extend, and all measurements into
// memory, up to maxHeldBytes; opened again, it takes those of the first time. An error is a *text.FileError.
func Open(files *Files, descriptor string, warn *text.Warnings) (*Archive, error) {
	data, err := files.readAll(descriptor, maxDescriptorBytes)
	if err != nil {
		return nil, err
	}
	d, err := parseDescriptor(path.Base(descriptor), data)
	if err != nil {
		return nil, err
	}
	a := &Archive{files: files, dir: path.Dir(descriptor), warn: warn, held: files.held}
	a.readSource(d.metadata)
	parts := a.sort(d)
	switch {
	case isOccurrence(d.core.rowType):
		parts.occurrences = &d.core
	case parts.occurrences == nil && !isEvent(d.core.rowType):
		return nil, text.Fail(path.Base(descriptor), 0, withoutOccurrences(d.core.rowType), nil)
	}
	if a.held == nil {
		a.held = &held{}
		if err := a.hold(d, parts); err != nil {
			return nil, err
		}
		files.held = a.held
	}
	switch {
	case parts.occurrences == nil:
		a.File = d.core.locations[0]
	case isOccurrence(d.core.rowType):
		a.occurrences, err = openCore(files, a.dir, d.core, warn)
	default:
		a.occurrences, err = openJoin(files, a.dir, d.core, *parts.occurrences, a.held, warn)
	}
	if err != nil {
		return nil, err
	}
	if a.occurrences != nil {
		a.File, a.header = parts.occurrences.locations[0], a.occurrences.header
	}
	if isEvent(d.core.rowType) {
		a.events = newEvents(a.held, a.header)
		a.header = a.events.header
	}
	if a.occurrences != nil {
		a.occurrences.header = a.header
	}
	return a, nil
}

// parts are the extensions of an archive that are read.
type parts struct {
	occurrences, humboldt *dataFile // nil for none
	measurements          []dataFile
}

// sort tells the extensions that are read from those that are only counted.
func (a *Archive) sort(d *descriptor) (p parts) {
	for _, extension := range d.extensions {
		switch {
		case isMeasurement(extension.rowType):
			p.measurements = append(p.measurements, extension)
		case isOccurrence(extension.rowType) && !isOccurrence(d.core.rowType) && p.occurrences == nil:
			p.occurrences = &extension
		case extension.rowType == humboldt && isEvent(d.core.rowType) && p.humboldt == nil:
			p.humboldt = &extension
		default:
			a.skipped = append(a.skipped, extension)
		}
	}
	return p
}

// hold reads what is held in memory.
func (a *Archive) hold(d *descriptor, p parts) error {
	if !isOccurrence(d.core.rowType) {
		if err := a.held.readCore(a.files, a.dir, d.core, a.warn); err != nil {
			return err
		}
	}
	if p.humboldt != nil {
		if err := a.held.readHumboldt(a.files, a.dir, *p.humboldt, a.warn); err != nil {
			return err
		}
	}
	for _, extension := range p.measurements {
		if err := a.held.readMeasurements(a.files, a.dir, extension, a.warn); err != nil {
			return err
		}
	}
	return nil
}

// isOccurrence reports whether rows of a type are occurrences. The last two names are older than the standard.
func isOccurrence(rowType string) bool {
	switch strings.ToLower(rowType) {
	case "occurrence", "darwincore", "simpledarwinrecord":
		return true
	}
	return false
}

// isEvent reports whether rows of a type are sampling events.
func isEvent(rowType string) bool { return strings.EqualFold(rowType, "event") }

func withoutOccurrences(coreType string) string {
	switch strings.ToLower(coreType) {
	case "taxon":
		return "a checklist (Taxon core), it holds no occurrences"
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

// Header names the columns: those of the occurrences, then those of the core and, of an event core, of its Humboldt extension.
func (a *Archive) Header() []string { return a.header }

// CRS is empty: an archive says in its rows what their coordinates are of.
func (a *Archive) CRS() string { return "" }

// Next returns the next occurrence, and of an event core, after the last occurrence, the events that have none; Event tells them apart.
// The error is io.EOF at the end, when all warnings are complete, else a *text.FileError.
func (a *Archive) Next() (text.Row, error) {
	if a.occurrences != nil && !a.found {
		r, err := a.occurrences.next()
		if !errors.Is(err, io.EOF) {
			a.key, a.any = r.key, true
			a.event = nil
			if a.events != nil && err == nil && r.Fault == nil {
				a.event = a.events.of(r.key)
			}
			return r.Row, err
		}
		a.found = true
	}
	if a.events != nil {
		if event, err := a.events.next(); err == nil {
			a.event, a.key = event, event.core.key
			return text.Row{Line: event.Line, Values: event.Values}, nil
		}
	}
	a.event = nil
	if !a.ended {
		a.ended = true
		if err := a.end(); err != nil {
			return text.Row{}, err
		}
	}
	return text.Row{}, io.EOF
}

// OfEvents reports whether the core holds sampling events.
func (a *Archive) OfEvents() bool { return a.events != nil }

// Nameless reports whether the archive has no occurrences, so that no column has to be a name.
func (a *Archive) Nameless() bool { return a.occurrences == nil }

// Empty reports whether the archive has no occurrence, once Next returned an event alone.
func (a *Archive) Empty() bool { return !a.any }

// Event returns the event of the last row; nil for a row that has none.
func (a *Archive) Event() *Event { return a.event }

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
	if a.events == nil {
		if n := a.occurrences.unused(); n > 0 {
			a.warn.AddRows(a.occurrences.core+" without an occurrence, not read", 0, n)
		}
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

// Progress returns how many bytes of the occurrences have been read, of how many, unpacked where they lie in a zip; events of a core
// without occurrences.
func (a *Archive) Progress() (done, total int64) {
	if a.occurrences == nil {
		return a.events.at.Load(), a.events.total
	}
	return a.occurrences.progress()
}

// Close closes the table, after which there are no rows; the Files stay open.
func (a *Archive) Close() error {
	a.held = nil // whoever reports on the archive keeps it, but not its rows
	if a.events != nil {
		a.events.held, a.events.last = &held{}, nil
	}
	if a.occurrences == nil {
		return nil
	}
	a.occurrences.rows = nil
	return a.occurrences.close()
}
