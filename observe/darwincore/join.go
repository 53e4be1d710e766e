package darwincore

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// joined reads the occurrences that extend another core, most often an event core. A row that lacks a
// value inherits its core row's. The core is held in memory, up to maxJoinBytes.
type joined struct {
	*archiveTable        // the occurrences
	core          string // row type of the core
	rows          map[string]*coreRow
	names         []string
	from          []int // where each column of the core goes in names; -1 for nowhere
}

type coreRow struct {
	values []string
	used   bool
}

// coreIDName names the id column of an extension, and of a core whose id is called otherwise.
const coreIDName = "coreid"

// openJoined reads the core and opens the occurrences.
func openJoined(b *bundle, dir string, core, occurrences dataFile, warn *warnings) (*joined, error) {
	rows, coreNames, err := readCore(b, dir, core, warn)
	if err != nil {
		return nil, err
	}
	idName := coreIDName
	if core.id < len(coreNames) && !slices.ContainsFunc(occurrences.fields, func(f field) bool { return f.term == coreNames[core.id] }) {
		idName = coreNames[core.id]
	}
	table, err := openArchiveTable(b, dir, occurrences, idName, warn)
	if err != nil {
		return nil, err
	}
	j := &joined{archiveTable: table, core: strings.ToLower(core.rowType), rows: rows, names: slices.Clone(table.names)}
	for _, name := range coreNames {
		at := slices.Index(j.names, name)
		switch {
		case name == coreIDName:
			at = -1 // the occurrences have it already
		case at < 0:
			at = len(j.names)
			j.names = append(j.names, name)
		}
		j.from = append(j.from, at)
	}
	return j, nil
}

// readCore reads a whole core by id.
func readCore(b *bundle, dir string, core dataFile, warn *warnings) (map[string]*coreRow, []string, error) {
	idName := coreIDName
	for rowType, term := range map[string]string{"Event": "eventID", "Taxon": "taxonID"} {
		named := slices.ContainsFunc(core.fields, func(f field) bool { return f.term == term })
		if strings.EqualFold(core.rowType, rowType) && !named {
			idName = term
		}
	}
	table, err := openArchiveTable(b, dir, core, idName, warn)
	if err != nil {
		return nil, nil, err
	}
	defer table.close() //nolint:errcheck // it was only read
	rows := map[string]*coreRow{}
	size := 0
	for {
		row, err := table.next()
		if isEOF(err) {
			return rows, table.names, nil
		}
		if err != nil {
			return nil, nil, err
		}
		file := path.Base(table.files[table.at])
		switch _, twice := rows[row.key]; {
		case row.fault != "":
			warn.add(fmt.Sprintf("%s not read: %s", file, row.fault), row.line)
			continue
		case row.key == "":
			warn.add(file+": row without an id, not read", row.line)
			continue
		case twice:
			warn.add(file+": id that a row before has, not read", row.line)
			continue
		}
		if size += sizeOf(row.values); size > maxJoinBytes {
			return nil, nil, &FileError{File: file, Line: row.line, Reason: fmt.Sprintf("the core takes over %d MiB of memory", maxJoinBytes>>20)}
		}
		rows[row.key] = &coreRow{values: row.values}
	}
}

// sizeOf estimates the memory of a row.
func sizeOf(values []string) int {
	const overhead = 16
	size := 64
	for _, value := range values {
		size += len(value) + overhead
	}
	return size
}

func (j *joined) header() []string { return j.names }

func (j *joined) next() (rawRow, error) {
	row, err := j.archiveTable.next()
	if err != nil || row.fault != "" {
		return row, err
	}
	row.values = append(make([]string, 0, len(j.names)), row.values...)[:len(j.names)]
	core, found := j.rows[row.key]
	if !found {
		row.fault = j.core + " not in the core"
		j.warn.add(fmt.Sprintf("occurrence whose %s is not in the core, rejected", j.core), row.line)
		return row, nil
	}
	core.used = true
	if id := j.spec.id; j.names[id] == coreIDName && slices.Contains(core.values, row.key) {
		row.values[id] = "" // the core says it too
	}
	for i, at := range j.from {
		if at >= 0 && trim(row.values[at]) == "" {
			row.values[at] = core.values[i]
		}
	}
	return row, nil
}

// unused counts the core rows without an occurrence.
func (j *joined) unused() int {
	n := 0
	for _, row := range j.rows {
		if !row.used {
			n++
		}
	}
	return n
}

// facts holds the rows of MeasurementOrFact extensions by the id of their core row, and by
// occurrence where they name one.
type facts struct {
	byCore       map[string]*factList
	byOccurrence map[string]*factList
	size         int
}

type factList struct {
	facts []any // of map[string]any
	used  bool
}

// isMeasurement tells the extensions that hold sampling effort and other measurements.
func isMeasurement(rowType string) bool {
	return strings.EqualFold(rowType, "MeasurementOrFact") || strings.EqualFold(rowType, "ExtendedMeasurementOrFact")
}

// read adds the rows of an extension.
func (f *facts) read(b *bundle, dir string, extension dataFile, warn *warnings) error {
	table, err := openArchiveTable(b, dir, extension, coreIDName, warn)
	if err != nil {
		return err
	}
	defer table.close() //nolint:errcheck // it was only read
	for {
		row, err := table.next()
		if isEOF(err) {
			return nil
		}
		if err != nil {
			return err
		}
		file := path.Base(table.files[table.at])
		if row.fault == "" && inspect(row.values) == invalid {
			row.fault = errNotUTF8.Error()
		}
		if row.fault != "" {
			warn.add(fmt.Sprintf("%s not read: %s", file, row.fault), row.line)
			continue
		}
		fact := map[string]any{}
		occurrence := ""
		for i, name := range table.names {
			value := clean(trim(row.values[i]))
			switch {
			case value == "" || value == `\N` || i == extension.id:
			case name == "occurrenceID":
				occurrence = value
			default:
				fact[simpleName(name)] = value
			}
		}
		if f.size += sizeOf(row.values); f.size > maxJoinBytes {
			return &FileError{File: file, Line: row.line, Reason: fmt.Sprintf("the measurements take over %d MiB of memory", maxJoinBytes>>20)}
		}
		f.add(row.key, occurrence, fact)
	}
}

func (f *facts) add(core, occurrence string, fact map[string]any) {
	if f.byCore == nil {
		f.byCore, f.byOccurrence = map[string]*factList{}, map[string]*factList{}
	}
	to, key := f.byCore, core
	if occurrence != "" {
		to, key = f.byOccurrence, occurrence
	}
	if to[key] == nil {
		to[key] = &factList{}
	}
	to[key].facts = append(to[key].facts, fact)
}

// of returns the facts of an occurrence and its core row; nil when there are none.
func (f *facts) of(core, occurrence string) []any {
	ofCore, ofOccurrence := f.byCore[core], f.byOccurrence[occurrence]
	var all []any
	for _, list := range []*factList{ofCore, ofOccurrence} {
		if list != nil {
			list.used = true
			all = append(all, list.facts...)
		}
	}
	return all
}

// orphans counts the rows whose core row or occurrence was not there.
func (f *facts) orphans() int {
	n := 0
	for _, lists := range []map[string]*factList{f.byCore, f.byOccurrence} {
		for _, list := range lists {
			if !list.used {
				n += len(list.facts)
			}
		}
	}
	return n
}
