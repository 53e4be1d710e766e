package export

import (
	"cmp"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/formula"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// cells takes the values of a row, in the order of the columns.
type cells interface {
	text(v string) // "" where there is none
	bytes(v []byte)
	integer(v int64)
	number(v *float64)
}

// occurrence passes the values of an occurrence to the cells of a kind of file.
func (w *rowWriter) occurrence(to cells, o *Occurrence) {
	status, count := "present", o.Count
	if o.Absent {
		status, count = "absent", 0
	}
	first, second := o.ID, cmp.Or(o.OccurrenceID, o.ID)
	if w.Raw {
		first, second = second, first
	}
	if w.Events {
		first = o.EventID
		if w.lone {
			first = o.ID
		}
	}
	to.text(first)
	to.text(second)
	to.text(o.BasisOfRecord)
	to.text(o.Dataset.ID)
	to.text(o.Dataset.Name)
	to.text(cmp.Or(o.Licence, o.Dataset.Licence))
	if !w.Events {
		to.text(o.EventID)
	}
	to.text(o.SamplingProtocol)
	w.scratch = o.Date.AppendText(w.scratch[:0])
	to.bytes(w.scratch)
	if !w.Placed {
		lat, lon := coordinates.Round(o.Lat), coordinates.Round(o.Lon)
		to.number(&lat)
		to.number(&lon)
	}
	to.text("EPSG:4326")
	to.number(o.AccuracyM)
	to.text(o.CountryCode)
	to.text(o.ScientificName)
	to.text(kingdom)
	to.text(o.Family)
	to.text(taxonRank(o.Rank))
	to.text(o.VerbatimScientificName)
	to.text(o.Qualifier)
	to.text(o.Status)
	to.integer(int64(count))
	to.text(status)
	to.text(o.Sex)
	to.text(o.LifeStage)
	to.text(o.Notes)
	if w.Private {
		to.text(o.Private.Observer)
		to.text(o.Private.ImageURL)
	}
	if w.Table {
		w.scratch = w.scratch[:0]
		for i, flag := range o.Flags {
			if i > 0 {
				w.scratch = append(w.scratch, ' ')
			}
			w.scratch = append(w.scratch, flag...)
		}
		to.bytes(w.scratch)
	}
	to.bytes(w.properties.of(o, w.Kind, w.lone)) // JSON begins with a brace: no formula
}

// rowWriter appends rows of one kind of file, with commas between their cells.
type rowWriter struct {
	Kind
	properties propertiesWriter
	lone       bool // the occurrences have no event, and the core has a row for each
	line       line // of an occurrence
	scratch    []byte
}

// append appends an occurrence without the line end.
func (w *rowWriter) append(b []byte, o *Occurrence) []byte {
	w.line = line{kind: w.Kind, b: b, first: true}
	w.occurrence(&w.line, o)
	return w.line.b
}

// cell appends a text, guarded where the file guards.
func (w *rowWriter) cell(b []byte, text string) []byte {
	if w.guards() {
		text = formula.Guard(text)
	}
	return appendCell(b, text)
}

// line is the cells of a row of CSV.
type line struct {
	kind  Kind
	b     []byte
	first bool // no cell is there yet
}

func (l *line) next() {
	if !l.first {
		l.b = append(l.b, ',')
	}
	l.first = false
}

func (l *line) text(v string) {
	l.next()
	if l.kind.guards() {
		v = formula.Guard(v)
	}
	l.b = appendCell(l.b, v)
}

func (l *line) bytes(v []byte) {
	l.next()
	l.b = appendCell(l.b, v)
}

func (l *line) integer(v int64) {
	l.next()
	l.b = strconv.AppendInt(l.b, v, 10)
}

func (l *line) number(v *float64) {
	l.next()
	if v != nil {
		l.b = strconv.AppendFloat(l.b, *v, 'f', -1, 64)
	}
}
