package darwincore

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

// clock is the time at which the tests read.
func clock() time.Time { return time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC) }

// outcome is what became of a file.
type outcome struct {
	rows     []Row
	records  []*Record
	events   []*Event // without those that the row before has
	rejects  map[string]int
	warnings map[string]int
	source   Source
	header   []string
}

// readAll reads a whole file.
func readAll(t testing.TB, path string, opts Options) (outcome, error) {
	t.Helper()
	if opts.Now == nil {
		opts.Now = clock
	}
	out := outcome{rejects: map[string]int{}, warnings: map[string]int{}}
	r, err := Open(t.Context(), path, opts)
	if err != nil {
		return out, err
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	out.source, out.header = r.Source(), r.Header()
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, err
		}
		if (row.Record == nil && row.Event == nil && row.Pool == nil) && row.Reject == "" || row.Record != nil && row.Reject != "" {
			t.Fatalf("line %d has the record %v, the event %v and the reject %q", row.Line, row.Record, row.Event, row.Reject)
		}
		if row.Reject != "" {
			out.rejects[row.Reject]++
		}
		if row.Record != nil {
			out.records = append(out.records, row.Record)
		}
		if row.Event != nil && !slices.Contains(out.events[max(0, len(out.events)-1):], row.Event) {
			out.events = append(out.events, row.Event)
		}
		out.rows = append(out.rows, row)
	}
	for _, w := range r.Warnings() {
		out.warnings[w.Message] += w.Count
	}
	return out, nil
}

