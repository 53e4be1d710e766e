package darwincore

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// descriptor is what meta.xml says: which files hold the core and its extensions, and how.
type descriptor struct {
	metadata   string // name of the metadata file, may be empty
	core       dataFile
	extensions []dataFile
}

// dataFile describes one table of an archive, which may lie in several files.
type dataFile struct {
	rowType   string // simple name of the class, such as Occurrence
	encoding  string
	dialect   dialect
	skip      int // header lines
	locations []string
	id        int // column of the core's id, -1 when not stated
	fields    []field
}

// field is a column of a dataFile. One without an index has its default in every row.
type field struct {
	term     string // simple name
	index    int    // -1 for none
	fallback string
}

// xmlArchive and the types below mirror https://dwc.tdwg.org/text/tdwg_dwc_text.xsd. Absent
// attributes differ from empty ones.
type xmlArchive struct {
	XMLName    xml.Name   `xml:"archive"`
	Metadata   string     `xml:"metadata,attr"`
	Core       []xmlTable `xml:"core"`
	Extensions []xmlTable `xml:"extension"`
}

type xmlTable struct {
	RowType   string     `xml:"rowType,attr"`
	Encoding  string     `xml:"encoding,attr"`
	Fields    *string    `xml:"fieldsTerminatedBy,attr"`
	Lines     *string    `xml:"linesTerminatedBy,attr"`
	Enclosed  *string    `xml:"fieldsEnclosedBy,attr"`
	Skip      string     `xml:"ignoreHeaderLines,attr"`
	Locations []string   `xml:"files>location"`
	ID        *xmlField  `xml:"id"`
	CoreID    *xmlField  `xml:"coreid"`
	Columns   []xmlField `xml:"field"`
}

type xmlField struct {
	Index   string `xml:"index,attr"`
	Term    string `xml:"term,attr"`
	Default string `xml:"default,attr"`
}

// parseDescriptor reads meta.xml.
func parseDescriptor(name string, data []byte) (*descriptor, error) {
	var archive xmlArchive
	if err := decodeXML(data, &archive); err != nil {
		line := 0
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			line, err = syntax.Line, errors.New(syntax.Msg)
		}
		return nil, &FileError{File: name, Line: line, Reason: "malformed descriptor", Err: err}
	}
	if len(archive.Core) != 1 {
		return nil, fileError(name, fmt.Sprintf("malformed descriptor: it has %d cores, not one", len(archive.Core)), nil)
	}
	core, err := archive.Core[0].read(archive.Core[0].ID)
	if err != nil {
		return nil, fileError(name, "malformed descriptor: core", err)
	}
	d := &descriptor{metadata: strings.TrimSpace(archive.Metadata), core: core}
	for _, table := range archive.Extensions {
		extension, err := table.read(table.CoreID)
		if err != nil {
			return nil, fileError(name, "malformed descriptor: extension "+simpleName(table.RowType), err)
		}
		if extension.id < 0 {
			return nil, fileError(name, "malformed descriptor: extension "+extension.rowType, errors.New("it has no coreid"))
		}
		d.extensions = append(d.extensions, extension)
	}
	if len(d.extensions) > 0 && core.id < 0 {
		return nil, fileError(name, "malformed descriptor: core", errors.New("it has extensions and no id"))
	}
	return d, nil
}

func (t xmlTable) read(id *xmlField) (dataFile, error) {
	f := dataFile{rowType: simpleName(t.RowType), encoding: t.Encoding, id: -1}
	var err error
	if f.dialect, err = t.dialect(); err != nil {
		return f, err
	}
	if skip := strings.TrimSpace(t.Skip); skip != "" {
		if f.skip, err = strconv.Atoi(skip); err != nil || f.skip < 0 {
			return f, fmt.Errorf("ignoreHeaderLines %q is no number of lines", skip)
		}
	}
	for _, location := range t.Locations {
		location = strings.TrimSpace(location)
		if clean := path.Clean(location); location == "" || path.IsAbs(location) || clean == ".." || strings.HasPrefix(clean, "../") || strings.Contains(location, "://") {
			return f, fmt.Errorf("location %q is no file of the archive", location)
		}
		f.locations = append(f.locations, location)
	}
	if len(f.locations) == 0 {
		return f, errors.New("it names no file")
	}
	if id != nil && strings.TrimSpace(id.Index) != "" {
		if f.id, err = id.index(); err != nil {
			return f, err
		}
	}
	for _, column := range t.Columns {
		index, err := column.index()
		if err != nil {
			return f, err
		}
		if column.Term == "" {
			return f, errors.New("a field without a term")
		}
		f.fields = append(f.fields, field{term: simpleName(column.Term), index: index, fallback: column.Default})
	}
	if len(f.fields) > maxColumns {
		return f, fmt.Errorf("it has more than %d fields", maxColumns)
	}
	return f, nil
}

// index reads the place of a column, -1 when none is stated.
func (f xmlField) index() (int, error) {
	text := strings.TrimSpace(f.Index)
	if text == "" {
		return -1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= maxColumns {
		return 0, fmt.Errorf("index %q is no column", text)
	}
	return n, nil
}

// dialect reads how values and lines are separated, with the defaults of the standard. What ends the
// lines is found out from the file: descriptors often say it wrong.
func (t xmlTable) dialect() (dialect, error) {
	d := dialect{sep: ',', quote: '"'}
	if t.Fields != nil {
		sep := unescape(*t.Fields)
		if len(sep) != 1 || sep[0] >= 0x80 || sep == "\n" || sep == "\r" || sep == "\x00" {
			return d, fmt.Errorf("fieldsTerminatedBy %q is not one character", *t.Fields)
		}
		d.sep = sep[0]
	}
	if t.Enclosed != nil {
		quote := unescape(*t.Enclosed)
		switch {
		case quote == "":
			d.quote = 0
		case len(quote) == 1 && quote[0] < 0x80 && quote[0] != d.sep:
			d.quote = quote[0]
		default:
			return d, fmt.Errorf("fieldsEnclosedBy %q is not one character", *t.Enclosed)
		}
	}
	if t.Lines != nil {
		switch unescape(*t.Lines) {
		case "", "\n", "\r\n", "\r", "\n\r", " ", "  ":
		default:
			return d, fmt.Errorf("linesTerminatedBy %q is no line end", *t.Lines)
		}
	}
	return d, nil
}

// unescape reads the \t, \n and \r that descriptors write.
func unescape(s string) string {
	return strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\r`, "\r", `\\`, `\`, `\"`, `"`).Replace(s)
}

// decodeXML reads XML in any declared encoding, UTF-16 among them, which shows by itself. Entities
// that the text defines itself are not expanded; they are an error.
func decodeXML(data []byte, into any) error {
	wide := utf16Of(data)
	if wide != nil {
		decoded, err := wide.NewDecoder().Bytes(data)
		if err != nil {
			return err
		}
		data = decoded
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		if wide != nil || strings.HasPrefix(strings.ToLower(label), "utf-16") {
			return input, nil // decoded already, or declared wrong
		}
		encoding, err := htmlindex.Get(label)
		if err != nil {
			return nil, fmt.Errorf("unknown encoding %q", label)
		}
		return encoding.NewDecoder().Reader(input), nil
	}
	return decoder.Decode(into)
}
