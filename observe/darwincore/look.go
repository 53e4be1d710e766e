package darwincore

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Column is a column of a file, before anybody said what it means.
type Column struct {
	Name       string              // as a Mapping names it: with #2 when it is the second of its name
	Suggestion *headers.Suggestion // nil: nothing is known that it may mean
	Examples   []string            // values of the first rows, not blank, without repeats
}

// Outline is what a file holds, before anybody said what its columns mean.
type Outline struct {
	Source  Source
	Columns []Column
}

// Limits of an Outline: what a person looks at.
const (
	outlineRows     = 50 // that are read for examples
	outlineExamples = 3  // of a column
	maxExample      = 80 // characters
)

// Look opens a file and reads its columns and first rows, until ctx ends. It fails as Open does, but not for columns that it does not understand. Of
// several sheets one has to be named, else the error wraps a *SheetsError.
func Look(ctx context.Context, path string, opts Options) (Outline, error) {
	o, err := opts.check()
	if err != nil {
		return Outline{}, err
	}
	r, err := openTable(ctx, path, o)
	if err != nil {
		return Outline{}, err
	}
	outline, err := r.outline()
	outline.Source = r.Source()
	return outline, errors.Join(err, r.Close())
}

func (r *Reader) outline() (Outline, error) {
	header := r.table.Header()
	l := headers.NewLayout(header, headers.Mapping{}, false)
	out := Outline{Columns: make([]Column, len(header))}
	at := map[string]int{}
	for i := range header {
		out.Columns[i].Name = l.NameOf(i)
		at[out.Columns[i].Name] = i
	}
	for _, s := range headers.Suggest(header) {
		out.Columns[at[s.Column]].Suggestion = &s
	}
	for range outlineRows {
		row, err := r.table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, err
		}
		for i := range min(len(out.Columns), len(row.Values)) {
			out.Columns[i].addExample(row.Values[i])
		}
	}
	return out, nil
}

func (c *Column) addExample(value string) {
	short, _ := text.Shorten(strings.TrimSpace(text.OneLine(text.Scrub(value))), maxExample)
	if short != "" && len(c.Examples) < outlineExamples && !slices.Contains(c.Examples, short) {
		c.Examples = append(c.Examples, strings.ToValidUTF8(short, "?"))
	}
}
