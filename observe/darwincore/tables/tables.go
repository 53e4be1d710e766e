// Package tables opens what lies at a path as one table of rows: a file in any format that is read, an archive, or a zip, a tar or a
// folder with one table in it. What a file is is told by its bytes. Only this package knows all the formats; what the columns mean is no
// matter here, but for text.Known, by which the dialect of a text proves itself.
package tables

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Table is a source of rows: delimited text, a sheet, features, or the occurrences of an archive.
type Table interface {
	Header() []string
	// CRS names the coordinate reference system that the file states for its points, as coordinates.ParseCRS reads it; empty for a file
	// that states none. decimalLongitude and decimalLatitude then hold x (easting) and y (northing) of that system, whatever their range.
	CRS() string
	Next() (text.Row, error) // io.EOF at the end, else a *text.FileError
	Progress() (done, total int64)
	Close() error
}

// Files are what lies at a path: one file, or those of an archive or a folder. One table among them holds the rows.
type Files struct {
	// Source says where the rows come from. Its name is that of the file without its ending until Table finds a title.
	Source archive.Source
	// Apart tells, by their columns, archives whose events, occurrences and pools Table returns one after the other and not joined. Nil is
	// for none.
	Apart func(tables ...[]string) bool

	ctx   context.Context
	files *archive.Files
	sheet string
}

// Open opens the files at a path, and no table yet. part names one of the archives that Parts lists, sheet the sheet of a workbook or the
// layer of a GeoPackage; both may be empty. What is read of them ends with ctx. An error is a *text.FileError.
func Open(ctx context.Context, path, part, sheet string) (*Files, error) {
	files, err := archive.OpenFiles(ctx, path)
	if err != nil {
		return nil, err
	}
	if part != "" {
		whole := files
		if files, err = whole.Part(part); err != nil {
			return nil, errors.Join(err, whole.Close())
		}
	}
	return &Files{ctx: ctx, files: files, sheet: sheet, Source: archive.Source{Name: withoutEnding(files.Label), Untitled: true}}, nil
}

// Parts lists the archives in a zip or folder that holds several, as an export of several data sources does. It is empty for what Open
// reads as a whole. An error is a *text.FileError.
func Parts(ctx context.Context, path string) ([]string, error) {
	files, err := archive.OpenFiles(ctx, path)
	if err != nil {
		return nil, err
	}
	return files.Parts(), files.Close()
}

// withoutEnding is the name of a file without .csv, .csv.gz, .tar.gz and their like.
func withoutEnding(label string) string {
	name := strings.TrimSuffix(label, filepath.Ext(label))
	if strings.EqualFold(filepath.Ext(label), ".gz") {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return cmp.Or(name, label)
}

// Table opens the table that holds the rows, and names its file. It may be called again to read the rows a second time. An error is a
// *text.FileError; of several sheets one has to be named, else it wraps a *text.SheetsError.
func (f *Files) Table(known text.Known, warn *text.Warnings) (t Table, file string, err error) {
	if !f.files.Packed {
		t, err = f.open(f.files.Label, known, warn)
		return t, f.files.Label, err
	}
	descriptor, err := f.files.Descriptor()
	if err != nil {
		return nil, "", err
	}
	if descriptor == "" {
		return f.openOnly(known, warn)
	}
	if f.sheet != "" {
		return nil, "", text.Fail(f.files.Label, 0, errNoSheets, nil)
	}
	if f.Apart != nil {
		series, err := archive.OpenSeries(f.files, descriptor, f.Apart, warn)
		if err != nil {
			return nil, "", err
		}
		if series != nil {
			f.describe(series.Source)
			return series, series.File, nil
		}
	}
	a, err := archive.Open(f.files, descriptor, warn)
	if err != nil {
		return nil, "", err
	}
	f.describe(a.Source)
	return a, a.File, nil
}

// describe takes what a metadata file says of the source; without a title the source keeps the name it has.
func (f *Files) describe(s archive.Source) {
	s.Name, s.Untitled = cmp.Or(s.Name, f.Source.Name), s.Name == ""
	f.Source = s
}

// Close closes the files, and removes what was unpacked of them. It closes no table.
func (f *Files) Close() error { return f.files.Close() }
