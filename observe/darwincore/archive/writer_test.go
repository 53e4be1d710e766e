package archive

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// element is any element of a document that is checked.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e *element) names() []string {
	names := make([]string, len(e.Children))
	for i, child := range e.Children {
		names[i] = child.XMLName.Local
	}
	return names
}

// at returns the first element at a path; an empty one where there is none.
func (e *element) at(path string) *element {
	for name := range strings.SplitSeq(path, ">") {
		i := slices.IndexFunc(e.Children, func(child element) bool { return child.XMLName.Local == name })
		if i < 0 {
			return &element{}
		}
		e = &e.Children[i]
	}
	return e
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// written returns the files of an archive with two rows.
func written(t *testing.T, opts Options, defaults map[string]string, rows bool) map[string]string {
	t.Helper()
	var out bytes.Buffer
	core := OccurrenceSheet([]string{"id", "occurrenceID", "basisOfRecord", "license"})
	core.BareID, core.Defaults = true, defaults
	w, err := Create(&out, core, opts)
	if err != nil {
		t.Fatal(err)
	}
	var summary Summary
	if rows {
		summary.Add(false, 50, -4.5, time.Date(2007, 5, 6, 0, 0, 0, 0, time.UTC), time.Date(2007, 5, 6, 0, 0, 0, 0, time.UTC))
		summary.Add(true, -12.25, 3, time.Date(2006, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2008, 12, 31, 0, 0, 0, 0, time.UTC))
	}
	if _, err := io.WriteString(w, "id,occurrenceID,basisOfRecord,license\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(summary); err != nil {
		t.Fatal(err)
	}
	packed, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, file := range packed.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		files[file.Name] = string(text)
	}
	return files
}

func parsed(t *testing.T, document string) *element {
	t.Helper()
	var root element
	if err := xml.Unmarshal([]byte(document), &root); err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	return &root
}

var published = time.Date(2024, 5, 1, 12, 30, 0, 0, time.UTC)

// TestEMLFollowsTheProfile holds the rules of GBIF's metadata profile 1.3 (https://rs.gbif.org/schema/eml-gbif-profile/1.3/): which elements
// stand where, in which order, and what must not be empty.
func TestEMLFollowsTheProfile(t *testing.T) {
	t.Parallel()
	// The order of the profile; what is not written is left out.
	inDataset := []string{"alternateIdentifier", "title", "creator", "metadataProvider", "pubDate", "language", "abstract", "intellectualRights", "licensed", "distribution", "coverage", "contact"}
	inGBIF := []string{"dateStamp", "hierarchyLevel", "citation"}
	needed := []string{"title", "creator", "pubDate", "abstract", "contact"}
	for name, source := range map[string]Source{
		"a whole source":         {Name: "Traps <A> & B", Licence: "CC-BY 4.0", Citation: "Doe & Roe (2010)", URL: "https://doi.org/10.1234/abc"},
		"a source without words": {Name: "Traps"},
		"no source":              {},
		"a private licence":      {Name: "Traps", Licence: "ask <us> first", URL: "not an address"},
	} {
		for _, rows := range []bool{false, true} {
			files := written(t, Options{Source: source, SourceID: "traps", Created: published}, nil, rows)
			eml := parsed(t, files["eml.xml"])
			dataset, gbif := eml.at("dataset"), eml.at("additionalMetadata>metadata>gbif")
			if eml.XMLName.Space != "https://eml.ecoinformatics.org/eml-2.2.0" || eml.XMLName.Local != "eml" || eml.attr("scope") != "system" ||
				eml.attr("packageId") != "skeeter/traps/v20240501.123000" || eml.attr("system") == "" || !slices.Equal(eml.names(), []string{"dataset", "additionalMetadata"}) {
				t.Errorf("%s: root %v %v", name, eml.Attrs, eml.names())
			}
			for within, order := range map[*element][]string{dataset: inDataset, gbif: inGBIF} {
				last := -1
				for _, child := range within.names() {
					at := slices.Index(order, child)
					if at <= last {
						t.Errorf("%s: %s is not there where the profile has it: %v", name, child, within.names())
					}
					last = at
				}
			}
			for _, child := range needed {
				if !slices.Contains(dataset.names(), child) {
					t.Errorf("%s: no %s", name, child)
				}
			}
			for _, path := range []string{"title", "creator>organizationName", "metadataProvider>organizationName", "contact>organizationName", "language", "abstract>para"} {
				if strings.TrimSpace(dataset.at(path).Text) == "" {
					t.Errorf("%s: %s is empty", name, path)
				}
			}
			if _, err := time.Parse(time.DateOnly, dataset.at("pubDate").Text); err != nil {
				t.Errorf("%s: pubDate: %v", name, err)
			}
			if _, err := time.Parse(time.RFC3339, gbif.at("dateStamp").Text); err != nil {
				t.Errorf("%s: dateStamp: %v", name, err)
			}
			checkCoverage(t, dataset.at("coverage"), rows)
			checkWords(t, dataset, gbif, source)
		}
	}
}

