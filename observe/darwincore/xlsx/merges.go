package xlsx

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"slices"
)

// merge is a cell that several rows share.
type merge struct{ column, top, bottom int }

// merges fills the values of merged cells into the rows that share them.
type merges struct {
	list   []merge // by top
	active map[int]filled
}

type filled struct {
	bottom int
	value  string
}

var mergedCell = regexp.MustCompile(`<mergeCell\s[^>]*\bref="([A-Z]{1,3}[0-9]{1,7}):([A-Z]{1,3}[0-9]{1,7})"`)

// readMerges finds the merged cells of a sheet, which stand behind its rows.
func (w *workbook) readMerges(s sheet) (*merges, error) {
	part := w.parts[s.path]
	if part == nil {
		return nil, errors.New(s.path + " is not there")
	}
	in, err := part.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // it was only read
	f := newFeed(w.ctx, in, part)
	tail, err := behind(f, []byte("<mergeCells"))
	if err != nil {
		return nil, err
	}
	m := &merges{active: map[int]filled{}}
	for _, found := range mergedCell.FindAllSubmatch(tail, maxMerges) {
		column, top, ok := parseCell(string(found[1]))
		_, bottom, also := parseCell(string(found[2]))
		if ok && also && bottom > top {
			m.list = append(m.list, merge{column: column, top: top, bottom: bottom})
		}
	}
	slices.SortFunc(m.list, func(a, b merge) int { return cmp.Compare(a.top, b.top) })
	return m, nil
}

// behind returns what follows the first mark, as much as a list of merged cells may take; nothing when it is not there.
func behind(f *feed, mark []byte) ([]byte, error) {
	const chunk = 256 << 10
	buf, kept := make([]byte, chunk), 0
	for {
		f.budget = maxTokenBytes
		n, err := io.ReadFull(f, buf[kept:])
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return nil, err
		}
		window := buf[:kept+n]
		if i := bytes.Index(window, mark); i >= 0 {
			f.budget = maxTokenBytes
			rest, err := io.ReadAll(io.LimitReader(f, maxTokenBytes/2))
			return append(bytes.Clone(window[i:]), rest...), err
		}
		if ended {
			return nil, nil
		}
		kept = copy(buf, window[len(window)-len(mark)+1:])
	}
}

// fill completes a row and reports whether it filled a value in.
func (m *merges) fill(line int, values []string) (row []string, any bool) {
	for len(m.list) > 0 && m.list[0].top <= line {
		next := m.list[0]
		m.list = m.list[1:]
		if next.top == line && next.column < len(values) && values[next.column] != "" {
			m.active[next.column] = filled{bottom: next.bottom, value: values[next.column]}
		}
	}
	for column, from := range m.active {
		if from.bottom < line {
			delete(m.active, column)
			continue
		}
		for len(values) <= column {
			values = append(values, "")
		}
		if values[column] == "" {
			values[column], any = from.value, true
		}
	}
	return values, any
}
