package darwincore

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geojson"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Open opens a delimited file, a GeoJSON file, a Darwin Core archive (zipped or as a folder), or a zip or folder with one
// such file in it. What cannot be read is a *FileError; an error in Options is not.
func Open(path string, opts Options) (*Reader, error) {
	o, err := opts.check()
	if err != nil {
		return nil, err
	}
	files, err := archive.OpenFiles(path)
	if err != nil {
		return nil, err
	}
	if opts.Part != "" {
		whole := files
		if files, err = whole.Part(opts.Part); err != nil {
			return nil, errors.Join(err, whole.Close())
		}
	}
	withoutEnding := strings.TrimSuffix(files.Label, filepath.Ext(files.Label))
	r := &Reader{files: files, warn: &text.Warnings{}, source: Source{Name: cmp.Or(withoutEnding, files.Label), Untitled: true}}
	if err := r.open(o); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (r *Reader) open(o checked) error {
	file, err := r.openTable(o.Map)
	if err != nil {
		return err
	}
	if kind, own := findOwnKind(r.table.Header()); own && o.untouched() {
		r.own, r.file = newOwnReader(kind, o.Now()), file
		return nil
	}
	if err := r.understand(o); err != nil {
		if twins := new(DuplicateColumnError); errors.As(err, &twins) {
			return text.Fail(file, 0, "the header is ambiguous", err)
		}
		return text.Fail(file, 0, err.Error(), nil)
	}
	r.file = file
	return nil
}

// openTable opens the table that holds the occurrences and names its file.
func (r *Reader) openTable(mapping Mapping) (file string, err error) {
	if !r.files.Packed {
		return r.files.Label, r.openFile(r.files.Label, mapping)
	}
	descriptor, err := r.files.Descriptor()
	if err != nil {
		return "", err
	}
	if descriptor == "" {
		return r.openOnly(mapping)
	}
	a, err := archive.Open(r.files, descriptor, r.warn)
	if err != nil {
		return "", err
	}
	r.table, r.archive = a, a
	r.describe(a.Source)
	return a.File, nil
}

// dataEndings are the files of a zip or folder without meta.xml that can hold its rows.
var dataEndings = []string{".csv", ".tsv", ".txt", ".tab", ".psv", ".geojson", ".json", ".geojsonl", ".geojsons", ".ndjson"}

// openOnly opens the one data file of a zip or folder without meta.xml.
func (r *Reader) openOnly(mapping Mapping) (file string, err error) {
	var data, others []string
	for _, name := range r.files.Names {
		switch {
		case slices.Contains(dataEndings, strings.ToLower(path.Ext(name))):
			data = append(data, name)
		case strings.EqualFold(path.Base(name), "eml.xml"):
			if source, err := r.files.Source(name); err != nil {
				r.warn.Add(err.Error(), 0)
			} else {
				r.describe(source)
			}
		default:
			others = append(others, name)
		}
	}
	if len(data) == 0 && len(others) == 1 {
		data, others = others, nil
	}
	switch {
	case len(data) == 0:
		return "", text.Fail(r.files.Label, 0, "it holds no meta.xml and no data file", nil)
	case len(data) > 1:
		return "", text.Fail(r.files.Label, 0, fmt.Sprintf("it holds no meta.xml and several data files (%s)", listColumns(data)), nil)
	}
	for _, name := range others {
		r.warn.Add(name+" is no data file, not read", 0)
	}
	return path.Base(data[0]), r.openFile(data[0], mapping)
}

// describe takes what a metadata file says of the source; without a title the source keeps the name it has.
func (r *Reader) describe(s Source) {
	s.Name, s.Untitled = cmp.Or(s.Name, r.source.Name), s.Name == ""
	r.source = s
}

func (r *Reader) openFile(name string, mapping Mapping) error {
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
		g, err := geojson.Open(base, open)
		if err != nil {
			return err
		}
		r.table = g
		return nil
	case bytes.HasPrefix(bytes.TrimLeft(prefix, " \t\r\n"), []byte("<?xml")):
		err = text.Fail(base, 0, "XML, not a table; open the archive or folder that it describes", nil)
	default:
		var t *text.Table
		if t, err = text.OpenTable(file, known(mapping), r.warn); err == nil {
			r.table = t
			return nil
		}
	}
	return errors.Join(err, file.Close())
}
