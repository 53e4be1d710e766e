package darwincore

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/memo"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

type builder struct {
	*headers.Layout
	warn       *text.Warnings
	now        time.Time
	release010 bool // that release wrote the file: the columns that derive from others are not kept
	mmwr       bool // weeks are those of the MMWR
	events     eventColumns

	dates     dates.Format
	datesKnow bool                         // the format of the dates is stated, or was found
	survey    func() (dates.Format, error) // finds it

	testDates     dates.Format // of the tests of pools, as the three above
	testDatesKnow bool
	surveyTests   func() (dates.Format, error)

	findsPlus func() bool // a result of the file is +

	stated coordinates.CRS // what Options say of the reference system
	ofFile coordinates.CRS // what the file says of its points, if the place is taken from them
	fatal  error           // why the file cannot be read on

	names   nameCache
	systems memo.Memo[statedSystem]
	boxed   []any // the last value of each metadata column, as the metadata holds it
	hasher  hasher
	// unclearEfforts are the first texts of statedEfforts that are no effort.
	unclearEfforts [len(statedEfforts)]string
	problems       problemTexts

	// The row that is built.
	line          int
	row           []string
	record        *Record
	eventID       string
	nothing       bool // its name says that nothing was found
	caughtNothing bool // and it is an event: no taxon is absent
	failed        bool // the trap failed
	pool          *Pool
	poolAlone     bool  // the row is a pool and no catch
	poolFault     error // why the row is a catch without its pool
}

// errHeader is the reason to reject a row that is none.
var errHeader = errors.New("the row repeats the header")

func newBuilder(l *headers.Layout, warn *text.Warnings, now time.Time) *builder {
	return &builder{
		Layout: l, warn: warn, now: now, release010: slices.Equal(l.Header, releasedColumns), names: newNameCache(),
		systems: memo.New[statedSystem](maxSystemsKept), boxed: make([]any, len(l.Kept)),
	}
}

// build makes the record of a row, none of an event that caught nothing. Its error is the reason to reject the row. measurements may be
// nil.
func (b *builder) build(row text.Row, measurements []any) (*Record, error) {
	if err := b.begin(row); err != nil {
		return nil, err
	}
	for _, step := range [...]func() error{b.test, b.name, b.place, b.when, b.count, b.texts} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := b.metadata(measurements); err != nil {
		return nil, err
	}
	if err := b.completePool(); err != nil {
		return nil, err
	}
	if b.caughtNothing || b.poolAlone {
		return nil, nil
	}
	b.record.Hash = b.hasher.sum(b.record)
	return b.record, nil
}

// begin takes a row, whose texts it cleans.
func (b *builder) begin(row text.Row) error {
	b.eventID = ""
	if row.Fault != nil {
		return row.Fault
	}
	b.line, b.row = row.Line, row.Values
	switch text.Inspect(row.Values) {
	case text.Invalid:
		return text.ErrNotUTF8
	case text.Dirty:
		b.warn.Add("control characters or lost characters replaced", b.line)
		b.row = make([]string, len(row.Values))
		for i, value := range row.Values {
			b.row[i] = text.Scrub(value)
		}
	}
	if slices.Equal(b.row[:min(len(b.row), len(b.Header))], b.Header) {
		return errHeader
	}
	b.record, b.nothing, b.caughtNothing, b.failed = &Record{}, false, false, false
	b.pool, b.poolAlone, b.poolFault = nil, false, nil
	b.eventID = b.statedEvent()
	return nil
}

// get returns the value of a role, trimmed, or what the map says that it means; empty when it is missing. In a file that release
// 0.1.0 wrote nothing is missing: NA is a text there like any other.
func (b *builder) get(r headers.Role) string {
	column, values := b.Columns[r], b.Values[r]
	switch {
	case column < 0 && values == nil:
		return ""
	case column < 0:
		return values[""]
	case b.release010:
		return b.row[column]
	}
	value := strings.TrimSpace(b.row[column])
	if values != nil {
		return b.meant(value, values)
	}
	if text.Missing(value) {
		return ""
	}
	return value
}

// meant returns what the map says that a value means.
func (b *builder) meant(value string, values map[string]string) string {
	if meant, ok := values[strings.ToLower(value)]; ok {
		return meant
	}
	if text.Missing(value) {
		return values[""]
	}
	return value
}

// stays keeps what a column says beside its field, when the field cannot hold it as it is written.
func (b *builder) stays(r headers.Role, key, field string) {
	if column := b.Columns[r]; column >= 0 && !b.release010 {
		if written := strings.TrimSpace(b.row[column]); written != field && written != "" && written != `\N` {
			b.keep(key, written)
		}
	}
}

func (b *builder) keep(key string, value any) {
	if b.record.Metadata == nil {
		b.record.Metadata = make(map[string]any, len(b.Kept))
	}
	b.record.Metadata[key] = value
}

// shortened cuts a value that is too long and keeps the whole in the metadata.
func (b *builder) shortened(value, key string, runes int) string {
	short, cut := text.Shorten(value, runes)
	if cut {
		b.warn.Add(key+" shortened, the whole is in the metadata", b.line)
		b.keep(key, value)
	}
	return short
}
