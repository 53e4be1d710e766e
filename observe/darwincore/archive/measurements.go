package archive

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// measurements holds the rows of MeasurementOrFact extensions by the id of their core row, or by occurrence where they name
// one.
type measurements struct {
	byCore       map[string]*measurementList
	byOccurrence map[string]*measurementList
}

type measurementList struct {
	rows []measurement
	used bool
}

// measurement is a row as it lies in the file, which takes less memory than the map that becomes of it.
type measurement struct {
	names  []string // of the columns; "" for those that are ids
	values []string
}

// fields returns what a measurement says.
func (m measurement) fields() map[string]any {
	said := map[string]any{}
	for i, name := range m.names {
		if value := clean(m.values[i]); name != "" && value != "" {
			said[name] = value
		}
	}
	return said
}

// clean returns a value without what is around it, empty where it says that it is missing.
func clean(value string) string {
	if value = text.Scrub(strings.TrimSpace(value)); value == `\N` {
		return ""
	}
	return value
}

// isMeasurement knows the extensions that hold sampling effort and other measurements.
func isMeasurement(rowType string) bool {
	return strings.EqualFold(rowType, "MeasurementOrFact") || strings.EqualFold(rowType, "ExtendedMeasurementOrFact")
}

// readMeasurements reads a whole extension.
func (h *held) readMeasurements(files *Files, dir string, extension dataFile, warn *text.Warnings) error {
	t, err := openTable(files, dir, extension, coreIDName, warn)
	if err != nil {
		return err
	}
	defer t.close() //nolint:errcheck // it was only read
	occurrence := -1
	names := make([]string, len(t.header))
	for i, name := range t.header {
		switch {
		case i == extension.id:
		case name == "occurrenceID":
			occurrence = i
		default:
			names[i] = terms.SimpleName(name)
		}
	}
	for {
		r, err := t.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		file := path.Base(t.names[t.at])
		if r.Fault == nil && text.Inspect(r.Values) == text.Invalid {
			r.Fault = text.ErrNotUTF8
		}
		if r.Fault != nil {
			warn.Add(fmt.Sprintf("%s not read: %s", file, r.Fault), r.Line)
			continue
		}
		if err := h.hold(file, r.Row); err != nil {
			return err
		}
		ofOccurrence := ""
		if occurrence >= 0 {
			ofOccurrence = clean(r.Values[occurrence])
		}
		h.measurements.add(r.key, ofOccurrence, measurement{names: names, values: r.Values})
	}
}

func (m *measurements) add(core, occurrence string, row measurement) {
	if m.byCore == nil {
		m.byCore, m.byOccurrence = map[string]*measurementList{}, map[string]*measurementList{}
	}
	to, key := m.byCore, core
	if occurrence != "" {
		to, key = m.byOccurrence, occurrence
	}
	if to[key] == nil {
		to[key] = &measurementList{}
	}
	to[key].rows = append(to[key].rows, row)
}

// of returns the measurements of a core row and of an occurrence; nil when there are none.
func (m *measurements) of(core, occurrence string) []any {
	var all []any
	for _, list := range []*measurementList{m.byCore[core], m.byOccurrence[occurrence]} {
		if list != nil {
			list.used = true
			for _, row := range list.rows {
				all = append(all, row.fields())
			}
		}
	}
	return all
}

// unused counts the rows whose core row or occurrence was not there.
func (m *measurements) unused() int {
	n := 0
	for _, lists := range []map[string]*measurementList{m.byCore, m.byOccurrence} {
		for _, list := range lists {
			if !list.used {
				n += len(list.rows)
			}
		}
	}
	return n
}
