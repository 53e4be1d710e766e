package darwincore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geojson"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Open opens a Darwin Core archive (zipped or as a folder), a table in one of the formats of the packages below, or a zip, a
// tar or a folder with one table in it. What the file is is told by its bytes. What cannot be read is a *FileError, which says
// what it is and what to do; an error in Options is not. What is read, by Next too, ends with ctx.
func Open(ctx context.Context, path string, opts Options) (*Reader, error) {
	o, err := opts.check()
	if err != nil {
		return nil, err
	}
	r, err := openTable(ctx, path, o)
	if err != nil {
		return nil, err
	}
	if kind, own := export.KindOf(r.table.Header()); own && o.untouched() {
		r.own = newOwnReader(kind, o.Now())
		return r, nil
	}
	if added := export.Added(r.table.Header()); added != nil && o.untouched() {
		// Its records would not be known again: those that it holds would be stored a second time.
		return nil, errors.Join(text.Fail(r.file, 0, "it is an export of skeeter with other columns ("+text.List(added)+"): restore the header that it had; or say with "+
			"--map what a column means, and it is read like any other file", nil), r.Close())
	}
	err = r.understand(ctx, o)
	if err == nil {
		return r, nil
	}
	if twins := new(headers.DuplicateColumnError); errors.As(err, &twins) {
		err = text.Fail(r.file, 0, "the header is ambiguous", err)
	} else {
		err = text.Fail(r.file, 0, err.Error(), nil)
	}
	return nil, errors.Join(err, r.Close())
}

// openTable opens the table at a path, whatever its columns mean.
func openTable(ctx context.Context, path string, o checked) (*Reader, error) {
	files, err := tables.Open(ctx, path, o.Part, o.Sheet)
	if err != nil {
		return nil, err
	}
	if o.untouched() {
		files.Apart = export.EventTables
	}
	r := &Reader{files: files, warn: &text.Warnings{}}
	if r.table, r.file, err = files.Table(headers.Known(o.Map), r.warn); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	r.archive, _ = r.table.(*archive.Archive)
	return r, nil
}

// understand finds the meaning of the columns and prepares the builder.
func (r *Reader) understand(ctx context.Context, o checked) error {
	l := headers.NewLayout(r.table.Header(), o.Map, o.Swap)
	if err := l.CheckMap(o.Map); err != nil {
		return err
	}
	if g, ok := r.table.(*geojson.Table); !ok || g.Features() > 0 { // a collection without features has no columns
		if err := l.Check(r.archive != nil && r.archive.Nameless()); err != nil {
			return err
		}
	}
	if r.archive == nil { // a descriptor says which field counts
		if err := l.CheckTwice(); err != nil {
			return err
		}
	}
	if err := l.CheckPools(); err != nil {
		return err
	}
	l.Note(r.warn)
	b := newBuilder(l, r.warn, o.Now())
	b.mmwr = o.Weeks == WeeksMMWR
	b.events = newEventColumns(l, r.archive != nil && r.archive.OfEvents())
	b.dates, b.datesKnow = o.dates, o.Dates != ""
	b.survey = func() (dates.Format, error) {
		return r.surveyDates(ctx, o, func(s *dates.Survey, b *builder, line int) {
			s.Add(b.get(headers.EventDate), line, b.calendar())
			s.Add(b.get(headers.Until), line, dates.Columns{})
		})
	}
	b.testDates, b.testDatesKnow = b.dates, b.datesKnow
	b.surveyTests = func() (dates.Format, error) {
		return r.surveyDates(ctx, o, func(s *dates.Survey, b *builder, line int) { s.Add(b.get(headers.TestedOn), line, dates.Columns{}) })
	}
	b.findsPlus = sync.OnceValue(func() (found bool) {
		// What ends this reading ends the first one, too.
		_ = r.scan(ctx, o, func(b *builder, _ int) { found = found || b.get(headers.TestResult) == "+" })
		return found
	})
	b.stated = o.crs
	switch crs, stated := coordinates.ParseCRS(r.table.CRS()); stated {
	case coordinates.Known:
		if lat := l.Columns[headers.Lat]; lat >= 0 && !l.Mapped("decimalLatitude") {
			b.ofFile = crs
		}
	case coordinates.NotKnown, coordinates.NotNamed:
		r.warn.Add(fmt.Sprintf("the file's reference system %q is not known, taken as WGS 84", r.table.CRS()), 0)
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

// rowsBetweenChecks is how many rows are surveyed before the context is asked again.
const rowsBetweenChecks = 1000

// scan reads the whole file a second time and shows look each row, as the one that the builder has taken.
func (r *Reader) scan(ctx context.Context, o checked, look func(b *builder, line int)) error {
	warn := &text.Warnings{} // those that the first reading has too
	table, _, err := r.files.Table(headers.Known(o.Map), warn)
	if err != nil {
		return err
	}
	defer table.Close() //nolint:errcheck // it was only read
	b := newBuilder(headers.NewLayout(table.Header(), o.Map, o.Swap), warn, o.Now())
	for n := 0; ; n++ {
		if n%rowsBetweenChecks == 0 && ctx.Err() != nil { // formats that seek do not look at it
			return ctx.Err()
		}
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if row.Fault == nil {
			b.row = row.Values
			look(b, row.Line)
		}
	}
}

// surveyDates finds how the dates are written that add looks at.
func (r *Reader) surveyDates(ctx context.Context, o checked, add func(*dates.Survey, *builder, int)) (dates.Format, error) {
	var survey dates.Survey
	if err := r.scan(ctx, o, func(b *builder, line int) { add(&survey, b, line) }); err != nil {
		return dates.Format{}, err
	}
	format, evidence, err := survey.Format()
	if err != nil {
		return format, &DatesError{Err: err}
	}
	if evidence != "" {
		r.warn.Add(evidence, 0)
	}
	return format, nil
}
