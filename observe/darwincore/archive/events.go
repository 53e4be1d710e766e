package archive

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Event is a row of an event core that is a collection of its own: it is the parent of no other event. What the Humboldt extension
// says of it stands in the same row.
type Event struct {
	Line   int      // of the event file
	Values []string // as in Header; the place, the date and the method come from its parents where it states none
	// Alone says that Next returned the event itself and no occurrence, Caught that it has occurrences all the same.
	Alone, Caught bool
	core          *coreRow
}

// inherited are the columns that an event has from its parent where it states nothing: a place and a date as a whole, the others one by
// one. Effort and remarks are each event's own.
var (
	ofPlace = strings.Fields(`decimalLatitude decimalLongitude geodeticDatum coordinateUncertaintyInMeters verbatimLatitude verbatimLongitude
		verbatimCoordinates verbatimCoordinateSystem verbatimSRS`)
	ofDate    = strings.Fields(`eventDate eventTime year month day startDayOfYear endDayOfYear`)
	inherited = slices.Concat(ofPlace, ofDate, strings.Fields(`country countryCode locationID locality samplingProtocol protocolNames
		targetTaxonomicScope excludedTaxonomicScope isTaxonomicScopeFullyReported`))
)

// events are the rows of an event core that is held, in the order of the file.
type events struct {
	*held
	header         []string
	core, humboldt []int        // where each column of the core and of the Humboldt extension goes in header; -1 for nowhere
	absentTaxa     int          // column of header, -1 for none
	at             atomic.Int64 // of the next row of order
	total          int64
	last           *Event
}

// newEvents adds the columns of an event core to a header, which may have some of them.
func newEvents(h *held, header []string) *events {
	e := &events{held: h, header: slices.Clone(header), total: int64(len(h.order))}
	e.core, e.humboldt = e.place(h.header), e.place(h.humboldt)
	e.absentTaxa = slices.Index(e.header, "absentTaxa")
	return e
}

// place finds columns in the header, and adds those that it lacks.
func (e *events) place(columns []string) (at []int) {
	for _, name := range columns {
		i := slices.Index(e.header, name)
		switch {
		case name == coreIDName:
			i = -1
		case i < 0:
			i = len(e.header)
			e.header = append(e.header, name)
		}
		at = append(at, i)
	}
	return at
}

// values writes a row of the core as the header has it.
func (e *events) values(core *coreRow) []string {
	values := make([]string, len(e.header))
	fill := func(columns []int, from []string, all bool) {
		for i, at := range columns[:min(len(columns), len(from))] {
			if at >= 0 && strings.TrimSpace(values[at]) == "" && (all || slices.Contains(inherited, e.header[at])) {
				values[at] = from[i]
			}
		}
	}
	fill(e.core, core.values, true)
	fill(e.humboldt, core.humboldt, true)
	for parent := range core.ancestors {
		fill(e.humboldt, parent.humboldt, false)
	}
	return values
}

// of returns the event of a core row, nil for one that is a parent and for an id that is not in the core.
func (e *events) of(key string) *Event {
	if e.last != nil && e.last.core.key == key && !e.last.Alone {
		return e.last
	}
	core := e.rows[key]
	if core == nil || core.isParent {
		return nil
	}
	e.last = &Event{Line: core.line, Values: e.values(core), Caught: true, core: core}
	return e.last
}

// next returns the next event without occurrences, and those of the others that name taxa which they did not find.
func (e *events) next() (*Event, error) {
	for int(e.at.Load()) < len(e.order) {
		core := e.order[e.at.Add(1)-1]
		if core.isParent {
			continue
		}
		values := e.values(core)
		if core.used && (e.absentTaxa < 0 || strings.TrimSpace(values[e.absentTaxa]) == "") {
			continue
		}
		e.last = &Event{Line: core.line, Values: values, Alone: true, Caught: core.used, core: core}
		return e.last, nil
	}
	return nil, io.EOF
}

// linkParents finds the events that others are part of.
func (h *held) linkParents(warn *text.Warnings) {
	column := slices.Index(h.header, "parentEventID")
	if column < 0 {
		return
	}
	parents := 0
	for _, row := range h.order {
		row.parent = h.rows[strings.TrimSpace(row.values[column])]
		if row.parent != nil && !row.parent.isParent {
			row.parent.isParent = true
			parents++
		}
	}
	for _, row := range h.order {
		for parent := range row.ancestors {
			h.inherit(row, parent)
		}
	}
	if parents > 0 {
		warn.AddRows("event that others are part of, no collection of its own; they have its place, date and method where they state none", 0, parents)
	}
}

// ancestors are the events that one is part of, the nearest first.
func (row *coreRow) ancestors(yield func(*coreRow) bool) {
	for parent, depth := row.parent, 0; parent != nil && depth < maxEventDepth; parent, depth = parent.parent, depth+1 {
		if !yield(parent) {
			return
		}
	}
}

// inherit gives an event what it lacks of its parent's place, date and method. Its occurrences have it from there.
func (h *held) inherit(row, parent *coreRow) {
	states := func(columns []string) bool {
		for i, name := range h.header {
			if slices.Contains(columns, name) && strings.TrimSpace(row.values[i]) != "" {
				return true
			}
		}
		return false
	}
	hasPlace, hasDate := states(ofPlace), states(ofDate)
	for i, name := range h.header {
		own := hasPlace && slices.Contains(ofPlace, name) || hasDate && slices.Contains(ofDate, name)
		if !own && slices.Contains(inherited, name) && strings.TrimSpace(row.values[i]) == "" {
			row.values[i] = parent.values[i]
		}
	}
}

// readHumboldt reads what the Humboldt extension says of the rows of a core.
func (h *held) readHumboldt(files *Files, dir string, extension dataFile, warn *text.Warnings) error {
	t, err := openTable(files, dir, extension, coreIDName, warn)
	if err != nil {
		return err
	}
	defer t.close() //nolint:errcheck // it was only read
	h.humboldt = t.header
	for {
		r, err := t.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		file := path.Base(t.names[t.at])
		core := h.rows[r.key]
		switch {
		case r.Fault != nil:
			warn.Add(fmt.Sprintf("%s not read: %s", file, r.Fault), r.Line)
			continue
		case core == nil:
			warn.Add(file+": row whose event is not in the core, not read", r.Line)
			continue
		case core.humboldt != nil:
			warn.Add(file+": second row of an event, not read", r.Line)
			continue
		}
		if err := h.hold(file, r.Row); err != nil {
			return err
		}
		core.humboldt = r.Values
	}
}
