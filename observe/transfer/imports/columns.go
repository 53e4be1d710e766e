package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
)

// Table is a table of a file: a sheet of a workbook, a layer, an archive of several, or all of it.
type Table struct {
	Sheet   string   `json:"sheet"` // "" for a file with one table
	Columns []Column `json:"columns"`
}

// Column is a column of a table, and what it may mean.
type Column struct {
	Name     string   `json:"name"`
	Examples []string `json:"examples"`
	Key      string   `json:"key"`    // of Choices.Map; "" where nothing is known
	Sure     bool     `json:"sure"`   // it is taken without being told
	Reason   string   `json:"reason"` // for Key
}

// Limits of what a client sees of a file.
const (
	maxColumns = 1000
	maxSheets  = 30
)

func tableOf(sheet string, o darwincore.Outline) Table {
	t := Table{Sheet: sheet, Columns: []Column{}}
	for _, c := range o.Columns[:min(len(o.Columns), maxColumns)] {
		column := Column{Name: c.Name, Examples: append([]string{}, c.Examples...)}
		if c.Suggestion != nil {
			column.Key, column.Sure, column.Reason = c.Suggestion.Key, c.Suggestion.Sure, c.Suggestion.Reason
		}
		t.Columns = append(t.Columns, column)
	}
	return t
}

// readNext reads the columns of the first file that is complete, and reports whether there was one.
func (s *Imports) readNext(ctx context.Context) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	if ctx.Err() != nil || len(s.unread) == 0 {
		s.mu.Unlock()
		return false
	}
	id := s.unread[0]
	s.unread = s.unread[1:]
	it := s.items[id]
	if it == nil { // deleted
		s.mu.Unlock()
		return true
	}
	it.cancel = cancel
	i := it.Import
	s.mu.Unlock()

	found, err := s.look(ctx, s.filePath(i))
	s.mu.Lock()
	defer s.mu.Unlock()
	it.cancel = nil
	if s.items[id] != it || ctx.Err() != nil { // deleted meanwhile, or the server ends and reads them when it is back
		return true
	}
	it.State, it.Tables, it.Problem = Received, found, nil
	if err != nil {
		it.State, it.Problem = Failed, problemOf(ctx, err)
		if it.Problem.Type == problemInternal {
			s.Log.ErrorContext(ctx, "the columns of an import cannot be read", "import", id, "error", err)
		}
		if err := s.removeFile(id); err != nil {
			s.Log.WarnContext(ctx, "an unreadable file stays", "import", id, "error", err)
		}
	}
	if err := s.save(it.Import); err != nil {
		s.Log.WarnContext(ctx, "an import's state is not kept", "import", id, "error", err)
	}
	return true
}

// lookAt reads the columns of each table of a file. A panic is the file's failure, not the server's.
func lookAt(ctx context.Context, path string) (found []Table, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reading the columns panicked: %v\n%s", p, debug.Stack())
		}
	}()
	parts, err := tables.Parts(ctx, path)
	if err != nil {
		return nil, err
	}
	if len(parts) > 0 {
		return lookAtEach(ctx, parts, func(part string) darwincore.Options { return darwincore.Options{Part: part} }, path)
	}
	outline, err := darwincore.Look(ctx, path, darwincore.Options{})
	if several := new(darwincore.SheetsError); errors.As(err, &several) {
		return lookAtEach(ctx, several.Sheets, func(sheet string) darwincore.Options { return darwincore.Options{Sheet: sheet} }, path)
	}
	if err != nil {
		return nil, err
	}
	return []Table{tableOf("", outline)}, nil
}

// lookAtEach reads the columns of several tables. Those that cannot be read are left out, unless none can.
func lookAtEach(ctx context.Context, names []string, options func(name string) darwincore.Options, path string) (found []Table, err error) {
	for _, name := range names[:min(len(names), maxSheets)] {
		outline, lookErr := darwincore.Look(ctx, path, options(name))
		if lookErr != nil {
			err = cmp.Or(err, lookErr)
			continue
		}
		found = append(found, tableOf(name, outline))
	}
	if len(found) > 0 {
		err = nil
	}
	return found, err
}
