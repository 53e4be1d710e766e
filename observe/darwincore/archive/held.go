package archive

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// held is what an archive holds in memory, up to maxHeldBytes: a core of events, or another one that the occurrences extend, what the
// Humboldt extension says of it, and all measurements. Who reads the archive a second time through the same Files reads what is held already.
type held struct {
	rows         map[string]*coreRow // of the core, by id
	order        []*coreRow          // as they lie in the file
	header       []string            // of the core
	humboldt     []string            // header of the Humboldt extension; nil without one
	measurements measurements
	bytes        int
}

type coreRow struct {
	key            string
	line           int
	values         []string
	humboldt       []string // nil where the extension says nothing
	parent         *coreRow // the event that this one is part of; nil for none
	isParent, used bool     // used says that an occurrence is of it
}

// coreIDName names the id column of an extension, and of a core whose id has no term.
const coreIDName = "coreid"

// hold counts a row that will be held, and refuses the one that is too much.
func (h *held) hold(file string, r text.Row) error {
	const perRow, perValue = 192, 16
	h.bytes += perRow
	for _, value := range r.Values {
		h.bytes += perValue + len(value)
	}
	if h.bytes > maxHeldBytes {
		return text.Fail(file, r.Line, fmt.Sprintf("the archive needs more memory than an import may take: its core, what extends it and its measurements are over %d MiB", maxHeldBytes>>20), nil)
	}
	return nil
}

// readCore reads a whole core.
func (h *held) readCore(files *Files, dir string, core dataFile, warn *text.Warnings) error {
	idName := coreIDName
	for rowType, term := range map[string]string{"Event": "eventID", "Taxon": "taxonID"} {
		if strings.EqualFold(core.rowType, rowType) && !core.hasField(term) {
			idName = term
		}
	}
	t, err := openTable(files, dir, core, idName, warn)
	if err != nil {
		return err
	}
	defer t.close() //nolint:errcheck // it was only read
	h.rows, h.header = map[string]*coreRow{}, t.header
	for {
		r, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		file := path.Base(t.names[t.at])
		switch _, twice := h.rows[r.key]; {
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
		if err := h.hold(file, r.Row); err != nil {
			return err
		}
		row := &coreRow{key: r.key, line: r.Line, values: r.Values}
		h.rows[r.key], h.order = row, append(h.order, row)
	}
	if isEvent(core.rowType) {
		h.linkParents(warn)
	}
	return nil
}
