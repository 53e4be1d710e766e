package darwincore

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// occurrenceOf is the occurrence that a record is exported as.
func occurrenceOf(t testing.TB, r *Record) Occurrence {
	t.Helper()
	metadata, err := json.Marshal(r.Metadata)
	if err != nil {
		t.Fatal(err)
	}
	return Occurrence{
		ID: r.OccurrenceID, ScientificName: r.Name.Scientific, VerbatimScientificName: r.VerbatimName, Count: r.Count, Absent: r.Absent,
		Lat: r.Lat, Lon: r.Lon, Date: r.Date, AccuracyM: r.AccuracyM, LifeStage: r.LifeStage, Sex: r.Sex,
		SamplingProtocol: r.SamplingProtocol, EventID: r.EventID, Notes: r.Notes, Metadata: metadata,
		DatasetID: "traps", DatasetName: "Traps, \"all\"", Licence: "CC-BY 4.0", CountryCode: "BE",
		BasisOfRecord: "HumanObservation", IdentificationVerificationStatus: "unverified",
	}
}

// writeRecords writes records with a writer that make makes.
func writeRecords(t testing.TB, name string, records []*Record, make func(*os.File) Writer) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := make(file)
	for _, r := range records {
		if err := w.Write(occurrenceOf(t, r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// sameRecords compares what was written with what was read.
func sameRecords(t testing.TB, got, want []*Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d records, want %d", len(got), len(want))
	}
	for i := range want {
		expected := *want[i]
		expected.ObserverName, expected.StatedCountry = "", ""
		expected.BasisOfRecord, expected.Licence, expected.Status = "HumanObservation", "CC-BY 4.0", "unverified"
		expected.DatasetID, expected.DatasetName = "traps", "Traps, \"all\""
		expected.Flags &^= DateConflict
		expected.Name, _ = names.Parse(expected.Name.Scientific)
		expected.Hash = (&hasher{}).sum(&expected)
		if !reflect.DeepEqual(got[i], &expected) {
			t.Fatalf("record %d:\n got %+v\nwant %+v", i, got[i], &expected)
		}
	}
}

// randomRecord makes a record with all that a field can hold.
func randomRecord(random *rand.Rand, i int) *Record {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	written := []string{
		"2007-05-06", "2007", "2007-05", "2007-05-06/2007-05-13", "2006-01-01/2008-12-31", "2007-05-06T10:30:15.123456Z",
		"2007-05-06T10:30:00Z", "2007-05-06T18:00:00Z/2007-05-07", "1901-12-31",
	}
	date, err := dates.Parse(pick(written...))
	if err != nil {
		panic(err)
	}
	name := pick("Aedes aegypti", "Aedes", "Anopheles maculipennis s.l.", "Aedes cinereus/geminus", "Culex pipiens × quinquefasciatus")
	parsed, _ := names.Parse(name)
	text := func() string {
		return pick("", "plain", "a,b", `say "x"`, "tab\there", "two\nlines", "CRLF\r\nhere", "CR\rhere", "=SUM(A1)", "-1", "ñü–Ж中", " blanks ", "NA", "null", `\N`, `\t`, "'", `"`)
	}
	r := &Record{
		OccurrenceID: fmt.Sprintf("id:%d", i), Name: parsed, VerbatimName: pick(name, name+" (Linnaeus, 1762)", "Stegomyia, \"sp.\""),
		Count: 1 + random.IntN(maxCount), Lat: round7(random.Float64()*180 - 90), Lon: round7(random.Float64()*360 - 180), Date: date,
		LifeStage: pick("", "adult", "larva", "1st instar"), Sex: pick("", "female", "undetermined", "gynandromorph"),
		SamplingProtocol: pick("", "CDC light trap", "a,b"), EventID: pick("", "E:1", "NA"), Notes: text(), ObserverName: pick("", "M. Doe"),
	}
	if random.IntN(5) == 0 {
		r.Absent, r.Count = true, 0
	}
	if random.IntN(2) == 0 {
		accuracy := math.Round(random.Float64()*1e6) / 100
		r.AccuracyM = &accuracy
	}
	if random.IntN(3) > 0 {
		r.Metadata = map[string]any{
			"trapNights": json.Number("2.50"), "countryCode": text(), "sex": "F", "basisOfRecord": "x", "dynamicProperties": text(),
			"measurementOrFact": []any{map[string]any{"measurementType": text(), "deep": []any{nil, true, json.Number("1e3")}}}, "Ж key": map[string]any{},
		}
	}
	return r
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	records := make([]*Record, 3000)
	for i := range records {
		records[i] = randomRecord(random, i)
	}
	for name, make := range map[string]func(*os.File) Writer{
		"records.csv":  func(f *os.File) Writer { return NewCSV(f, false) },
		"excel.csv":    func(f *os.File) Writer { return NewCSV(f, true) },
		"archive.zip":  func(f *os.File) Writer { return NewArchive(f, nil, ArchiveOptions{}) },
		"of two.zip":   func(f *os.File) Writer { return NewArchive(f, []Source{{Name: "a"}, {Name: "b"}}, ArchiveOptions{}) },
		"no ending":    func(f *os.File) Writer { return NewCSV(f, false) },
		"as zip.other": func(f *os.File) Writer { return NewArchive(f, nil, ArchiveOptions{}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := readAll(t, writeRecords(t, name, records, make), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.rejects) > 0 || len(out.warnings) > 0 {
				t.Errorf("rejects %v, warnings %v", out.rejects, out.warnings)
			}
			sameRecords(t, out.records, records)
		})
	}
}

// TestRoundTripOfRealData writes what was read of the field's files and reads it again.
func TestRoundTripOfRealData(t *testing.T) {
	t.Parallel()
	out, err := readAll(t, filepath.Join(testData(t), "occurrence", "dwca-modirisk-monitoring-2-v3.5.zip"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := writeRecords(t, "again.zip", out.records, func(f *os.File) Writer { return NewArchive(f, []Source{out.source}, ArchiveOptions{}) })
	again, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	sameRecords(t, again.records, out.records)
}

func TestArchiveSource(t *testing.T) {
	t.Parallel()
	created := time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	sources := []Source{{Name: "Traps <A> & B", Licence: "CC-BY 4.0", Citation: "Doe & Roe (2010)", URL: "https://doi.org/10.1234/abc"}, {Name: "Other", Licence: "CC-BY 4.0"}}
	opts := ArchiveOptions{Title: "Mosquitoes <of> Belgium & more", Created: created, Citation: "Skeeter (2024)", URL: "https://example.org/export", Version: "7"}
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := NewArchive(out, sources, opts).Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two archives of the same differ")
	}
	out, err := readAll(t, writeFile(t, "a.zip", first.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := Source{Name: opts.Title, Licence: "CC-BY 4.0", Citation: "Skeeter (2024)", URL: "https://example.org/export", Version: "7"}
	if out.source != want || len(out.rows) != 0 {
		t.Errorf("source %+v, want %+v", out.source, want)
	}
}

// TestObserversStay holds that no export names an observer.
func TestObserversStay(t *testing.T) {
	t.Parallel()
	r := one(t, basic+",recordedBy,recordedByID,habitat", "Aedes,1,2,2007,\""+strings.Repeat("Jane Roe, ", 30)+"\",0000-0001,marsh")
	if len(r.Metadata) != 3 {
		t.Fatalf("metadata %v", r.Metadata)
	}
	var out bytes.Buffer
	w := NewCSV(&out, false)
	if err := errors.Join(w.Write(occurrenceOf(t, r)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, "Jane") || strings.Contains(text, "0000-0001") || !strings.Contains(text, "marsh") {
		t.Errorf("written: %s", text)
	}
}

func TestCSVIsRFC4180(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := NewCSV(&out, true)
	o := Occurrence{ID: "=1+1", ScientificName: "Aedes", Notes: "a\n\"b\"", Count: 3, Lat: 1, Lon: -2.5, Date: dates.Date{Start: clock(), Precision: dates.PrecisionDay}}
	if err := errors.Join(w.Write(o), w.Close()); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(out.String(), "\xef\xbb\xbf")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 2 || !marked || rows[1][0] != "=1+1" || rows[1][20] != "a\n\"b\"" || strings.Count(text, "\r\n") != 2 {
		t.Errorf("written %q, read %q, %v", out.String(), rows, err)
	}
}

func TestWritersKeepTheirError(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]Writer{"csv": NewCSV(brokenWriter{}, false), "archive": NewArchive(brokenWriter{}, nil, ArchiveOptions{})} {
		var err error
		for i := 0; err == nil && i < 100_000; i++ {
			err = w.Write(Occurrence{Date: dates.Date{Start: clock()}})
		}
		if !errors.Is(err, errBroken) || !errors.Is(w.Close(), errBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func BenchmarkWriteCSV(b *testing.B) {
	r := randomRecord(rand.New(rand.NewPCG(1, 2)), 1)
	o := occurrenceOf(b, r)
	w := NewCSV(io.Discard, false)
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(o); err != nil {
			b.Fatal(err)
		}
	}
}
