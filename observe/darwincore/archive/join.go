package archive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// join reads occurrences, which may extend another core, most often an event core. A row that lacks a value then inherits
// its core row's.
type join struct {
	*table // the occurrences
	header []string

	core string              // row type of the other core, in lower case
	rows map[string]*coreRow // by id; nil when the occurrences are the core
	from []int               // where each column of the core goes in header; -1 for nowhere
}

func openCore(files *Files, dir string, core dataFile, warn *text.Warnings) (*join, error) {
	t, err := openTable(files, dir, core, "id", warn)
	if err != nil {
		return nil, err
	}
	return &join{table: t, header: t.header}, nil
}

// openJoin opens the occurrences of a core that is held.
func openJoin(files *Files, dir string, core, occurrences dataFile, h *held, warn *text.Warnings) (*join, error) {
	idName := coreIDName
	if core.id < len(h.header) && !occurrences.hasField(h.header[core.id]) {
		idName = h.header[core.id]
	}
	t, err := openTable(files, dir, occurrences, idName, warn)
	if err != nil {
		return nil, err
	}
	j := &join{table: t, core: strings.ToLower(core.rowType), rows: h.rows, header: slices.Clone(t.header)}
	for _, name := range h.header {
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
