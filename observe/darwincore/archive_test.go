package darwincore

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/unicode"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

func TestOccurrenceCore(t *testing.T) {
	t.Parallel()
	rows := "1\tAedes vexans\t1\t2\t2007\n2\tAedes\t1\t\t2007\n"
	wide := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()
	utf16, err := wide.String(strings.Replace(filetest.ArchiveXML(filetest.OccurrenceCore), "UTF-8", "UTF-16", 1))
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"zip":            filetest.Zip(t, "meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore), "data.txt", rows, "about.xml", filetest.About),
		"folder":         filetest.Folder(t, "meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore), "data.txt", rows, "about.xml", filetest.About),
		"below a folder": filetest.Zip(t, "__MACOSX/meta.xml", "x", "a/", "", "a/meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore), "a/data.txt", rows, "a/about.xml", filetest.About),
		"other case":     filetest.Zip(t, "META.XML", filetest.ArchiveXML(filetest.OccurrenceCore), "Data.txt", rows, "About.xml", filetest.About),
		"UTF-16":         filetest.Zip(t, "meta.xml", utf16, "data.txt", rows, "about.xml", filetest.About),
		"backslashes":    filetest.Zip(t, `a\meta.xml`, filetest.ArchiveXML(filetest.OccurrenceCore), `a\data.txt`, rows, `a\about.xml`, filetest.About),
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
	path := filetest.Zip(t, "meta.xml", meta,
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
	if second.ScientificName != "Culicidae" || second.Lat != 3 || out.rows[1].Line != 3 || second.Metadata["trap"] != "T2" {
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
	meta := filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "samplingProtocol", "sampleSizeValue", "eventRemarks"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "individualCount", "eventDate", "eventRemarks"),
		filetest.TableXML("extension", "MeasurementOrFact", "effort.txt", "measurementType", "measurementValue", "measurementUnit"),
		filetest.TableXML("extension", "ExtendedMeasurementOrFact", "emof.txt", "occurrenceID", "measurementType", "measurementValue"),
		strings.ReplaceAll(filetest.TableXML("extension", "Multimedia", "media.txt", "identifier"), "rs.tdwg.org/dwc/terms/Multimedia", "rs.gbif.org/terms/1.0/Multimedia"),
	)
	files := []string{"meta.xml", meta,
		"event.txt", "E1\t2007-05-06\t1.5\t2.5\tCDC light trap\t3\train\nE2\t2007-06\t1\t2\t\t\t\nE3\t2007\t1\t2\t\t\t\nE1\t2009\t1\t2\t\t\t\n\t2009\t1\t2\t\t\t\n",
		"occurrence.txt", "E1\to1\tAedes vexans\t4\t\tdry\nE1\to2\tCulex pipiens\t\t2007-05-07\t\nE2\to3\tAedes\t1\t\t\nE9\to4\tAedes\t1\t2007\t\n",
		"effort.txt", "E1\ttrap nights\t2\tnights\nE3\ttrap nights\t1\tnights\nE9\tlost\t1\t\n",
		"emof.txt", "E1\to2\twing length\t3.1\nE1\to7\twing length\t3.1\n",
		"media.txt", "E1\thttp://example.org/1.jpg\nE1\thttp://example.org/2.jpg\n"}
	for name, path := range map[string]string{"zip": filetest.Zip(t, files...), "folder": filetest.Folder(t, files...)} {
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
				"occurrence whose event is not in the core, rejected": 1, "measurements whose row is not in the core, not read": 2,
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

func TestZipWithoutDescriptor(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "__MACOSX/._x.csv", "x", ".DS_Store", "x", "x.csv", basic+"\rAedes,1,2,2007\r", "EML.xml", filetest.About, "README", "hello")
	out, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.records) != 1 || out.source.Name != "Traps of Belgium" || out.warnings["README is no data file, not read"] != 1 {
		t.Errorf("%d records, source %+v, warnings %v", len(out.records), out.source, out.warnings)
	}
}

func TestEveryFormatGivesTheRecord(t *testing.T) {
	t.Parallel()
	book, table, layer := string(filetest.Workbook(t)), string(filetest.Parquet(t)), string(filetest.GeoPackage(t))
	feature := featureJSON(`1`, `{"type":"Point","coordinates":[4.35,50.85]}`, `{"scientificName":"Aedes vexans","eventDate":"2019-06-01"}`)
	core := []string{"meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore), "data.txt", "1\tAedes vexans\t50.85\t4.35\t2019-06-01\n"}
	for name, content := range map[string]string{
		"r.csv.gz": string(filetest.Gzip(t, []byte(filetest.OneRecord))), "r.geojson.gz": string(filetest.Gzip(t, []byte(feature))),
		"r.tar.gz": string(filetest.Gzip(t, filetest.Tar(t, "r/README.txt", "read me", "r/r.csv", filetest.OneRecord))),
		"r.tgz":    string(filetest.Gzip(t, filetest.Tar(t, core...))), "r.tar": string(filetest.Tar(t, "r.csv", filetest.OneRecord)),
		"r.zip": string(filetest.ZipBytes(t, "r.csv", filetest.OneRecord, "README.txt", "read me", "package.json", "{}")),
		"b.zip": string(filetest.ZipBytes(t, "r.xlsx", book)), "g.zip": string(filetest.ZipBytes(t, "a/r.gpkg", layer)), "p.zip": string(filetest.ZipBytes(t, "r.parquet", table)),
		"r.xlsx": book, "r.xlsx.gz": string(filetest.Gzip(t, []byte(book))), "wrong.csv": book, "r.parquet": table, "r.parquet.gz": string(filetest.Gzip(t, []byte(table))),
		"r.gpkg": layer, "r.gpkg.gz": string(filetest.Gzip(t, []byte(layer))), "t.tgz": string(filetest.Gzip(t, filetest.Tar(t, "r.gpkg", layer))),
	} {
		out := readText(t, name, content, Options{})
		if len(out.records) != 1 {
			t.Errorf("%s: %d records, %v", name, len(out.records), out.rejects)
			continue
		}
		if r := out.records[0]; r.ScientificName != "Aedes vexans" || r.Lat != 50.85 || r.Lon != 4.35 || r.Date.String() != "2019-06-01" {
			t.Errorf("%s: %+v", name, r)
		}
		if base, _, _ := strings.Cut(name, "."); out.source.Name != base {
			t.Errorf("%s: source %q", name, out.source.Name)
		}
	}
}

func TestArchiveWithoutPlaces(t *testing.T) {
	t.Parallel()
	core := filetest.TableXML("core", "Occurrence", "data.txt", "scientificName")
	_, err := readAll(t, filetest.Zip(t, "meta.xml", filetest.ArchiveXML(core), "data.txt", "1\tAedes\n"), Options{})
	var broken *FileError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "data.txt: no column for the latitude") {
		t.Error(err)
	}
}

// The rows lie in a folder, because so much of one text in a zip would be taken for a bomb.
func TestArchiveThatNeedsTooMuchMemory(t *testing.T) {
	t.Parallel()
	meta := filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "eventRemarks"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName"),
		filetest.TableXML("extension", "MeasurementOrFact", "effort.txt", "measurementType", "measurementValue"),
	)
	const rows = 10_000
	var events, efforts strings.Builder
	for n := range rows {
		fmt.Fprintf(&events, "E%d\t2007\t1\t2\t%s\n", n, strings.Repeat("rain ", 800))
		fmt.Fprintf(&efforts, "E%d\ttrap\t%s\n", n, strings.Repeat("CDC ", 1000))
	}
	path := func(efforts string) string {
		return filetest.Folder(t, "meta.xml", meta, "event.txt", events.String(), "occurrence.txt", "E1\to1\tAedes vexans\n", "effort.txt", efforts)
	}
	if out, err := readAll(t, path("E1\ttrap\tCDC\n"), Options{}); err != nil || len(out.records) != 1 {
		t.Errorf("a core of 40 MB is not read: %v", err)
	}
	_, err := readAll(t, path(efforts.String()), Options{})
	var broken *FileError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "needs more memory than an import may take") {
		t.Errorf("40 MB of each are read: %v", err)
	}
}

// Dates that need a survey are found in a core that is in memory once.
func TestSurveyOfAnArchive(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName"),
		filetest.TableXML("extension", "MeasurementOrFact", "effort.txt", "measurementType", "measurementValue"),
	), "event.txt", "E1\t31/12/2019\t1\t2\nE2\t01/02/2019\t1\t2\nE3\t01/02/2019\t1\t2\n", "occurrence.txt", "E1\to1\tAedes vexans\nE2\to2\tAedes vexans\n",
		"effort.txt", "E2\ttrap nights\t2\nE3\ttrap nights\t2\n")
	out, err := readAll(t, path, Options{})
	if err != nil || len(out.records) != 2 {
		t.Fatalf("%d records, %v", len(out.records), err)
	}
	if r := out.records[1]; r.Date.String() != "2019-02-01" || fmt.Sprint(r.Metadata["measurementOrFact"]) != "[map[measurementType:trap nights measurementValue:2]]" {
		t.Errorf("a record is %+v", r)
	}
	if len(out.events) != 3 || out.events[2].Ended.Month() != time.February {
		t.Errorf("events %+v", out.events)
	}
}
