package archive

import (
	"archive/zip"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Options of Create.
type Options struct {
	Source   Source    // whose records they are; the zero value is that of records without a data source
	SourceID string    // of the data source, as a part of the archive's own identifier; may be empty
	Created  time.Time // date of publication; zero is now
	// Defaults are values by column for rows where it is empty.
	Defaults map[string]string
}

// Writer writes an archive of one table, an occurrence core.
type Writer struct {
	zip     *zip.Writer
	rows    io.Writer
	columns []string
	opts    Options
}

// Create begins an archive with its rows. They are quoted CSV in UTF-8, with LF between them and a header line, so that texts keep
// their tabs and line ends; columns names their terms, the first of them is the id of the core.
func Create(w io.Writer, columns []string, opts Options) (*Writer, error) {
	if opts.Created.IsZero() {
		opts.Created = time.Now()
	}
	a := &Writer{zip: zip.NewWriter(w), columns: columns, opts: opts}
	var err error
	a.rows, err = a.create(occurrenceFile)
	return a, err
}

const occurrenceFile = "occurrence.txt"

func (a *Writer) create(name string) (io.Writer, error) {
	file, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.opts.Created.UTC()})
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return file, nil
}

func (a *Writer) Write(p []byte) (int, error) { return a.rows.Write(p) }

// Close writes what describes the rows, eml.xml and meta.xml, and completes the zip. It does not close the underlying writer.
func (a *Writer) Close(summary Summary) error {
	for _, file := range []struct {
		name     string
		document any
	}{{"eml.xml", newEML(a.opts, summary)}, {"meta.xml", newMeta(a.columns, a.opts.Defaults)}} {
		data, err := encodeXML(file.document)
		if err != nil {
			return fmt.Errorf("write %s: %w", file.name, err)
		}
		to, err := a.create(file.name)
		if err != nil {
			return err
		}
		if _, err := to.Write(data); err != nil {
			return fmt.Errorf("write %s: %w", file.name, err)
		}
	}
	return a.zip.Close()
}

// newMeta describes the table (https://dwc.tdwg.org/text/). The id of the core has no term.
func newMeta(columns []string, defaults map[string]string) xmlArchive {
	const darwinCore, dublinCore = "http://rs.tdwg.org/dwc/terms/", "http://purl.org/dc/terms/"
	core := xmlTable{
		Encoding: "UTF-8", Fields: new(","), Lines: new(`\n`), Enclosed: new(`"`), Skip: "1",
		RowType: darwinCore + "Occurrence", Locations: []string{occurrenceFile}, ID: &xmlField{Index: "0"},
	}
	for i, column := range columns {
		if i == 0 {
			continue
		}
		vocabulary := darwinCore
		if column == "license" {
			vocabulary = dublinCore
		}
		core.Columns = append(core.Columns, xmlField{Index: strconv.Itoa(i), Term: vocabulary + column, Default: defaults[column]})
	}
	return xmlArchive{Namespace: "http://rs.tdwg.org/dwc/text/", Metadata: "eml.xml", Core: []xmlTable{core}}
}
