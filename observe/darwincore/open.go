package darwincore

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geojson"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Open opens a Darwin Core archive (zipped or as a folder), a table in one of the formats of the packages below, or a zip, a
// tar or a folder with one table in it. What the file is is told by its bytes. What cannot be read is a *FileError, which says
// what it is and what to do; an error in Options is not.
func Open(path string, opts Options) (*Reader, error) {
	for key := range opts.Map {
		if err := checkMapKey(key); err != nil {
			return nil, err
		}
	}
	files, err := archive.OpenFiles(path)
	if err != nil {
		return nil, err
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	r := &Reader{files: files, sheet: opts.Sheet, warn: &text.Warnings{}, source: Source{Name: withoutEnding(files.Label)}}
	if err := r.open(opts.Map, opts.Now()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// withoutEnding is the name of a file without .csv, .csv.gz, .tar.gz and their like.
func withoutEnding(label string) string {
	name := strings.TrimSuffix(label, filepath.Ext(label))
	if strings.EqualFold(filepath.Ext(label), ".gz") {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return cmp.Or(name, label)
}

func (r *Reader) open(mapping map[string]string, now time.Time) error {
	file, err := r.openTable(mapping)
	if err != nil {
		return err
	}
	l, err := newLayout(r.table.Header(), mapping)
	if g, ok := r.table.(*geojson.Table); err == nil && (!ok || g.Features() > 0) { // a collection without features has no columns
		err = l.check()
	}
	if err != nil {
		return text.Fail(file, 0, err.Error(), nil)
	}
	r.builder = newBuilder(l, r.warn, now)
	return nil
}

// openTable opens the table that holds the occurrences and names its file.
func (r *Reader) openTable(mapping map[string]string) (file string, err error) {
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
	s.Name = cmp.Or(s.Name, r.source.Name)
	r.source = s
}
