package darwincore

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Open opens a Darwin Core archive (zipped or as a folder), a table in one of the formats of the packages below, or a zip, a
// tar or a folder with one table in it. What the file is is told by its bytes. What cannot be read is a *FileError, which says
// what it is and what to do; an error in Options is not.
func Open(path string, opts Options) (*Reader, error) {
	o, err := opts.check()
	if err != nil {
		return nil, err
	}
	r, err := newReader(path, opts)
	if err != nil {
		return nil, err
	}
	if err := r.open(o); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// newReader opens the files at a path, but no table.
func newReader(path string, opts Options) (*Reader, error) {
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
	return &Reader{files: files, sheet: opts.Sheet, warn: &text.Warnings{}, source: Source{Name: withoutEnding(files.Label), Untitled: true}}, nil
}

// withoutEnding is the name of a file without .csv, .csv.gz, .tar.gz and their like.
func withoutEnding(label string) string {
	name := strings.TrimSuffix(label, filepath.Ext(label))
	if strings.EqualFold(filepath.Ext(label), ".gz") {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return cmp.Or(name, label)
}

func (r *Reader) open(o checked) error {
	file, err := r.openTable(o.Map)
	if err != nil {
		return err
	}
	if kind, own := export.KindOf(r.table.Header()); own && o.untouched() {
		r.own, r.file = newOwnReader(kind, o.Now()), file
		return nil
	}
	if err := r.understand(o); err != nil {
		if twins := new(headers.DuplicateColumnError); errors.As(err, &twins) {
			return text.Fail(file, 0, "the header is ambiguous", err)
		}
		return text.Fail(file, 0, err.Error(), nil)
	}
	r.file = file
	return nil
}

// openTable opens the table that holds the occurrences and names its file.
func (r *Reader) openTable(mapping headers.Mapping) (file string, err error) {
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
	if r.sheet != "" {
		return "", text.Fail(r.files.Label, 0, errNoSheets, nil)
	}
	a, err := archive.Open(r.files, descriptor, r.warn)
	if err != nil {
		return "", err
	}
	r.table, r.archive = a, a
	r.describe(a.Source)
	return a.File, nil
}

// describe takes what a metadata file says of the source; without a title the source keeps the name it has.
func (r *Reader) describe(s Source) {
	s.Name, s.Untitled = cmp.Or(s.Name, r.source.Name), s.Name == ""
	r.source = s
}
