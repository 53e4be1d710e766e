package darwincore

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// ArchiveOptions of NewArchive.
type ArchiveOptions struct {
	Title    string    // of the data set; empty is "Mosquito observations"
	Created  time.Time // date of publication; zero is now
	Licence  string    // of the whole; empty is what all sources share, if they do
	Citation string    // of the whole, may be empty
	URL      string    // of the whole, may be empty
	Version  string    // may be empty
}

// archiveWriter writes a Darwin Core archive.
type archiveWriter struct {
	zip  *zip.Writer
	rows *csvWriter
	err  error
}

// NewArchive writes a Darwin Core archive with an occurrence core: meta.xml, eml.xml, which cites the
// sources, and occurrence.txt, which is quoted CSV so that texts keep their tabs and line ends. Open
// reads it back without loss, the names of observers excepted.
func NewArchive(w io.Writer, sources []Source, opts ArchiveOptions) Writer {
	if opts.Title == "" {
		opts.Title = "Mosquito observations"
	}
	if opts.Created.IsZero() {
		opts.Created = time.Now()
	}
	a := &archiveWriter{zip: zip.NewWriter(w)}
	a.err = a.begin(sources, opts)
	return a
}

func (a *archiveWriter) begin(sources []Source, opts ArchiveOptions) error {
	eml, err := encodeXML(newEML(sources, opts))
	if err != nil {
		return fmt.Errorf("write eml.xml: %w", err)
	}
	meta, err := encodeXML(newMeta())
	if err != nil {
		return fmt.Errorf("write meta.xml: %w", err)
	}
	for _, file := range []struct {
		name string
		data []byte
	}{{"meta.xml", meta}, {"eml.xml", eml}, {occurrenceFile, nil}} {
		entry, err := a.zip.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: opts.Created.UTC()})
		if err == nil {
			_, err = entry.Write(file.data)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", file.name, err)
		}
		a.rows = newCSVWriter(entry, "\n")
	}
	return nil
}

func (a *archiveWriter) Write(o Occurrence) error {
	if a.err == nil {
		a.err = a.rows.Write(o)
	}
	return a.err
}

// Close completes the zip.
func (a *archiveWriter) Close() error {
	if a.err == nil {
		a.err = a.rows.Close()
	}
	if a.err == nil {
		a.err = a.zip.Close()
	}
	return a.err
}

const occurrenceFile = "occurrence.txt"

