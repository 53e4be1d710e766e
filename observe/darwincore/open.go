package darwincore

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Open opens a delimited file, a GeoJSON file, a Darwin Core archive (zipped or as a folder), or a zip
// or folder with one such file in it. What cannot be read is a *FileError; an error in Options is not.
func Open(path string, opts Options) (*Reader, error) {
	for key := range opts.Map {
		if err := checkMapKey(key); err != nil {
			return nil, err
		}
	}
	b, packed, err := openBundle(path)
	if err != nil {
		return nil, err
	}
	now := time.Now
	if opts.Now != nil {
		now = opts.Now
	}
	r := &Reader{bundle: b, warn: &warnings{}, source: Source{Name: withoutEnding(b.label)}}
	if err := r.open(packed, opts.Map, now()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// withoutEnding cuts the ending off a file's name.
func withoutEnding(name string) string {
	if short := strings.TrimSuffix(name, filepath.Ext(name)); short != "" {
		return short
	}
	return name
}

func (r *Reader) open(packed bool, mapping map[string]string, now time.Time) error {
	file := r.bundle.label
	if packed {
		descriptor, err := findDescriptor(r.bundle)
		if err != nil {
			return err
		}
		if descriptor != "" {
			file, err = r.openArchive(descriptor)
		} else {
			file, err = r.openOnly(mapping)
		}
		if err != nil {
			return err
		}
	} else if err := r.openPlain(file, mapping); err != nil {
		return err
	}
	l, err := newLayout(r.table.header(), mapping)
	if err == nil && !r.holdsNothing() {
		err = l.check()
	}
	if err != nil {
		return &FileError{File: file, Reason: err.Error()}
	}
	r.builder = newBuilder(l, r.warn, now)
	return nil
}

// holdsNothing tells a GeoJSON collection without features, which has no columns to speak of.
func (r *Reader) holdsNothing() bool {
	g, ok := r.table.(*geoTable)
	return ok && g.features == 0
}

// findDescriptor finds the meta.xml nearest to the top; empty when there is none.
func findDescriptor(b *bundle) (string, error) {
	found, depth := "", 0
	for _, name := range b.names {
		if !strings.EqualFold(path.Base(name), "meta.xml") {
			continue
		}
		switch d := strings.Count(name, "/"); {
		case found == "" || d < depth:
			found, depth = name, d
		case d == depth:
			return "", fileError(b.label, fmt.Sprintf("it holds several archives (%s, %s)", found, name), nil)
		}
	}
	return found, nil
}

// dataEndings are the files of an archive without meta.xml that can hold its rows.
var dataEndings = []string{".csv", ".tsv", ".txt", ".tab", ".psv", ".geojson", ".json", ".geojsonl", ".geojsons", ".ndjson"}

// openOnly opens the one data file of a zip or folder without meta.xml.
func (r *Reader) openOnly(mapping map[string]string) (file string, err error) {
	var data, others []string
	for _, name := range r.bundle.names {
		switch {
		case slices.Contains(dataEndings, strings.ToLower(path.Ext(name))):
			data = append(data, name)
		case strings.EqualFold(path.Base(name), "eml.xml"):
			r.readSource(name)
		default:
			others = append(others, name)
		}
	}
	if len(data) == 0 && len(others) == 1 {
		data, others = others, nil
	}
	switch {
	case len(data) == 0:
		return "", fileError(r.bundle.label, "it holds no meta.xml and no data file", nil)
	case len(data) > 1:
		return "", fileError(r.bundle.label, fmt.Sprintf("it holds no meta.xml and several data files (%s)", listColumns(data)), nil)
	}
	for _, name := range others {
		r.warn.add(name+" is no data file, not read", 0)
	}
	return path.Base(data[0]), r.openPlain(data[0], mapping)
}

// openPlain opens a file that describes itself.
func (r *Reader) openPlain(name string, mapping map[string]string) error {
	open := r.bundle.opener(name)
	text, err := openText(path.Base(name), open, "")
	if err != nil {
		return err
	}
	prefix, err := text.Peek(sniffBytes)
	if err != nil && !isEOF(err) {
		return errors.Join(fileError(text.name, "cannot be read", err), text.Close())
	}
	if looksLikeJSON(prefix) {
		if err := text.Close(); err != nil {
			return fileError(text.name, "cannot be closed", err)
		}
		g, err := openGeoJSON(text.name, open)
		if err != nil {
			return err
		}
		r.table = g
		return nil
	}
	if bytes.HasPrefix(bytes.TrimLeft(prefix, " \t\r\n"), []byte("<?xml")) {
		return errors.Join(fileError(text.name, "XML, not a table; open the archive or folder that it describes", nil), text.Close())
	}
	if text.charset == windows1252 {
		r.warn.add("read as windows-1252: the text is not valid UTF-8", 0)
	}
	d, err := openDelimited(text, mapping, r.warn)
	if err != nil {
		return errors.Join(err, text.Close())
	}
	r.table = d
	return nil
}

// openArchive opens what meta.xml describes and names the file of the occurrences.
func (r *Reader) openArchive(name string) (file string, err error) {
	data, err := r.bundle.readAll(name, maxDescriptorBytes)
	if err != nil {
		return "", err
	}
	d, err := parseDescriptor(path.Base(name), data)
	if err != nil {
		return "", err
	}
	dir := path.Dir(name)
	r.openMetadata(dir, d.metadata)
	var occurrences *dataFile
	for _, extension := range d.extensions {
		switch {
		case isMeasurement(extension.rowType):
			if err := r.facts.read(r.bundle, dir, extension, r.warn); err != nil {
				return "", err
			}
		case isOccurrence(extension.rowType) && !isOccurrence(d.core.rowType) && occurrences == nil:
			occurrences = &extension
		default:
			r.skipped = append(r.skipped, skippedTable{dir, extension})
		}
	}
	switch {
	case isOccurrence(d.core.rowType):
		t, err := openArchiveTable(r.bundle, dir, d.core, "id", r.warn)
		if err != nil {
			return "", err
		}
		r.table = t
		return d.core.locations[0], nil
	case occurrences != nil:
		j, err := openJoined(r.bundle, dir, d.core, *occurrences, r.warn)
		if err != nil {
			return "", err
		}
		r.table, r.joined = j, j
		return occurrences.locations[0], nil
	}
	return "", fileError(path.Base(name), coreWithoutOccurrences(d.core.rowType), nil)
}

// isOccurrence tells the row types of occurrences, those of the time before the standard among them.
func isOccurrence(rowType string) bool {
	switch strings.ToLower(rowType) {
	case "occurrence", "darwincore", "simpledarwinrecord":
		return true
	}
	return false
}

func coreWithoutOccurrences(rowType string) string {
	switch strings.ToLower(rowType) {
	case "taxon":
		return "a checklist (Taxon core), it holds no occurrences"
	case "event":
		return "an Event core without an Occurrence extension, it holds no occurrences"
	case "":
		return "the core does not say what its rows are (rowType)"
	}
	return fmt.Sprintf("a core of %q rows, it holds no occurrences", rowType)
}

// openMetadata reads the metadata file, by the name that meta.xml gives or by the usual one.
func (r *Reader) openMetadata(dir, name string) {
	for _, candidate := range []string{name, "eml.xml"} {
		if candidate == "" {
			continue
		}
		if found, ok := r.bundle.find(dir, candidate); ok {
			r.readSource(found)
			return
		}
	}
	if name != "" {
		r.warn.add(fmt.Sprintf("the metadata file %q is not there", name), 0)
	}
}

// readSource reads a metadata file; one that is broken is a warning.
func (r *Reader) readSource(name string) {
	data, err := r.bundle.readAll(name, maxEMLBytes)
	if err == nil {
		var s Source
		if s, err = parseEML(data); err == nil {
			s.Name = firstOf(s.Name, r.source.Name)
			r.source = s
			return
		}
		err = fileError(path.Base(name), "malformed metadata", err)
	}
	r.warn.add(err.Error(), 0)
}
