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
}

// Vocabularies of terms.
const (
	darwinCore    = "http://rs.tdwg.org/dwc/terms/"
	dublinCore    = "http://purl.org/dc/terms/"
	humboldtTerms = "http://rs.tdwg.org/eco/terms/"
)

// Sheet describes a table that is written: its first column is the id of the core.
type Sheet struct {
	File    string // such as occurrence.txt
	RowType string // its address
	Terms   string // address of the vocabulary of the columns
	Columns []string
	// Defaults are values by column for rows where it is empty.
	Defaults map[string]string
	BareID   bool // the first column is the id alone, and no term
}

// OccurrenceSheet, EventSheet, PoolSheet and HumboldtSheet are the tables of occurrences, of events, of pools, which are material entities
// (https://dwc.tdwg.org/terms/#materialentity), and of the Humboldt extension, which says how events were sampled (https://eco.tdwg.org).
func OccurrenceSheet(columns []string) Sheet {
	return Sheet{File: "occurrence.txt", RowType: darwinCore + "Occurrence", Terms: darwinCore, Columns: columns}
}

// EventSheet is documented with OccurrenceSheet.
func EventSheet(columns []string) Sheet {
	return Sheet{File: "event.txt", RowType: darwinCore + "Event", Terms: darwinCore, Columns: columns}
}

// PoolSheet is documented with OccurrenceSheet.
func PoolSheet(columns []string) Sheet {
	return Sheet{File: "pool.txt", RowType: darwinCore + materialEntity, Terms: darwinCore, Columns: columns}
}

// HumboldtSheet is documented with OccurrenceSheet.
func HumboldtSheet(columns []string) Sheet {
	return Sheet{File: "humboldt.txt", RowType: humboldtTerms + "Event", Terms: humboldtTerms, Columns: columns, BareID: true}
}

// Writer writes an archive, one table after another.
type Writer struct {
	zip    *zip.Writer
	rows   io.Writer
	sheets []Sheet
	opts   Options
}

// Create begins an archive with the rows of its core. Rows are quoted CSV in UTF-8, with LF between them and a header line, so that texts
// keep their tabs and line ends.
func Create(w io.Writer, core Sheet, opts Options) (*Writer, error) {
	if opts.Created.IsZero() {
		opts.Created = time.Now()
	}
	a := &Writer{zip: zip.NewWriter(w), opts: opts}
	return a, a.Extend(core)
}

// Extend ends a table and begins the next one, an extension of the core.
func (a *Writer) Extend(extension Sheet) (err error) {
	a.sheets = append(a.sheets, extension)
	a.rows, err = a.create(extension.File)
	return err
}

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
	}{{"eml.xml", newEML(a.opts, summary)}, {"meta.xml", newMeta(a.sheets)}} {
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

// newMeta describes the tables (https://dwc.tdwg.org/text/), of which the first is the core.
func newMeta(sheets []Sheet) xmlArchive {
	meta := xmlArchive{Namespace: "http://rs.tdwg.org/dwc/text/", Metadata: "eml.xml"}
	for at, sheet := range sheets {
		table := xmlTable{
			Encoding: "UTF-8", Fields: new(","), Lines: new(`\n`), Enclosed: new(`"`), Skip: "1", RowType: sheet.RowType, Locations: []string{sheet.File},
		}
		for i, column := range sheet.Columns {
			if i == 0 && sheet.BareID {
				continue
			}
			vocabulary := sheet.Terms
			if column == "license" {
				vocabulary = dublinCore
			}
			table.Columns = append(table.Columns, xmlField{Index: strconv.Itoa(i), Term: vocabulary + column, Default: sheet.Defaults[column]})
		}
		if at == 0 {
			table.ID = &xmlField{Index: "0"}
			meta.Core = []xmlTable{table}
		} else {
			table.CoreID = &xmlField{Index: "0"}
			meta.Extensions = append(meta.Extensions, table)
		}
	}
	return meta
}
