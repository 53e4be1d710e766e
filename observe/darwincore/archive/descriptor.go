package archive

import (
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
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
	dialect   text.Dialect
	skip      int // header lines
	locations []string
	id        int // column of the core's id, -1 when not stated
	fields    []field
}

// humboldt is the rowType of the Humboldt extension, http://rs.tdwg.org/eco/terms/Event.
const humboldt = "Humboldt"

// materialEntity is the rowType of tables of pools.
const materialEntity = "MaterialEntity"

func (f *dataFile) hasField(term string) bool {
	return slices.ContainsFunc(f.fields, func(f field) bool { return f.term == term })
}

// field is a column of a dataFile. One without an index has its default in every row.
type field struct {
	term     string // simple name
	index    int    // -1 for none
	fallback string
}

// xmlArchive and the types below are meta.xml, read and written, after https://dwc.tdwg.org/text/tdwg_dwc_text.xsd. Absent
// attributes differ from empty ones.
type xmlArchive struct {
	XMLName    xml.Name   `xml:"archive"`
	Namespace  string     `xml:"xmlns,attr"`
	Metadata   string     `xml:"metadata,attr"`
	Core       []xmlTable `xml:"core"`
	Extensions []xmlTable `xml:"extension"`
}

type xmlTable struct {
	Encoding  string     `xml:"encoding,attr"`
	Fields    *string    `xml:"fieldsTerminatedBy,attr"`
	Lines     *string    `xml:"linesTerminatedBy,attr"`
	Enclosed  *string    `xml:"fieldsEnclosedBy,attr"`
	Skip      string     `xml:"ignoreHeaderLines,attr"`
	RowType   string     `xml:"rowType,attr"`
	Locations []string   `xml:"files>location"`
	ID        *xmlField  `xml:"id"`
	CoreID    *xmlField  `xml:"coreid"`
	Columns   []xmlField `xml:"field"`
}

type xmlField struct {
	Index   string `xml:"index,attr"`
	Term    string `xml:"term,attr,omitempty"`
	Default string `xml:"default,attr,omitempty"`
}

// parseDescriptor reads meta.xml. An error is a *text.FileError.
func parseDescriptor(name string, data []byte) (*descriptor, error) {
	const malformed = "malformed descriptor"
	var archive xmlArchive
	if err := decodeXML(data, &archive); err != nil {
		line := 0
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			line, err = syntax.Line, errors.New(syntax.Msg)
		}
		return nil, text.Fail(name, line, malformed, err)
	}
	if len(archive.Core) != 1 {
		return nil, text.Fail(name, 0, fmt.Sprintf("%s: it has %d cores, not one", malformed, len(archive.Core)), nil)
	}
	core, err := archive.Core[0].read(archive.Core[0].ID)
	if err != nil {
		return nil, text.Fail(name, 0, malformed+": core", err)
	}
	d := &descriptor{metadata: strings.TrimSpace(archive.Metadata), core: core}
	for _, table := range archive.Extensions {
		extension, err := table.read(table.CoreID)
		if err == nil && extension.id < 0 {
			err = errors.New("it has no coreid")
		}
		if err != nil {
			return nil, text.Fail(name, 0, malformed+": extension "+extension.rowType, err)
		}
		d.extensions = append(d.extensions, extension)
	}
	if len(d.extensions) > 0 && core.id < 0 {
		return nil, text.Fail(name, 0, malformed+": core", errors.New("it has extensions and no id"))
	}
	return d, nil
}

// read reads a core or an extension, whose id is the element id or coreid.
func (t *xmlTable) read(id *xmlField) (f dataFile, err error) {
	f = dataFile{rowType: terms.SimpleName(t.RowType), encoding: t.Encoding, id: -1}
	if strings.Contains(strings.ToLower(t.RowType), "rs.tdwg.org/eco/") {
		f.rowType = humboldt // its class is called Event too
	}
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
		if !isInside(location) {
			return f, fmt.Errorf("location %q is no file of the archive", location)
		}
		f.locations = append(f.locations, location)
	}
	if len(f.locations) == 0 {
		return f, errors.New("it names no file")
	}
	if id != nil {
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
		f.fields = append(f.fields, field{term: terms.SimpleName(column.Term), index: index, fallback: column.Default})
	}
	if len(f.fields) > text.MaxColumns {
		return f, fmt.Errorf("it has more than %d fields", text.MaxColumns)
	}
	return f, nil
}

// isInside reports whether a location names a file of the archive, and none above it or elsewhere.
func isInside(location string) bool {
	clean := path.Clean(location)
	return location != "" && !path.IsAbs(location) && clean != ".." && !strings.HasPrefix(clean, "../") && !strings.Contains(location, "://")
}

// index reads the place of a column, -1 when none is stated.
func (f *xmlField) index() (int, error) {
	stated := strings.TrimSpace(f.Index)
	if stated == "" {
		return -1, nil
	}
	n, err := strconv.Atoi(stated)
	if err != nil || n < 0 || n >= text.MaxColumns {
		return 0, fmt.Errorf("index %q is no column", stated)
	}
	return n, nil
}

// dialect reads how values and lines are separated, with the defaults of the standard. What ends the lines is found out
// from the file: descriptors often say it wrong.
func (t *xmlTable) dialect() (text.Dialect, error) {
	d := text.Dialect{Sep: ',', Quote: '"'}
	if t.Fields != nil {
		sep := unescape(*t.Fields)
		if len(sep) != 1 || sep[0] >= 0x80 || sep == "\n" || sep == "\r" || sep == "\x00" {
			return d, fmt.Errorf("fieldsTerminatedBy %q is not one character", *t.Fields)
		}
		d.Sep = sep[0]
	}
	if t.Enclosed != nil {
		quote := unescape(*t.Enclosed)
		switch {
		case quote == "":
			d.Quote = 0
		case len(quote) == 1 && quote[0] < 0x80 && quote[0] != d.Sep:
			d.Quote = quote[0]
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
