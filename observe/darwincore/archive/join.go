package archive

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// join reads occurrences, which may extend another core, most often an event core. A row that lacks a value then inherits
// its core row's. That core is held in memory, up to maxJoinBytes.
type join struct {
	*table // the occurrences
	header []string

	core string              // row type of the other core, in lower case
	rows map[string]*coreRow // by id; nil when the occurrences are the core
	from []int               // where each column of the core goes in header; -1 for nowhere
}

type coreRow struct {
	values []string
	used   bool
}

// coreIDName names the id column of an extension, and of a core whose id has no term.
const coreIDName = "coreid"

func openCore(files *Files, dir string, core dataFile, warn *text.Warnings) (*join, error) {
	t, err := openTable(files, dir, core, "id", warn)
	if err != nil {
		return nil, err
	}
	return &join{table: t, header: t.header}, nil
}

func openJoin(files *Files, dir string, core, occurrences dataFile, warn *text.Warnings) (*join, error) {
	rows, coreHeader, err := readCore(files, dir, core, warn)
	if err != nil {
		return nil, err
	}
	idName := coreIDName
	if core.id < len(coreHeader) && !occurrences.hasField(coreHeader[core.id]) {
		idName = coreHeader[core.id]
	}
	t, err := openTable(files, dir, occurrences, idName, warn)
	if err != nil {
		return nil, err
	}
	j := &join{table: t, core: strings.ToLower(core.rowType), rows: rows, header: slices.Clone(t.header)}
	for _, name := range coreHeader {
		at := slices.Index(j.header, name)
		switch {
		case name == coreIDName:
			at = -1 // the occurrences have it already
		case at < 0:
			at = len(j.header)
			j.header = append(j.header, name)
		}
		j.from = append(j.from, at)
	}
	return j, nil
}

// readCore reads a whole core. The rows are by id.
func readCore(files *Files, dir string, core dataFile, warn *text.Warnings) (rows map[string]*coreRow, header []string, err error) {
	idName := coreIDName
	for rowType, term := range map[string]string{"Event": "eventID", "Taxon": "taxonID"} {
		if strings.EqualFold(core.rowType, rowType) && !core.hasField(term) {
			idName = term
		}
	}
	t, err := openTable(files, dir, core, idName, warn)
	if err != nil {
		return nil, nil, err
	}
	defer t.close() //nolint:errcheck // it was only read
	rows = map[string]*coreRow{}
	size := 0
	for {
		r, err := t.next()
		if errors.Is(err, io.EOF) {
			return rows, t.header, nil
		}
		if err != nil {
			return nil, nil, err
		}
		file := path.Base(t.names[t.at])
		switch _, twice := rows[r.key]; {
		case r.Fault != nil:
			warn.Add(fmt.Sprintf("%s not read: %s", file, r.Fault), r.Line)
			continue
		case r.key == "":
			warn.Add(file+": row without an id, not read", r.Line)
			continue
		case twice:
			warn.Add(file+": id that a row before has, not read", r.Line)
			continue
		}
		if size += sizeOf(r.Values); size > maxJoinBytes {
			return nil, nil, text.Fail(file, r.Line, fmt.Sprintf("the core takes over %d MiB of memory", maxJoinBytes>>20), nil)
		}
		rows[r.key] = &coreRow{values: r.Values}
	}
}

func sizeOf(values []string) int {
	const perRow, perValue = 64, 16
	size := perRow
	for _, value := range values {
		size += len(value) + perValue
	}
	return size
}

func (j *join) next() (row, error) {
	r, err := j.table.next()
	if err != nil || r.Fault != nil || j.rows == nil {
		return r, err
	}
	r.Values = append(make([]string, 0, len(j.header)), r.Values...)[:len(j.header)]
	core, found := j.rows[r.key]
	if !found {
		r.Fault = fmt.Errorf("%s not in the core", j.core)
		j.warn.Add(fmt.Sprintf("occurrence whose %s is not in the core, rejected", j.core), r.Line)
		return r, nil
	}
	core.used = true
	if id := j.spec.id; j.header[id] == coreIDName && slices.Contains(core.values, r.key) {
		r.Values[id] = "" // the core says it too
	}
	for i, at := range j.from {
		if at >= 0 && strings.TrimSpace(r.Values[at]) == "" {
			r.Values[at] = core.values[i]
		}
	}
	return r, nil
}

// unused counts the core rows without an occurrence.
func (j *join) unused() int {
	n := 0
	for _, core := range j.rows {
		if !core.used {
			n++
		}
	}
	return n
}
