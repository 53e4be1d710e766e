package darwincore

import (
	"archive/zip"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"
)

// zipOf makes a zip of files, named and filled in turn.
func zipOf(t testing.TB, files ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for i := 0; i < len(files); i += 2 {
		entry, err := archive.Create(files[i])
		if err == nil {
			_, err = entry.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// folderOf puts files into a folder.
func folderOf(t testing.TB, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(root, files[i])
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(files[i+1]), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// tableXML writes the element of a core or an extension, tab separated and without header lines.
func tableXML(element, rowType, file string, terms ...string) string {
	var fields strings.Builder
	for i, term := range terms {
		fmt.Fprintf(&fields, `<field index="%d" term="http://rs.tdwg.org/dwc/terms/%s"/>`, i+1, term)
	}
	id := "id"
	if element == "extension" {
		id = "coreid"
	}
	return fmt.Sprintf(`<%s encoding="UTF-8" fieldsTerminatedBy="\t" linesTerminatedBy="\n" fieldsEnclosedBy="" rowType="http://rs.tdwg.org/dwc/terms/%s">
		<files><location>%s</location></files><%s index="0"/>%s</%s>`, element, rowType, file, id, fields.String(), element)
}

func archiveXML(tables ...string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="about.xml">` + strings.Join(tables, "\n") + `</archive>`
}

var occurrenceCore = tableXML("core", "Occurrence", "data.txt", "scientificName", "decimalLatitude", "decimalLongitude", "eventDate")

const about = `<?xml version="1.0" encoding="UTF-8"?>
<eml:eml xmlns:eml="eml://ecoinformatics.org/eml-2.1.1" packageId="x/v1.2"><dataset>
<alternateIdentifier>doi:10.1234/abc</alternateIdentifier><title> Traps of
 Belgium </title>
<intellectualRights><para>This work is licensed under a <ulink url="http://creativecommons.org/licenses/by-nc/4.0/legalcode"><citetitle>licence</citetitle></ulink>.</para></intellectualRights>
</dataset><additionalMetadata><metadata><gbif><citation identifier="http://example.org/c">Doe (2010) Traps</citation>
<bibliography><citation>Other</citation></bibliography></gbif></metadata></additionalMetadata></eml:eml>`

func TestOccurrenceCore(t *testing.T) {
	t.Parallel()
	rows := "1\tAedes vexans\t1\t2\t2007\n2\tAedes\t1\t\t2007\n"
	wide := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()
	utf16, err := wide.String(strings.Replace(archiveXML(occurrenceCore), "UTF-8", "UTF-16", 1))
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"zip":            zipOf(t, "meta.xml", archiveXML(occurrenceCore), "data.txt", rows, "about.xml", about),
		"folder":         folderOf(t, "meta.xml", archiveXML(occurrenceCore), "data.txt", rows, "about.xml", about),
		"below a folder": zipOf(t, "__MACOSX/meta.xml", "x", "a/", "", "a/meta.xml", archiveXML(occurrenceCore), "a/data.txt", rows, "a/about.xml", about),
		"other case":     zipOf(t, "META.XML", archiveXML(occurrenceCore), "Data.txt", rows, "About.xml", about),
		"UTF-16":         zipOf(t, "meta.xml", utf16, "data.txt", rows, "about.xml", about),
		"backslashes":    zipOf(t, `a\meta.xml`, archiveXML(occurrenceCore), `a\data.txt`, rows, `a\about.xml`, about),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := readAll(t, path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.records) != 1 || out.records[0].OccurrenceID != "1" || out.rejects["no coordinates"] != 1 || out.rows[0].Line != 1 {
				t.Errorf("%d records, rejects %v", len(out.records), out.rejects)
			}
			want := Source{Name: "Traps of Belgium", ID: "x", Licence: "CC-BY-NC 4.0", Citation: "Doe (2010) Traps", URL: "https://doi.org/10.1234/abc", Version: "1.2"}
			if out.source != want {
				t.Errorf("source %+v, want %+v", out.source, want)
			}
		})
	}
}

func TestDescriptorDetails(t *testing.T) {
	t.Parallel()
	meta := `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core ignoreHeaderLines="2" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
		<files><location> a.csv </location><location>b.csv</location></files><id index="0"/>
		<field index="0" term="http://rs.tdwg.org/dwc/terms/catalogNumber"/>
		<field index="1" term="scientificName" default="Culicidae"/>
		<field index="3" term="decimalLatitude"/><field index="4" term="decimalLongitude"/>
		<field index="1" term="verbatimLabel"/>
		<field term="eventDate" default="2007-05"/><field term="rights"/><field term="country" default="Belgium"/></core></archive>`
	path := zipOf(t, "meta.xml", meta,
		"a.csv", "a comment\r\nno,name,trap,lat,lon\r\n1,\"Aedes vexans\",\"T,1\",1,2\r\n", "b.csv", "x\ny\n2,,T2,3,4,\n3,Aedes,T2,3,4,5,6\n")
	out, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.rows) != 3 || len(out.records) != 2 {
		t.Fatalf("%d records, rejects %v", len(out.records), out.rejects)
	}
	first, second := out.records[0], out.records[1]
	if want := map[string]any{"catalogNumber": "1", "trap": "T,1", "verbatimLabel": "Aedes vexans", "country": "Belgium"}; !maps.Equal(first.Metadata, want) || first.Date.String() != "2007-05" {
		t.Errorf("first %v %s, want %v", first.Metadata, first.Date, want)
	}
	if second.Name.Scientific != "Culicidae" || second.Lat != 3 || out.rows[1].Line != 3 || second.Metadata["trap"] != "T2" {
		t.Errorf("second %+v on line %d", second, out.rows[1].Line)
	}
	if out.rejects["row has 7 values, the header has 5"] != 1 {
		t.Errorf("rejects %v", out.rejects)
	}
	if out.warnings["column that the descriptor does not describe, kept in the metadata"] != 1 {
		t.Errorf("warnings %v", out.warnings)
	}
}

func TestEventCore(t *testing.T) {
	t.Parallel()
	meta := archiveXML(
		tableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "samplingProtocol", "sampleSizeValue", "eventRemarks"),
		tableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "individualCount", "eventDate", "eventRemarks"),
		tableXML("extension", "MeasurementOrFact", "effort.txt", "measurementType", "measurementValue", "measurementUnit"),
		tableXML("extension", "ExtendedMeasurementOrFact", "emof.txt", "occurrenceID", "measurementType", "measurementValue"),
		strings.ReplaceAll(tableXML("extension", "Multimedia", "media.txt", "identifier"), "rs.tdwg.org/dwc/terms/Multimedia", "rs.gbif.org/terms/1.0/Multimedia"),
	)
	files := []string{"meta.xml", meta,
		"event.txt", "E1\t2007-05-06\t1.5\t2.5\tCDC light trap\t3\train\nE2\t2007-06\t1\t2\t\t\t\nE3\t2007\t1\t2\t\t\t\nE1\t2009\t1\t2\t\t\t\n\t2009\t1\t2\t\t\t\n",
		"occurrence.txt", "E1\to1\tAedes vexans\t4\t\tdry\nE1\to2\tCulex pipiens\t\t2007-05-07\t\nE2\to3\tAedes\t1\t\t\nE9\to4\tAedes\t1\t2007\t\n",
		"effort.txt", "E1\ttrap nights\t2\tnights\nE3\ttrap nights\t1\tnights\nE9\tlost\t1\t\n",
		"emof.txt", "E1\to2\twing length\t3.1\nE1\to7\twing length\t3.1\n",
		"media.txt", "E1\thttp://example.org/1.jpg\nE1\thttp://example.org/2.jpg\n"}
	for name, path := range map[string]string{"zip": zipOf(t, files...), "folder": folderOf(t, files...)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := readAll(t, path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.records) != 3 || out.rejects["event not in the core"] != 1 {
				t.Fatalf("%d records, rejects %v", len(out.records), out.rejects)
			}
			first, second := out.records[0], out.records[1]
			if first.EventID != "E1" || first.OccurrenceID != "o1" || first.Lat != 1.5 || first.Date.String() != "2007-05-06" || first.SamplingProtocol != "CDC light trap" {
				t.Errorf("first %+v", first)
			}
			if got := fmt.Sprint(first.Metadata); got != "map[eventRemarks:dry measurementOrFact:[map[measurementType:trap nights measurementUnit:nights measurementValue:2]] sampleSizeValue:3]" {
				t.Errorf("first has the metadata %s", got)
			}
			if facts, _ := second.Metadata["measurementOrFact"].([]any); len(facts) != 2 || second.Date.String() != "2007-05-07" || second.Metadata["eventRemarks"] != "rain" {
				t.Errorf("second %+v", second)
			}
			for message, n := range map[string]int{
				"event.txt: id that a row before has, not read": 1, "event.txt: row without an id, not read": 1,
				"event without an occurrence, not read": 1, "occurrence whose event is not in the core, rejected": 1, "measurements whose row is not in the core, not read": 3,
				"extension Multimedia (media.txt) not read": 2, `the metadata file "about.xml" is not there`: 1,
			} {
				if out.warnings[message] != n {
					t.Errorf("%d times %q, want %d: %v", out.warnings[message], message, n, out.warnings)
				}
			}
			if i := slices.Index(out.header, "eventID"); i < 0 || out.rows[0].Values[i] != "E1" {
				t.Errorf("the header is %v", out.header)
			}
		})
	}
}

func TestArchiveErrors(t *testing.T) {
	t.Parallel()
	deep := archiveXML(strings.Replace(occurrenceCore, "data.txt", "../../data.txt", 1))
	for _, test := range []struct {
		name  string
		files []string
		want  string
	}{
		{"cut off", []string{"meta.xml", archiveXML(occurrenceCore)[:200]}, "meta.xml line 1: malformed descriptor"},
		{"entity", []string{"meta.xml", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><archive metadata="&x;">` + occurrenceCore + `</archive>`}, "malformed descriptor"},
		{"no core", []string{"meta.xml", archiveXML()}, "malformed descriptor: it has 0 cores"},
		{"no file", []string{"meta.xml", archiveXML(occurrenceCore)}, "data.txt: the descriptor names this file, it is not there"},
		{"no location", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, "data.txt", " ", 1))}, "is no file of the archive"},
		{"location above", []string{"meta.xml", deep}, "is no file of the archive"},
		{"location elsewhere", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, "data.txt", "http://example.org/data.txt", 1))}, "is no file of the archive"},
		{"index", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, `"3"`, `"-3"`, 1))}, "is no column"},
		{"huge index", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, `"3"`, `"99999999"`, 1))}, "is no column"},
		{"separator", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, `"\t"`, `"||"`, 1))}, "is not one character"},
		{"line end", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, `"\n"`, `"#"`, 1))}, "is no line end"},
		{"encoding", []string{"meta.xml", archiveXML(strings.Replace(occurrenceCore, `"UTF-8"`, `"klingon"`, 1)), "data.txt", "x"}, `data.txt: unknown encoding "klingon"`},
		{"checklist", []string{"meta.xml", archiveXML(tableXML("core", "Taxon", "data.txt", "scientificName"))}, "a checklist (Taxon core), it holds no occurrences"},
		{"events alone", []string{"meta.xml", archiveXML(tableXML("core", "Event", "data.txt", "eventDate"))}, "an Event core without an Occurrence extension"},
		{"columns", []string{"meta.xml", archiveXML(tableXML("core", "Occurrence", "data.txt", "scientificName")), "data.txt", "1\tAedes\n"}, "data.txt: no column for the latitude"},
		{"NUL", []string{"meta.xml", archiveXML(occurrenceCore), "data.txt", "1\tAedes\t1\t2\t2007\n1\tAe\x00des\t1\t2\t2007\n"}, "data.txt line 2: NUL byte"},
		{"two archives", []string{"a/meta.xml", "", "b/meta.xml", ""}, "it holds several archives"},
		{"nothing", []string{"picture.jpg", "", "other.jpg", ""}, "it holds no meta.xml and no data file"},
		{"two files", []string{"a.csv", "", "b.csv", ""}, "it holds no meta.xml and several data files"},
		{"bomb", []string{"bomb.csv", basic + "\n" + strings.Repeat("\n", 64<<20+1)}, "it inflates beyond what a data file does"},
		{"long descriptor", []string{"meta.xml", strings.Repeat(" ", 1<<20+1)}, "meta.xml: over 1024 KiB"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := readAll(t, zipOf(t, test.files...), Options{})
			var broken *FileError
			if !errors.As(err, &broken) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v; want %q", err, test.want)
			}
		})
	}
}

