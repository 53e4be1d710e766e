package archive

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Options of Create.
type Options struct {
	Title    string    // of the data set; empty is "Mosquito observations"
	Created  time.Time // date of publication; zero is now
	Licence  string    // of the whole; empty is what all sources share, if they do
	Citation string    // of the whole, may be empty
	URL      string    // of the whole, may be empty
	Version  string    // may be empty
}

// Writer writes an archive of one table, an occurrence core.
type Writer struct {
	zip  *zip.Writer
	rows io.Writer
}

// Create writes an archive as far as its rows: meta.xml, and eml.xml, which cites the sources. Rows are quoted CSV in UTF-8,
// with LF between them and a header line, so that texts keep their tabs and line ends; columns names their terms.
func Create(w io.Writer, columns []string, sources []Source, opts Options) (*Writer, error) {
	opts.Title = cmp.Or(opts.Title, "Mosquito observations")
	if opts.Created.IsZero() {
		opts.Created = time.Now()
	}
	eml, err := encodeXML(newEML(sources, opts))
	if err != nil {
		return nil, fmt.Errorf("write eml.xml: %w", err)
	}
	meta, err := encodeXML(newMeta(columns))
	if err != nil {
		return nil, fmt.Errorf("write meta.xml: %w", err)
	}
	a := &Writer{zip: zip.NewWriter(w)}
	for _, file := range []struct {
		name string
		data []byte
	}{{"meta.xml", meta}, {"eml.xml", eml}, {occurrenceFile, nil}} {
		a.rows, err = a.zip.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: opts.Created.UTC()})
		if err == nil {
			_, err = a.rows.Write(file.data)
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", file.name, err)
		}
	}
	return a, nil
}

const occurrenceFile = "occurrence.txt"

func (a *Writer) Write(p []byte) (int, error) { return a.rows.Write(p) }

// Close completes the zip. It does not close the underlying writer.
func (a *Writer) Close() error { return a.zip.Close() }

func newMeta(columns []string) xmlArchive {
	const darwinCore, dublinCore = "http://rs.tdwg.org/dwc/terms/", "http://purl.org/dc/terms/"
	core := xmlTable{
		Encoding: "UTF-8", Fields: new(","), Lines: new(`\n`), Enclosed: new(`"`), Skip: "1",
		RowType: darwinCore + "Occurrence", Locations: []string{occurrenceFile}, ID: &xmlField{Index: "0"},
	}
	for i, column := range columns {
		vocabulary := darwinCore
		if column == "license" {
			vocabulary = dublinCore
		}
		core.Columns = append(core.Columns, xmlField{Index: strconv.Itoa(i), Term: vocabulary + column})
	}
	return xmlArchive{Namespace: "http://rs.tdwg.org/dwc/text/", Metadata: "eml.xml", Core: []xmlTable{core}}
}
