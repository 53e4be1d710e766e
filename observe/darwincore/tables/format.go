package tables

import (
	"bytes"
	"errors"
	"os"
	"path"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geojson"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geopackage"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/parquet"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/xlsx"
)

// errNoSheets refuses the name of a sheet for a file that has none.
const errNoSheets = "it has no sheets or layers; leave the name of the sheet out"

// open opens the table in one of the files, by what the file is.
func (f *Files) open(name string, known text.Known, warn *text.Warnings) (Table, error) {
	base := path.Base(name)
	what, err := f.files.Type(name)
	if err != nil {
		return nil, err
	}
	if f.sheet != "" && what.Format != filetype.Workbook && what.Format != filetype.SQLite && what.Format != filetype.Refused {
		return nil, text.Fail(base, 0, errNoSheets, nil)
	}
	switch what.Format {
	case filetype.Refused:
		return nil, text.Fail(base, 0, what.Refusal(), nil)
	case filetype.Zip, filetype.Gzip, filetype.Tar:
		return nil, text.Fail(base, 0, "packed twice; unpack it once", nil)
	case filetype.FlatGeobuf:
		return opened(flatgeobuf.Open(base, f.files.Opener(name)))
	case filetype.Workbook:
		return f.openLocal(name, func(file *os.File) (Table, error) { return opened(xlsx.Open(f.ctx, base, file, f.sheet, known, warn)) })
	case filetype.Parquet:
		return f.openLocal(name, func(file *os.File) (Table, error) { return opened(parquet.Open(base, file, warn)) })
	case filetype.SQLite:
		return f.openLocal(name, func(file *os.File) (Table, error) {
			if err := file.Close(); err != nil { // SQLite opens it by its path
				return nil, text.Fail(base, 0, "cannot be closed", err)
			}
			return opened(geopackage.Open(f.ctx, base, file.Name(), f.sheet))
		})
	}
	return f.openText(name, known, warn)
}

// opened is a table, or no table at all where it could not be opened.
func opened[T Table](t T, err error) (Table, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// openLocal opens a file for a reader that seeks. The reader closes it, unless it fails.
func (f *Files) openLocal(name string, open func(*os.File) (Table, error)) (Table, error) {
	file, err := f.files.Local(name)
	if err != nil {
		return nil, err
	}
	t, err := open(file)
	if err != nil {
		if closing := file.Close(); closing != nil && !errors.Is(closing, os.ErrClosed) {
			err = errors.Join(err, closing)
		}
		return nil, err
	}
	return t, nil
}

// openText opens delimited text or GeoJSON.
func (f *Files) openText(name string, known text.Known, warn *text.Warnings) (Table, error) {
	base, open := path.Base(name), f.files.Opener(name)
	file, err := text.Open(base, open, "")
	if err != nil {
		return nil, err
	}
	prefix, _, err := file.Prefix()
	switch {
	case err != nil:
	case geojson.Looks(prefix):
		if err := file.Close(); err != nil {
			return nil, text.Fail(base, 0, "cannot be closed", err)
		}
		return opened(geojson.Open(base, open))
	case bytes.HasPrefix(bytes.TrimLeft(prefix, " \t\r\n"), []byte("<?xml")):
		err = text.Fail(base, 0, "XML, not a table; open the archive or folder that it describes", nil)
	default:
		t, failed := text.OpenTable(file, known, warn)
		if failed == nil {
			return t, nil
		}
		err = failed
	}
	return nil, errors.Join(err, file.Close())
}
