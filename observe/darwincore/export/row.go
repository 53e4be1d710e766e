package export

import (
	"cmp"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/formula"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// rowWriter appends occurrences as rows of one kind of file.
type rowWriter struct {
	Kind
	properties propertiesWriter
	lone       bool // the occurrences have no event, and the core has a row for each
}

// append appends an occurrence without the line end.
func (w *rowWriter) append(b []byte, o *Occurrence) []byte {
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
	b = w.cell(b, first)
	b = w.cell(append(b, ','), second)
	b = w.cell(append(b, ','), o.BasisOfRecord)
	b = w.cell(append(b, ','), o.Dataset.ID)
	b = w.cell(append(b, ','), o.Dataset.Name)
	b = w.cell(append(b, ','), cmp.Or(o.Licence, o.Dataset.Licence))
	if !w.Events {
		b = w.cell(append(b, ','), o.EventID)
	}
	b = w.cell(append(b, ','), o.SamplingProtocol)
	b = o.Date.AppendText(append(b, ','))
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(o.Lat), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(o.Lon), 'f', -1, 64)
	b = append(b, ",EPSG:4326,"...)
	if o.AccuracyM != nil {
		b = strconv.AppendFloat(b, *o.AccuracyM, 'f', -1, 64)
	}
	b = w.cell(append(b, ','), o.CountryCode)
	b = w.cell(append(b, ','), o.ScientificName)
	b = append(b, ","+kingdom...)
	b = w.cell(append(b, ','), o.Family)
	b = append(append(b, ','), taxonRank(o.Rank)...)
	b = w.cell(append(b, ','), o.VerbatimScientificName)
	b = w.cell(append(b, ','), o.Qualifier)
	b = w.cell(append(b, ','), o.Status)
	b = strconv.AppendInt(append(b, ','), int64(count), 10)
	b = append(append(b, ','), status...)
	b = w.cell(append(b, ','), o.Sex)
	b = w.cell(append(b, ','), o.LifeStage)
	b = w.cell(append(b, ','), o.Notes)
	if w.Private {
		b = w.cell(append(b, ','), o.Private.Observer)
		b = w.cell(append(b, ','), o.Private.ImageURL)
	}
	if w.Table {
		b = append(b, ',')
		for i, flag := range o.Flags {
			if i > 0 {
				b = append(b, ' ')
			}
			b = append(b, flag...)
		}
	}
	return appendCell(append(b, ','), w.properties.of(o, w.Kind, w.lone)) // JSON begins with a brace: no formula
}

// cell appends a text, guarded where the file guards.
func (w *rowWriter) cell(b []byte, text string) []byte {
	if w.guards() {
		text = formula.Guard(text)
	}
	return appendCell(b, text)
}
