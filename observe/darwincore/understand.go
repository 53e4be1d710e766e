package darwincore

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geojson"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// understand finds the meaning of the columns and prepares the builder.
func (r *Reader) understand(o checked) error {
	l := headers.NewLayout(r.table.Header(), o.Map, o.Swap)
	if err := l.CheckMap(o.Map); err != nil {
		return err
	}
	if g, ok := r.table.(*geojson.Table); !ok || g.Features() > 0 { // a collection without features has no columns
		if err := l.Check(); err != nil {
			return err
		}
	}
	if r.archive == nil { // a descriptor says which field counts
		if err := l.CheckTwice(); err != nil {
			return err
		}
	}
	l.Note(r.warn)
	b := newBuilder(l, r.warn, o.Now())
	b.mmwr = o.Weeks == WeeksMMWR
	b.dates, b.datesKnow = o.dates, o.Dates != ""
	b.survey = func() (dates.Format, error) { return r.surveyDates(o) }
	b.stated = o.crs
	switch crs, stated := coordinates.ParseCRS(r.CRS()); stated {
	case coordinates.Known:
		if lat := l.Columns[headers.Lat]; lat >= 0 && !l.Mapped("decimalLatitude") {
			b.ofFile = crs
		}
	case coordinates.NotKnown, coordinates.NotNamed:
		r.warn.Add(fmt.Sprintf("the file's reference system %q is not known, taken as WGS 84", r.CRS()), 0)
	}
	r.builder = b
	return nil
}

// DatesError is a file whose dates can be read in several ways, or in none. It wraps dates.ErrUndecided or dates.ErrContradictory.
type DatesError struct {
	Err error // with the evidence
}

func (e *DatesError) Error() string {
	return e.Err.Error() + "; say how they are written with --dates dmy, --dates mdy, or a pattern such as --dates 'DD.MM.YYYY HH:mm'"
}

func (e *DatesError) Unwrap() error { return e.Err }

// surveyDates reads the whole file a second time to find how its dates are written.
func (r *Reader) surveyDates(o checked) (dates.Format, error) {
	second := &Reader{files: r.files, sheet: r.sheet, warn: &text.Warnings{}}
	if _, err := second.openTable(o.Map); err != nil {
		return dates.Format{}, err
	}
	defer second.table.Close() //nolint:errcheck // it was only read
	l := headers.NewLayout(second.table.Header(), o.Map, o.Swap)
	b := newBuilder(l, second.warn, o.Now())
	var survey dates.Survey
	for {
		row, err := second.table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return dates.Format{}, err
		}
		if row.Fault != nil {
			continue
		}
		b.row = row.Values
		survey.Add(b.get(headers.EventDate), row.Line, b.calendar())
		survey.Add(b.get(headers.Until), row.Line, dates.Columns{})
	}
	format, evidence, err := survey.Format()
	if err != nil {
		return format, &DatesError{Err: err}
	}
	if evidence != "" {
		r.warn.Add(strings.TrimSpace(evidence), 0)
	}
	return format, nil
}