// readText reads a text that must be readable.
func readText(t testing.TB, name, content string, opts Options) outcome {
	t.Helper()
	out, err := readAll(t, filetest.Write(t, name, content), opts)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// one reads a text of one row that must be a record.
func one(t testing.TB, header, row string) *Record {
	t.Helper()
	out := readText(t, "one.csv", header+"\n"+row+"\n", Options{})
	if len(out.records) != 1 {
		t.Fatalf("%s\n%s\nis rejected: %v", header, row, out.rejects)
	}
	return out.records[0]
}

const basic = "scientificName,decimalLatitude,decimalLongitude,eventDate"

func TestRecord(t *testing.T) {
	t.Parallel()
	r := one(t, "occurrenceID,"+basic+",individualCount,coordinateUncertaintyInMeters,lifeStage,sex,samplingProtocol,eventID,occurrenceRemarks,recordedBy,trapNights,habitat",
		`A:1,"Aedes aegypti (Linnaeus, 1762)",-3.123456789,"40,07",2007-05-06/13,12,30.5,Adults,F,CDC light trap,E1,"by the ""well""",M. Doe,3,`)
	if r.OccurrenceID != "A:1" || r.ScientificName != "Aedes aegypti" || r.VerbatimName != "Aedes aegypti (Linnaeus, 1762)" || r.Count != 12 || r.Absent ||
		r.Lat != -3.1234568 || r.Lon != 40.07 || r.Date.String() != "2007-05-06/2007-05-13" || *r.AccuracyM != 30.5 || r.LifeStage != "adult" ||
		r.Sex != "female" || r.SamplingProtocol != "CDC light trap" || r.EventID != "E1" || r.Notes != `by the "well"` || r.ObserverName != "M. Doe" {
		t.Errorf("read %+v", r)
	}
	want := map[string]any{"trapNights": "3", "sex": "F", "lifeStage": "Adults"}
	if !maps.Equal(r.Metadata, want) {
		t.Errorf("metadata %v, want %v", r.Metadata, want)
	}
}

func TestRejects(t *testing.T) {
	t.Parallel()
	header := basic + ",individualCount,occurrenceStatus"
	for row, want := range map[string]string{
		",1,2,2007,1,":    "no name",
		"NA,1,2,2007,1,":  "no name",
		"123,1,2,2007,1,": "no name",
		strings.Repeat("a", 301) + ",1,2,2007,1,":        "name over 300 characters",
		"Aedes,,2,2007,1,":                               "no coordinates",
		"Aedes,1,NaN,2007,1,":                            "no coordinates",
		"Aedes,null,NA,2007,1,":                          "no coordinates",
		"Aedes,x,2,2007,1,":                              "latitude is not a number",
		"Aedes,1,10°12'N,2007,1,":                        "longitude is not a number",
		"Aedes,1,10°12'O,2007,1,":                        "longitude is not a number",
		"Aedes,0x10,2,2007,1,":                           "latitude is not a number",
		"Aedes,Inf,2,2007,1,":                            "latitude is not a number",
		`Aedes,"1,2.3",2,2007,1,`:                        "latitude is not a number",
		"Aedes,90.1,2,2007,1,":                           errLatitudeSwapped.Error(),
		"Aedes,1,-180.5,2007,1,":                         "longitude out of range",
		"Aedes,0,0.0,2007,1,":                            "coordinates 0,0",
		"Aedes,1,2,,1,":                                  "no date",
		"Aedes,1,2,early 2006,1,":                        dates.ErrForm.Error(),
		"Aedes,1,2,06-JUN-07,1,":                         dates.ErrShortYear.Error(),
		"Aedes,1,2,2007-02-30,1,":                        dates.ErrRange.Error(),
		"Aedes,1,2,2007-05-06/2007-05-01,1,":             "interval ends before it begins",
		"Aedes,1,2,2025-06-03,1,":                        "date in the future",
		"Aedes,1,2,2024-05-01/2204-05-02,1,":             "date in the future",
		"Aedes,1,2,1650,1,":                              "date before 1700",
		"Aedes,1,2,2007,x,":                              "count is not a number",
		"Aedes,1,2,2007,inf,":                            "count is not a number",
		"Aedes,1,2,2007,-1,":                             "count below 0",
		"Aedes,1,2,2007,10000001,":                       "count over 10,000,000",
		"Aedes,1,2,2007,1e300,":                          "count over 10,000,000",
		"Aedes,1,2,2007,0,present":                       "count of 0 claims to be present",
		"Aedes,1,2,2007,3,Absent":                        "absent with a count above 0",
		"Aedes,1,2,2007,1,,7":                            "row has 7 values, the header has 6",
		"Aedes \xff\xfe,1,2,2007,1,\xc3\xa9\xc3\xa9\xc3": "text that is not valid UTF-8",
	} {
		// The second row keeps the file UTF-8.
		out := readText(t, "rows.csv", header+"\n"+row+"\nAëdes éé,1,2,2007,1,\n", Options{})
		if len(out.rows) != 2 || out.rows[0].Reject != want {
			t.Errorf("%q is rejected as %q, want %q", row, out.rows[0].Reject, want)
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	header := basic + ",individualCount,occurrenceStatus,organismQuantity,organismQuantityType"
	for row, want := range map[string]struct {
		count  int
		absent bool
		kept   string // under individualCount or organismQuantity
	}{
		"7,,,":                    {7, false, ""},
		"7.0,PRESENT,,":           {7, false, ""},
		"1e3,,,":                  {1000, false, ""},
		",,,":                     {1, false, ""},
		"NA,present,,":            {1, false, ""},
		"2.5,,,":                  {3, false, "2.5"},
		"2.4,,,":                  {2, false, "2.4"},
		"0.2,,,":                  {1, false, "0.2"},
		"0,,,":                    {0, true, ""},
		"0.0,,,":                  {0, true, ""},
		"0,absent,,":              {0, true, ""},
		",ABSENCE,,":              {0, true, ""},
		",,14,individuals":        {14, false, "14"},
		",,14,biomass":            {1, false, "14"},
		"2,,14,individuals":       {2, false, "14"},
		"10000000,,,":             {10_000_000, false, ""},
		"3,common,,":              {3, false, ""},
		",,1.5,individuals":       {2, false, "1.5"},
		",Absent,,individuals":    {0, true, ""},
		"0,,12,percent cover":     {0, true, "12"},
		",present,0.4,individual": {1, false, "0.4"},
	} {
		r := one(t, header, "Aedes vexans,1,2,2007,"+row)
		kept, _ := r.Metadata["individualCount"].(string)
		if kept == "" {
			kept, _ = r.Metadata["organismQuantity"].(string)
		}
		if r.Count != want.count || r.Absent != want.absent || kept != want.kept {
			t.Errorf("%s: count %d, absent %v, kept %q; want %+v", row, r.Count, r.Absent, kept, want)
		}
	}
	out := readText(t, "w.csv", basic+",individualCount\nAedes,1,2,2007,\nAedes,1,2,2007,1.5\nAedes,1,2,2007,\n", Options{})
	if out.warnings["count missing, taken as 1"] != 2 || out.warnings["fractional count rounded, kept in the metadata"] != 1 {
		t.Errorf("warnings %v", out.warnings)
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	header := basic + ",dynamicProperties,habitat"
	r := one(t, header, `Aedes,1,2,2007,"{""trapNights"":2.50,""bait"":[""CO2\u0000"",null],""a\u0007"":{}}",marsh`)
	if got := fmt.Sprint(r.Metadata); got != "map[a :map[] bait:[CO2  <nil>] habitat:marsh trapNights:2.50]" {
		t.Errorf("metadata %s", got)
	}
	for _, text := range []string{`{""habitat"":""x""}`, `[1]`, `{""a"":1} x`, "trap=1;moon=full", `null`[:0] + `""x""`} {
		r := one(t, header, `Aedes,1,2,2007,"`+text+`",marsh`)
		want := strings.ReplaceAll(text, `""`, `"`)
		if r.Metadata["dynamicProperties"] != want || r.Metadata["habitat"] != "marsh" || len(r.Metadata) != 2 {
			t.Errorf("%s becomes %v", text, r.Metadata)
		}
	}
	if r := one(t, header, `Aedes,1,2,2007,,\N`); r.Metadata != nil {
		t.Errorf("empty columns become %v", r.Metadata)
	}
	if r := one(t, basic+",countryCode", `Aedes,1,2,2007,NA`); r.Metadata["countryCode"] != "NA" {
		t.Errorf("Namibia becomes %v", r.Metadata)
	}
	out := readText(t, "m.csv", basic+",a,b\nAedes,1,2,2007,"+strings.Repeat("x", 40<<10)+","+strings.Repeat("y", 40<<10)+"\n", Options{})
	if out.rejects["too much in unknown columns"] != 1 {
		t.Errorf("rejects %v", out.rejects)
	}
}

func TestLongTexts(t *testing.T) {
	t.Parallel()
	notes, protocol := strings.Repeat("ñ", 4001), strings.Repeat("p", 201)
	r := one(t, basic+",occurrenceRemarks,samplingProtocol", "Aedes,1,2,2007,"+notes+","+protocol)
	if r.Notes != notes[:8000] || r.Metadata["occurrenceRemarks"] != notes || r.SamplingProtocol != protocol[:200] || r.Metadata["samplingProtocol"] != protocol {
		t.Errorf("notes of %d bytes, protocol of %d, metadata %d", len(r.Notes), len(r.SamplingProtocol), len(r.Metadata))
	}
	out := readText(t, "ids.csv", basic+",occurrenceID,eventID\nAedes,1,2,2007,"+strings.Repeat("i", 201)+",\nAedes,1,2,2007,,"+strings.Repeat("i", 201)+"\n", Options{})
	if out.rejects["occurrenceID over 200 characters"] != 1 || out.rejects["eventID over 200 characters"] != 1 {
		t.Errorf("rejects %v", out.rejects)
	}
}

// TestLongTerms: a term that is too long for its column is shortened, and the whole is kept.
func TestLongTerms(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", maxTermRunes+50)
	r := one(t, basic+",sex,lifeStage,basisOfRecord,identificationQualifier", "Aedes vexans,1,2,2007"+strings.Repeat(","+long, 4))
	for key, short := range map[string]string{
		"sex": r.Sex, "lifeStage": r.LifeStage, "basisOfRecord": r.BasisOfRecord, "identificationQualifier": r.Qualifier,
	} {
		if n := utf8.RuneCountInString(short); n > maxTermRunes || n < maxTermRunes-10 || r.Metadata[key] != long {
			t.Errorf("%s has %d characters, and the metadata %v", key, n, r.Metadata[key])
		}
	}
}

func TestControlCharacters(t *testing.T) {
	t.Parallel()
	r := one(t, basic+",occurrenceRemarks,eventID,habitat", "Aedes\x01 vexans,1,2,2007,\"a\tb\nc\x1b\u0085\ufffd\",\"E\n1\",\x7fmarsh")
	if r.ScientificName != "Aedes vexans" || r.Notes != "a\tb\nc  ?" || r.EventID != "E 1" || r.Metadata["habitat"] != "marsh" {
		t.Errorf("read %+v", r)
	}
}

func TestRowsAndLines(t *testing.T) {
	t.Parallel()
	out := readText(t, "r.csv", "\n"+basic+",n\n\nAedes,1,2,2007,\"a\nb\"\n,,,,\nAedes,1\nAedes,1,2,2007,x,,\n", Options{})
	var lines []int
	for _, row := range out.rows {
		lines = append(lines, row.Line)
		if len(row.Values) != len(out.header) {
			t.Errorf("line %d has %d values, the header %d", row.Line, len(row.Values), len(out.header))
		}
	}
	if !slices.Equal(lines, []int{4, 6, 7, 8}) || len(out.records) != 2 || out.rejects["no name"] != 1 || out.rejects["no coordinates"] != 1 {
		t.Errorf("lines %v, rejects %v", lines, out.rejects)
	}
}

func TestFileErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, content, want string
		line                int
	}{
		{"empty.csv", "", "the file is empty", 0},
		{"blank.csv", "\n\n", "the file is empty", 0},
		{"columns.csv", "a,b\n1,2\n", "no column for the name (scientificName)", 0},
		{"date.csv", "scientificName,lat,lon\n", `no column for the date (eventDate or year); the columns are "scientificName", "lat", "lon"; say which they are with --map`, 0},
		{"quote.csv", basic + "\nAedes,1,2,2007\n\"Aedes,1,2,2007\n", "unterminated quote", 3},
		{"nul.csv", basic + "\nAedes,1,2,2007\nAe\x00des,1,2,2007\n", "NUL byte", 3},
		{"gzip.csv", "\x1f\x8b\x08", "cannot be unpacked", 0},
		{"broken.zip", "PK\x03\x04 and no more", "the zip cannot be read", 0},
		{"meta.xml", `<?xml version="1.0"?><archive/>`, "XML, not a table", 0},
		{"broken.geojson", "{\"type\":\"FeatureCollection\",\n\"features\":[\n{\"type\":", "malformed JSON", 3},
	} {
		_, err := readAll(t, filetest.Write(t, test.name, test.content), Options{})
		var broken *FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), test.want) || broken.Line != test.line || broken.File != test.name {
			t.Errorf("%s: error %v; want %q on line %d", test.name, err, test.want, test.line)
		}
	}
	_, err := Open(t.Context(), filepath.Join(t.TempDir(), "absent.csv"), Options{})
	var broken *FileError
	if !errors.As(err, &broken) || !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), t.TempDir()) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	content := basic + "\n" + strings.Repeat("Aedes,1,2,2007\n", 100)
	r, err := Open(t.Context(), filetest.Write(t, "p.csv", content), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for err == nil {
		_, err = r.Next()
	}
	if done, total := r.Progress(); done != int64(len(content)) || total != done {
		t.Errorf("%d of %d bytes, want %d", done, total, len(content))
	}
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Errorf("close twice: %v", err)
	}
}

func TestSexes(t *testing.T) {
	t.Parallel()
	for sex, words := range map[string]string{
		"female": "F, Female, Hembra, hembras, femelle, Femelles, fêmea, fêmeas, femea, самка, Самки, самок",
		"male":   "M, Males, macho, Machos, mâle, Mâles, самец, самцы, Самцов",
	} {
		for word := range strings.SplitSeq(words, ", ") {
			if r := one(t, basic+",sex", "Aedes,1,2,2007,"+word); r.Sex != sex || !strings.EqualFold(word, sex) && r.Metadata["sex"] != word {
				t.Errorf("%s is %q, kept %v", word, r.Sex, r.Metadata)
			}
		}
	}
}
