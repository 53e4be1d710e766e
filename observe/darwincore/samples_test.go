package darwincore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// sample is what is expected of a file of another project.
type sample struct {
	path     string
	mapping  string
	records  int
	rejects  string // as fmt prints the map
	err      string // part of the error, when the file cannot be read
	warnings map[string]int
	name     string // of the source, when it matters
}

func (s sample) check(t *testing.T, root string) outcome {
	t.Helper()
	mapping, err := headers.ParseMapping(s.mapping)
	if err != nil {
		t.Fatal(err)
	}
	out, err := readAll(t, filepath.Join(root, filepath.FromSlash(s.path)), Options{Map: mapping})
	var broken *FileError
	switch {
	case s.err != "" && (!errors.As(err, &broken) || !strings.Contains(err.Error(), s.err)):
		t.Fatalf("error %v, want %q", err, s.err)
	case s.err == "" && err != nil:
		t.Fatal(err)
	case s.err != "":
		return out
	}
	if s.rejects == "" {
		s.rejects = "map[]"
	}
	if rejects := fmt.Sprint(out.rejects); len(out.records) != s.records || rejects != s.rejects {
		t.Errorf("%d records, rejects %s; want %d, %s", len(out.records), rejects, s.records, s.rejects)
	}
	for message, n := range s.warnings {
		if out.warnings[message] != n {
			t.Errorf("%d times %q, want %d: %v", out.warnings[message], message, n, out.warnings)
		}
	}
	if s.name != "" && out.source.Name != s.name {
		t.Errorf("the source is %q, want %q", out.source.Name, s.name)
	}
	for _, r := range out.records {
		checkRecord(t, r)
	}
	return out
}

// testData is the folder of files that are not part of the project.
func testData(t testing.TB) string {
	t.Helper()
	root := os.Getenv("SKEETER_TESTDATA")
	if root == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	return root
}

func TestFieldFiles(t *testing.T) {
	t.Parallel()
	root := filepath.Join(testData(t), "occurrence")
	for _, s := range []sample{
		{
			path: "dwca-modirisk-monitoring-2-v3.5.zip", records: 2211, rejects: "map[no coordinates:167 no name:4]",
			name:     "MODIRISK: Monitoring of Mosquito Vectors of Disease (inventory)",
			warnings: map[string]int{"year, month or day contradict eventDate; eventDate taken, they are kept in the metadata": 12},
		},
		{
			path: "kraemer2015-aegypti-albopictus.csv", mapping: "species=VECTOR,lat=Y,lon=X,date=YEAR,id=OCCURRENCE_ID",
			records: 40828, rejects: "map[no date:1238]", warnings: map[string]int{"count missing, taken as 1": 40828},
		},
		{
			path: "neon-ten-sites.csv", mapping: "date=collectDate,count=count", records: 30355,
			warnings: map[string]int{"fractional count rounded, kept in the metadata": 5183},
		},
	} {
		t.Run(s.path, func(t *testing.T) {
			t.Parallel()
			out := s.check(t, root)
			ids, intervals := map[string]bool{}, 0
			for _, r := range out.records {
				ids[r.OccurrenceID] = true
				if r.Date.Precision == dates.PrecisionInterval {
					intervals++
				}
			}
			if unique := len(ids) == len(out.records); unique != !strings.HasPrefix(s.path, "neon") {
				t.Errorf("%d ids of %d records", len(ids), len(out.records))
			}
			if strings.HasPrefix(s.path, "kraemer") && intervals != 24 {
				t.Errorf("%d intervals", intervals)
			}
		})
	}
}

