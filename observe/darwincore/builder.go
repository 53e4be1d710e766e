package darwincore

import (
	"slices"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

type builder struct {
	*layout
	warn *text.Warnings
	now  time.Time
	own  bool // written by this package: the columns that derive from others are not kept

	names  nameCache
	boxed  []any // the last value of each metadata column, as the metadata holds it
	hasher hasher

	// The row that is built.
	line   int
	values []string
	record *Record
}

func newBuilder(l *layout, warn *text.Warnings, now time.Time) *builder {
	return &builder{layout: l, warn: warn, now: now, own: slices.Equal(l.header, ownColumns), names: nameCache{}, boxed: make([]any, len(l.meta))}
}

// build makes the record of a row. Its error is the reason to reject the row. measurements may be nil.
func (b *builder) build(row text.Row, measurements []any) (*Record, error) {
	if row.Fault != nil {
		return nil, row.Fault
	}
	b.line, b.values = row.Line, row.Values
	switch text.Inspect(row.Values) {
	case text.Invalid:
		return nil, text.ErrNotUTF8
	case text.Dirty:
		b.warn.Add("control characters or lost characters replaced", b.line)
		b.values = make([]string, len(row.Values))
		for i, value := range row.Values {
			b.values[i] = text.Scrub(value)
		}
	}
	b.record = &Record{}
	for _, step := range [...]func() error{b.name, b.place, b.when, b.count, b.texts} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := b.metadata(measurements); err != nil {
		return nil, err
	}
	b.record.Hash = b.hasher.sum(b.record)
	return b.record, nil
}

// get returns the value of a role, trimmed, and empty when it is missing. In a file that this package wrote nothing is
// missing: NA is a text there like any other.
func (b *builder) get(r role) string {
	column := b.columns[r]
	switch {
	case column < 0:
		return ""
	case b.own:
		return b.values[column]
	}
	value := strings.TrimSpace(b.values[column])
	if text.Missing(value) {
		return ""
	}
	return value
}

func (b *builder) keep(key string, value any) {
	if b.record.Metadata == nil {
		b.record.Metadata = make(map[string]any, len(b.meta))
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
