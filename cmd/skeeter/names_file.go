package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// namesFile is a file with names: a text with one in each line, or any table that an import reads, with the column of that header.
type namesFile struct{ path, column, sheet string }

// read returns the different names of the file, in their order, and in how many rows each stands.
func (f namesFile) read(ctx context.Context, stdin io.Reader) (written []string, rows map[string]int, err error) {
	path := f.path
	if path == "-" {
		folder, err := os.MkdirTemp("", "skeeter-names-")
		if err != nil {
			return nil, nil, fmt.Errorf("keep standard input: %w", err)
		}
		defer os.RemoveAll(folder) //nolint:errcheck // a folder of the system's for temporary files
		if path, err = keepInput(stdin, folder); err != nil {
			return nil, nil, fmt.Errorf("keep standard input: %w", err)
		}
	}
	rows = map[string]int{}
	add := func(name string) {
		if name = strings.TrimSpace(text.OneLine(name)); name == "" {
			return
		}
		if rows[name]++; rows[name] == 1 {
			written = append(written, name)
		}
	}
	if f.column == "" {
		err = readLines(ctx, path, add)
	} else {
		err = readColumn(ctx, path, f.column, f.sheet, add)
	}
	if err != nil {
		return nil, nil, named(f.path, path, err)
	}
	return written, rows, nil
}

// keepInput writes standard input to a file, because tables are read from files.
func keepInput(stdin io.Reader, folder string) (path string, err error) {
	path = filepath.Join(folder, "standard input")
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, stdin)
	return path, errors.Join(err, file.Close())
}

// readLines adds each line of a text.
func readLines(ctx context.Context, path string, add func(string)) (err error) {
	files, err := archive.OpenFiles(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	if !files.Packed {
		what, err := files.Type(files.Label)
		if err != nil {
			return err
		}
		if what.Format == filetype.Text {
			return readTextLines(files, add)
		}
	}
	return text.Fail(files.Label, 0, "not a text with a name in each line; say with --column which column of the table holds the names", nil)
}

func readTextLines(files *archive.Files, add func(string)) error {
	file, err := text.Open(files.Label, files.Opener(files.Label), "")
	if err != nil {
		return err
	}
	defer file.Close()                                                            //nolint:errcheck // it was only read
	lines, err := text.NewReader(file, text.Dialect{Sep: '\n'}, &text.Warnings{}) // a line is one value, with its commas
	if err != nil {
		return err
	}
	return eachRow(lines, func(row text.Row) { add(row.Values[0]) })
}

// readColumn adds each value of a column of a table.
func readColumn(ctx context.Context, path, column, sheet string, add func(string)) (err error) {
	files, err := tables.Open(ctx, path, "", sheet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	mapping := headers.Mapping{Columns: map[string]string{"species": column}}
	table, file, err := files.Table(headers.Known(mapping), &text.Warnings{})
	if err != nil {
		return err
	}
	defer table.Close() //nolint:errcheck // it was only read
	layout := headers.NewLayout(table.Header(), mapping, false)
	if err := layout.CheckMap(mapping); err != nil {
		return text.Fail(file, 0, err.Error(), nil)
	}
	return eachRow(table, func(row text.Row) {
		if row.Fault == nil {
			add(row.Values[layout.Columns[headers.Name]])
		}
	})
}

// eachRow calls add for each row.
func eachRow(rows interface{ Next() (text.Row, error) }, add func(text.Row)) error {
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		add(row)
	}
}