// Errors of samples that lack what an occurrence needs.
const (
	noPlace    = "no column for the latitude (decimalLatitude), the longitude (decimalLongitude), the date (eventDate or year)"
	noDateOnly = "no column for the date"
	checklist  = "a checklist (Taxon core), it holds no occurrences"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	root := filepath.Join(testData(t), "dwca-samples")
	const python, gbif = "python-dwca-reader/dwca/test/sample_files/", "gbif-dwca-io/src/test/resources/"
	download := map[string]int{"eventDate at midnight beside year, month and day, taken as the day": 1}
	const downloadRejects = "map[no coordinates:1 no date:1]"
	results := "map[coordinates 0,0:7 no coordinates:102 no date:29]"
	for _, s := range []sample{
		{path: python + "dwca-2extensions.zip", err: checklist},
		{path: python + "dwca-csv-quote-dir", err: noPlace},
		{path: python + "dwca-default-metadata-filename.zip", err: noPlace},
		{path: python + "dwca-ids.zip", err: checklist},
		{path: python + "dwca-invalid-lacks-metadata", err: noPlace},
		{path: python + "dwca-invalid-simple-toomuch.zip", records: 1, rejects: downloadRejects, warnings: map[string]int{"random_file is no data file, not read": 1}},
		{path: python + "dwca-invalid-simple-two.zip", records: 1, rejects: downloadRejects, warnings: map[string]int{"random_file is no data file, not read": 1}},
		{path: python + "dwca-malformed-descriptor", records: 4},
		{path: python + "dwca-meta-default-values", err: noPlace},
		{path: python + "dwca-metadata-windows1252-encoding", err: noPlace},
		{path: python + "dwca-missing-extension-details", err: "meta.xml: malformed descriptor: extension vernacularName: it names no file"},
		{path: python + "dwca-noheaders-1.zip", err: noPlace},
		{path: python + "dwca-noheaders-2.zip", err: noPlace},
		{path: python + "dwca-nometadata.zip", err: noPlace},
		{path: python + "dwca-orphaned-rows.zip", err: checklist},
		{path: python + "dwca-partial-default.zip", err: noPlace},
		{path: python + "dwca-simple-csv-dos.zip", records: 1, rejects: downloadRejects, warnings: download},
		{path: python + "dwca-simple-csv-eml.zip", records: 1, rejects: downloadRejects, warnings: download},
		{path: python + "dwca-simple-csv-notenclosed.zip", records: 1, rejects: downloadRejects, warnings: download},
		{path: python + "dwca-simple-csv.zip", records: 1, rejects: downloadRejects, warnings: download},
		{path: python + "dwca-simple-dir", err: noPlace},
		{path: python + "dwca-simple-subdir.zip", err: noPlace},
		{path: python + "dwca-simple-test-archive-enclosed.zip", err: noPlace},
		{path: python + "dwca-simple-test-archive.tgz", err: noPlace},
		{path: python + "dwca-simple-test-archive.zip", err: noPlace},
		{path: python + "dwca-star-test-archive.zip", err: checklist},
		{path: python + "dwca-test-default.zip", err: noPlace},
		{path: python + "dwca-utf8-eol-test.zip", records: 1, name: "GBIF Occurrence Download 0000006-130717145108713"},
		{path: python + "gbif-results-lacks-s-metadata.zip", records: 20, rejects: results},
		{path: python + "gbif-results-whitespace-in-xml.zip", records: 20, rejects: results, name: "GBIF Occurrence Download 10.15468/dl.qmec2c"},
		{path: python + "gbif-results.zip", records: 20, rejects: results},

		{path: gbif + "MOBOTDarwinCore.csv", records: 1, rejects: "map[no coordinates:2]"},
		{path: gbif + "quoted_headers_MOBOTDarwinCore.csv", rejects: "map[no coordinates:2]"},
		{path: gbif + "archive-dwc", err: checklist},
		{path: gbif + "archive-occ.zip", err: noDateOnly},
		{path: gbif + "archive-occ.zip", mapping: "date=EarliestDateCollected", records: 1534},
		{path: gbif + "archive-tax.tar.gz", err: checklist},
		{path: gbif + "archive-tax.zip", err: checklist},
		{path: gbif + "nullCoreID.zip", err: "extension vernacularName: it has no coreid"},
		{
			path: gbif + "checklist_980.zip", records: 740,
			warnings: map[string]int{"taxon without an occurrence, not read": 34, "extension Reference (references.csv) not read": 1},
		},
		{
			path: gbif + "plazi/6632D8151686A3F8C71D4B5A5B1181A4.zip", records: 27, rejects: "map[no coordinates:8 no date:12]",
			warnings: map[string]int{"taxa.txt: id that a row before has, not read": 1},
		},
		{path: gbif + "constituentsdwca", err: noPlace},
		{path: gbif + "csv_always_quoted.csv", records: 2},
		{path: gbif + "csv_incl_single_quotes.csv", err: noDateOnly},
		{path: gbif + "csv_optional_quotes_excel2008CSV.csv", err: noPlace},
		{path: gbif + "csv_optional_quotes_puma.csv", err: noDateOnly},
		{path: gbif + "csv_quoted-unquoted_headers.csv", err: noDateOnly},
		{path: gbif + "csv_unquoted.txt", err: noDateOnly},
		{path: gbif + "csv_unquoted_coordinates.txt", err: noDateOnly},
		{path: gbif + "defaults", err: "it holds several archives"},
		{path: gbif + "defaults/extension-encoding-missing", err: checklist},
		{path: gbif + "defaults/meta-file-encoding-missing", err: checklist},
		{path: gbif + "dwca", err: noPlace},
		{path: gbif + "empty_line.tab", err: noPlace},
		{path: gbif + "event-plus-id.txt", err: "no column for the name"},
		{path: gbif + "event.txt", err: "no column for the name"},
		{path: gbif + "gnub.tab", err: noPlace},
		{path: gbif + "gnub.tab.zip", err: noPlace},
		{path: gbif + "invalid/extension-core-id-missing", err: checklist},
		{path: gbif + "invalid/extension-id-missing", err: "meta.xml: malformed descriptor: core: it has extensions and no id"},
		{path: gbif + "invalid/extension-location-missing", err: "meta.xml: malformed descriptor: extension Multimedia: it names no file"},
		{path: gbif + "invalid/extension-missing", err: checklist},
		{path: gbif + "invalid/meta-file-location-missing", err: "meta.xml: malformed descriptor: core: it names no file"},
		{path: gbif + "invalid/meta-only", err: checklist},
		{path: gbif + "issues/Borza.txt", records: 435, warnings: map[string]int{"read as windows-1252: the text is not valid UTF-8": 1}},
		{path: gbif + "issues/csv-json-escaped-quotes", rejects: "map[no coordinates:1]", warnings: map[string]int{"extension Multimedia (multimedia.csv) not read": 4}},
		{path: gbif + "issues/ebird.tab.txt", records: 8, warnings: map[string]int{"eventTime not understood, kept in the metadata": 5}},
		{path: gbif + "issues/eol", err: "several data files"},
		{path: gbif + "iucn100.csv", err: "no column for the name"},
		{path: gbif + "iucn100.pipe.txt", err: "no column for the name"},
		{path: gbif + "iucn100.tab.txt", err: "no column for the name"},
		{path: gbif + "meta", err: checklist},
		{path: gbif + "meta-xml-variants/dwca-id-with-term", err: noDateOnly},
		{path: gbif + "metadata/eml.xml", err: "XML, not a table"},
		{path: gbif + "multifile-multiline-header", err: checklist},
		{path: gbif + "multifile-psv", err: checklist},
		{path: gbif + "multiline-header", err: checklist},
		{path: gbif + "null_data.txt", err: noPlace},
		{path: gbif + "simplest-archive", err: checklist},
		{path: gbif + "xml-entity-meta", err: checklist},
	} {
		t.Run(s.path+s.mapping, func(t *testing.T) {
			t.Parallel()
			s.check(t, root)
		})
	}
}
