package darwincore

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geojson"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geopackage"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/parquet"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/xlsx"
)

// errNoSheets refuses the name of a sheet for a file that has none.
const errNoSheets = "it has no sheets or layers; leave the name of the sheet out"

// openFile opens the table in one of the files, by what the file is.
func (r *Reader) openFile(name string, mapping headers.Mapping) error {
	base := path.Base(name)
	what, err := r.files.Type(name)
	if err != nil {
		return err
	}
	if r.sheet != "" && what.Format != filetype.Workbook && what.Format != filetype.SQLite && what.Format != filetype.Refused {
		return text.Fail(base, 0, errNoSheets, nil)
	}
	switch what.Format {
	case filetype.Refused:
		return text.Fail(base, 0, what.Refusal(), nil)
	case filetype.Zip, filetype.Gzip, filetype.Tar:
		return text.Fail(base, 0, "packed twice; unpack it once", nil)
	case filetype.FlatGeobuf:
		return opened(r, func() (*flatgeobuf.Table, error) { return flatgeobuf.Open(base, r.files.Opener(name)) })
	case filetype.Workbook:
		return r.openLocal(name, func(file *os.File) error {
			return opened(r, func() (*xlsx.Table, error) { return xlsx.Open(base, file, r.sheet, headers.Known(mapping), r.warn) })
		})
	case filetype.Parquet:
		return r.openLocal(name, func(file *os.File) error {
			return opened(r, func() (*parquet.Table, error) { return parquet.Open(base, file, r.warn) })
		})
	case filetype.SQLite:
		return r.openLocal(name, func(file *os.File) error {
			if err := file.Close(); err != nil { // SQLite opens it by its path
				return text.Fail(base, 0, "cannot be closed", err)
			}
			return opened(r, func() (*geopackage.Table, error) {
				return geopackage.Open(context.Background(), base, file.Name(), r.sheet)
			})
		})
	}
	return r.openText(name, mapping)
}

// opened takes a table that could be opened.
func opened[T table](r *Reader, open func() (T, error)) error {
	t, err := open()
	if err == nil {
		r.table = t
	}
	return err
}

// openLocal opens a file for a reader that seeks. The reader closes it, unless it fails.
func (r *Reader) openLocal(name string, open func(*os.File) error) error {
	file, err := r.files.Local(name)
	if err != nil {
		return err
	}
	if err := open(file); err != nil {
		if closing := file.Close(); closing != nil && !errors.Is(closing, os.ErrClosed) {
			err = errors.Join(err, closing)
		}
		return err
	}
	return nil
}

// openText opens delimited text or GeoJSON.
func (r *Reader) openText(name string, mapping headers.Mapping) error {
	base, open := path.Base(name), r.files.Opener(name)
	file, err := text.Open(base, open, "")
	if err != nil {
		return err
	}
	prefix, _, err := file.Prefix()
	switch {
	case err != nil:
	case geojson.Looks(prefix):
		if err := file.Close(); err != nil {
			return text.Fail(base, 0, "cannot be closed", err)
		}
		return opened(r, func() (*geojson.Table, error) { return geojson.Open(base, open) })
	case bytes.HasPrefix(bytes.TrimLeft(prefix, " \t\r\n"), []byte("<?xml")):
		err = text.Fail(base, 0, "XML, not a table; open the archive or folder that it describes", nil)
	default:
		var t *text.Table
		if t, err = text.OpenTable(file, headers.Known(mapping), r.warn); err == nil {
			r.table = t
			return nil
		}
	}
	return errors.Join(err, file.Close())
}