func checkCoverage(t *testing.T, coverage *element, rows bool) {
	t.Helper()
	if !rows {
		if len(coverage.Children) > 0 {
			t.Errorf("a coverage without rows: %v", coverage)
		}
		return
	}
	box := coverage.at("geographicCoverage>boundingCoordinates")
	if !slices.Equal(coverage.names(), []string{"geographicCoverage", "temporalCoverage"}) ||
		!slices.Equal(box.names(), []string{"westBoundingCoordinate", "eastBoundingCoordinate", "northBoundingCoordinate", "southBoundingCoordinate"}) {
		t.Errorf("coverage %v, %v", coverage.names(), box.names())
	}
	got := []string{coverage.at("temporalCoverage>rangeOfDates>beginDate>calendarDate").Text, coverage.at("temporalCoverage>rangeOfDates>endDate>calendarDate").Text}
	for _, side := range box.Children {
		got = append(got, side.Text)
	}
	if want := []string{"2006-01-01", "2008-12-31", "-4.5", "3", "50", "-12.25"}; !slices.Equal(got, want) {
		t.Errorf("coverage %v, want %v", got, want)
	}
}

// checkWords compares what a source says of itself with what its archive says.
func checkWords(t *testing.T, dataset, gbif *element, source Source) {
	t.Helper()
	title := source.Name
	if title == "" {
		title = untitled
	}
	if dataset.at("title").Text != title || gbif.at("citation").Text != source.Citation {
		t.Errorf("title %q, citation %q of %+v", dataset.at("title").Text, gbif.at("citation").Text, source)
	}
	link := dataset.at("intellectualRights>para>ulink")
	switch source.Licence {
	case "CC-BY 4.0":
		const address = "http://creativecommons.org/licenses/by/4.0/legalcode"
		if link.attr("url") != address || link.at("citetitle").Text == "" || dataset.at("licensed>url").Text != address {
			t.Errorf("rights %+v", dataset.at("intellectualRights"))
		}
	case "":
		if slices.Contains(dataset.names(), "intellectualRights") {
			t.Errorf("rights of a source that says nothing: %+v", dataset.at("intellectualRights"))
		}
	default:
		if link.attr("url") != "" || dataset.at("intellectualRights>para").Text != source.Licence {
			t.Errorf("rights %+v", dataset.at("intellectualRights"))
		}
	}
}

// TestLicencesOfGBIF holds by which words the three licences of GBIF are known, and that others get no address.
func TestLicencesOfGBIF(t *testing.T) {
	t.Parallel()
	for licence, identifier := range map[string]string{
		"CC0 1.0": "CC0-1.0", "CC0": "CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/": "CC0-1.0", "CC-BY 4.0": "CC-BY-4.0",
		"http://creativecommons.org/licenses/by/4.0/legalcode": "CC-BY-4.0", "CC BY-NC 4.0": "CC-BY-NC-4.0", "CC-BY-NC 4.0": "CC-BY-NC-4.0",
		"CC-BY": "", "CC-BY 3.0": "", "CC-BY-SA 4.0": "", "public domain": "", "ask us": "",
	} {
		_, licensed := newRights(licence)
		got := ""
		if licensed != nil {
			got = licensed.Identifier
		}
		if got != identifier {
			t.Errorf("%q is %q, want %q", licence, got, identifier)
		}
	}
}

// TestMetaFollowsTheGuidelines holds the rules of the Darwin Core text guidelines (https://dwc.tdwg.org/text/).
func TestMetaFollowsTheGuidelines(t *testing.T) {
	t.Parallel()
	files := written(t, Options{Created: published}, map[string]string{"basisOfRecord": "Occurrence"}, true)
	meta := parsed(t, files["meta.xml"])
	core := meta.at("core")
	if meta.XMLName.Space != "http://rs.tdwg.org/dwc/text/" || meta.XMLName.Local != "archive" || files[meta.attr("metadata")] == "" || !slices.Equal(meta.names(), []string{"core"}) ||
		!slices.Equal(core.names(), []string{"files", "id", "field", "field", "field"}) || core.attr("rowType") != "http://rs.tdwg.org/dwc/terms/Occurrence" {
		t.Errorf("meta.xml: %s", files["meta.xml"])
	}
	table, found := files[core.at("files>location").Text]
	header := strings.Split(strings.TrimSpace(table), core.attr("fieldsTerminatedBy"))
	if !found || core.attr("encoding") != "UTF-8" || core.attr("ignoreHeaderLines") != "1" || core.attr("linesTerminatedBy") != `\n` || core.at("id").attr("index") != "0" {
		t.Errorf("core: %s", files["meta.xml"])
	}
	for i, field := range core.Children[2:] {
		term := field.attr("term")
		vocabulary, name := term[:strings.LastIndexByte(term, '/')+1], term[strings.LastIndexByte(term, '/')+1:]
		want := "http://rs.tdwg.org/dwc/terms/"
		if name == "license" {
			want = "http://purl.org/dc/terms/"
		}
		if vocabulary != want || header[i+1] != name || (field.attr("default") == "Occurrence") != (name == "basisOfRecord") {
			t.Errorf("field %d: %s, column %s, default %q", i, term, header[i+1], field.attr("default"))
		}
	}
}
