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
	size         int
}

type measurementList struct {
	rows []any // of map[string]any
	used bool
}

// isMeasurement knows the extensions that hold sampling effort and other measurements.
func isMeasurement(rowType string) bool {
	return strings.EqualFold(rowType, "MeasurementOrFact") || strings.EqualFold(rowType, "ExtendedMeasurementOrFact")
}

func (m *measurements) read(files *Files, dir string, extension dataFile, warn *text.Warnings) error {
	t, err := openTable(files, dir, extension, coreIDName, warn)
	if err != nil {
		return err
	}
	defer t.close() //nolint:errcheck // it was only read
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
		measurement := map[string]any{}
		occurrence := ""
		for i, name := range t.header {
			value := text.Scrub(strings.TrimSpace(r.Values[i]))
			switch {
			case value == "" || value == `\N` || i == extension.id:
			case name == "occurrenceID":
				occurrence = value
			default:
				measurement[terms.SimpleName(name)] = value
			}
		}
		if m.size += sizeOf(r.Values); m.size > maxJoinBytes {
			return text.Fail(file, r.Line, fmt.Sprintf("the measurements take over %d MiB of memory", maxJoinBytes>>20), nil)
		}
		m.add(r.key, occurrence, measurement)
	}
}

func (m *measurements) add(core, occurrence string, measurement map[string]any) {
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
	to[key].rows = append(to[key].rows, measurement)
}

// of returns the measurements of a core row and of an occurrence; nil when there are none.
func (m *measurements) of(core, occurrence string) []any {
	var all []any
	for _, list := range []*measurementList{m.byCore[core], m.byOccurrence[occurrence]} {
		if list != nil {
			list.used = true
			all = append(all, list.rows...)
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