func TestZipWithoutDescriptor(t *testing.T) {
	t.Parallel()
	path := zipOf(t, "__MACOSX/._x.csv", "x", ".DS_Store", "x", "x.csv", basic+"\rAedes,1,2,2007\r", "EML.xml", about, "README", "hello")
	out, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.records) != 1 || out.source.Name != "Traps of Belgium" || out.warnings["README is no data file, not read"] != 1 {
		t.Errorf("%d records, source %+v, warnings %v", len(out.records), out.source, out.warnings)
	}
}

func TestBrokenZip(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(zipOf(t, "x.csv", basic+"\n"+strings.Repeat("Aedes,1,2,2007\n", 50)))
	if err != nil {
		t.Fatal(err)
	}
	bad := slices.Clone(whole)
	bad[45] ^= 0xff // within the packed data
	if _, err := readAll(t, writeFile(t, "bad.zip", string(bad)), Options{}); err == nil {
		t.Error("a zip with a changed byte is read")
	}
	if _, err := readAll(t, writeFile(t, "cut.zip", string(whole[:len(whole)-30])), Options{}); err == nil {
		t.Error("a zip that is cut off is read")
	}
}

func TestFolderLinks(t *testing.T) {
	t.Parallel()
	secret := writeFile(t, "data.txt", "1\tAedes\t1\t2\t2007\n")
	root := folderOf(t, "meta.xml", archiveXML(occurrenceCore))
	if err := os.Symlink(secret, filepath.Join(root, "data.txt")); err != nil {
		t.Skip("no links here")
	}
	if _, err := Open(root, Options{}); err == nil {
		t.Error("a link out of the folder is followed")
	}
}