func encodeXML(document any) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(&out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// metaDocument is meta.xml as this package writes it.
type metaDocument struct {
	XMLName  xml.Name `xml:"http://rs.tdwg.org/dwc/text/ archive"`
	Metadata string   `xml:"metadata,attr"`
	Core     metaCore `xml:"core"`
}

type metaCore struct {
	Encoding string      `xml:"encoding,attr"`
	Fields   string      `xml:"fieldsTerminatedBy,attr"`
	Lines    string      `xml:"linesTerminatedBy,attr"`
	Enclosed string      `xml:"fieldsEnclosedBy,attr"`
	Skip     int         `xml:"ignoreHeaderLines,attr"`
	RowType  string      `xml:"rowType,attr"`
	Location string      `xml:"files>location"`
	ID       metaID      `xml:"id"`
	Columns  []metaField `xml:"field"`
}

type metaID struct {
	Index int `xml:"index,attr"`
}

type metaField struct {
	Index int    `xml:"index,attr"`
	Term  string `xml:"term,attr"`
}

const (
	darwinCoreTerms = "http://rs.tdwg.org/dwc/terms/"
	dublinCoreTerms = "http://purl.org/dc/terms/"
)

func newMeta() metaDocument {
	core := metaCore{
		Encoding: "UTF-8", Fields: ",", Lines: `\n`, Enclosed: `"`, Skip: 1,
		RowType: darwinCoreTerms + "Occurrence", Location: occurrenceFile,
	}
	for i, column := range ownColumns {
		vocabulary := darwinCoreTerms
		if column == "license" {
			vocabulary = dublinCoreTerms
		}
		core.Columns = append(core.Columns, metaField{Index: i, Term: vocabulary + column})
	}
	return metaDocument{Metadata: "eml.xml", Core: core}
}

// emlDocument is eml.xml as this package writes it, in GBIF's profile of EML 2.1.1.
type emlDocument struct {
	XMLName   xml.Name     `xml:"eml:eml"`
	Namespace string       `xml:"xmlns:eml,attr"`
	PackageID string       `xml:"packageId,attr"`
	System    string       `xml:"system,attr"`
	Scope     string       `xml:"scope,attr"`
	Language  string       `xml:"xml:lang,attr"`
	Dataset   emlDataset   `xml:"dataset"`
	Citation  *emlCitation `xml:"additionalMetadata>metadata>gbif>citation"`
	Sources   []emlSource  `xml:"additionalMetadata>metadata>gbif>bibliography>citation"`
}

type emlDataset struct {
	AlternateID string    `xml:"alternateIdentifier,omitempty"`
	Title       string    `xml:"title"`
	Creator     string    `xml:"creator>organizationName"`
	Provider    string    `xml:"metadataProvider>organizationName"`
	Published   string    `xml:"pubDate"`
	Language    string    `xml:"language"`
	Abstract    string    `xml:"abstract>para"`
	Rights      emlRights `xml:"intellectualRights>para"`
	Contact     string    `xml:"contact>organizationName"`
}

// emlRights is the licence, with the link by which GBIF knows it.
type emlRights struct {
	Text string   `xml:",chardata"`
	Link *emlLink `xml:"ulink"`
}

type emlLink struct {
	URL   string `xml:"url,attr"`
	Title string `xml:"citetitle"`
}

type emlCitation struct {
	Text string `xml:",chardata"`
}

type emlSource struct {
	Identifier string `xml:"identifier,attr,omitempty"`
	Text       string `xml:",chardata"`
}

func newEML(sources []Source, opts ArchiveOptions) emlDocument {
	const publisher = "skeeter"
	version := opts.Version
	if version == "" {
		version = opts.Created.UTC().Format("20060102.150405")
	}
	e := emlDocument{
		Namespace: "eml://ecoinformatics.org/eml-2.1.1", System: publisher, Scope: "system", Language: "eng",
		PackageID: publisher + "/v" + version,
		Dataset: emlDataset{
			AlternateID: opts.URL, Title: opts.Title, Creator: publisher, Provider: publisher, Contact: publisher,
			Published: opts.Created.UTC().Format(time.DateOnly), Language: "eng",
			Abstract: fmt.Sprintf("Mosquito observations of %d data sources.", len(sources)),
			Rights:   newRights(sharedLicence(sources, opts.Licence)),
		},
	}
	if opts.Citation != "" {
		e.Citation = &emlCitation{Text: opts.Citation}
	}
	for _, source := range sources {
		parts := []string{firstOf(source.Citation, source.Name)}
		if source.Licence != "" {
			parts = append(parts, "Licence: "+source.Licence)
		}
		e.Sources = append(e.Sources, emlSource{Identifier: source.URL, Text: strings.Join(parts, ". ")})
	}
	return e
}

// sharedLicence is the stated licence, else the one that all sources have.
func sharedLicence(sources []Source, stated string) string {
	if stated != "" || len(sources) == 0 {
		return stated
	}
	first := sources[0].Licence
	if slices.ContainsFunc(sources, func(s Source) bool { return s.Licence != first }) {
		return "See the licence of each data source."
	}
	return first
}

func newRights(licence string) emlRights {
	name, version, found := strings.Cut(licence, " ")
	switch {
	case found && shortLicence(licence) == licence && strings.HasPrefix(name, "CC-"):
		kind := strings.ToLower(strings.TrimPrefix(name, "CC-"))
		return emlRights{Link: &emlLink{URL: fmt.Sprintf("http://creativecommons.org/licenses/%s/%s/legalcode", kind, version), Title: licence}}
	case found && shortLicence(licence) == licence && name == "CC0":
		return emlRights{Link: &emlLink{URL: fmt.Sprintf("http://creativecommons.org/publicdomain/zero/%s/legalcode", version), Title: licence}}
	}
	return emlRights{Text: licence}
}
