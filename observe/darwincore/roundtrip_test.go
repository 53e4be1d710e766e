package darwincore

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// writeOccurrences writes occurrences with a writer that make makes.
func writeOccurrences(t testing.TB, name string, occurrences []export.Occurrence, make func(io.Writer) export.Writer) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := make(file)
	for _, o := range occurrences {
		if err := w.Write(o); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAChangedExportIsNoOtherFile: its records would not be known again, and be stored a second time.
func TestAChangedExportIsNoOtherFile(t *testing.T) {
	t.Parallel()
	public, private := export.Kind{Table: true}.Columns(), export.Kind{Table: true, Private: true}.Columns()
	for _, test := range []struct {
		header []string
		says   string // "" where the file is read
	}{
		{public, ""},
		{append(slices.Clone(public), "reviewer"), `"reviewer"`},
		{append(slices.Clone(private), "a", "b"), `"a", "b"`},
		{append(public[1:], public[0]), `"occurrenceID"`},
		{append(slices.Clone(public), "recordedBy"), `"recordedBy"`},
		{public[:len(public)-1], ""}, // one less: as any other file
	} {
		_, err := Open(t.Context(), filetest.Write(t, "x.csv", strings.Join(test.header, ",")+"\n"), Options{})
		if said := err != nil && strings.Contains(err.Error(), "export of skeeter") && strings.Contains(err.Error(), test.says); said != (test.says != "") {
			t.Errorf("%q: %v", test.header, err)
		}
	}
	mapped := Options{Map: headers.Mapping{Columns: map[string]string{"observer": "reviewer"}}}
	if _, err := Open(t.Context(), filetest.Write(t, "x.csv", strings.Join(append(slices.Clone(public), "reviewer"), ",")+"\n"), mapped); err != nil {
		t.Errorf("with a map: %v", err)
	}
}

// recordOf is the record that an occurrence is read as from a private copy, but for its hash.
func recordOf(t testing.TB, o export.Occurrence) *Record {
	t.Helper()
	r := &Record{
		ID: uuidOf(t, o.ID), OccurrenceID: o.OccurrenceID, ScientificName: o.ScientificName, VerbatimName: o.VerbatimScientificName,
		Qualifier: o.Qualifier, Count: o.Count, Absent: o.Absent, Lat: o.Lat, Lon: o.Lon, Date: o.Date, AccuracyM: o.AccuracyM,
		LifeStage: o.LifeStage, Sex: o.Sex, SamplingProtocol: o.SamplingProtocol, EventID: o.EventID, Notes: o.Notes,
		StatedCountry: o.CountryCode, BasisOfRecord: o.BasisOfRecord, Licence: o.Licence, DatasetID: o.Dataset.ID, DatasetName: o.Dataset.Name, Status: o.Status,
		ObserverName: o.Private.Observer, Own: &Own{Flags: o.Flags, Dataset: export.Dataset{Key: o.Dataset.Key, Licence: o.Dataset.Licence}, Private: o.Private},
	}
	if o.Metadata != nil {
		decoder := json.NewDecoder(bytes.NewReader(o.Metadata))
		decoder.UseNumber()
		if err := decoder.Decode(&r.Metadata); err != nil {
			t.Fatalf("metadata %s: %v", o.Metadata, err)
		}
	}
	return r
}

func uuidOf(t testing.TB, s string) [16]byte {
	t.Helper()
	id, ok := parseUUID(s)
	if !ok {
		t.Fatalf("%q is no UUID", s)
	}
	return id
}

// publicRecordOf is recordOf for a public file.
func publicRecordOf(t testing.TB, o export.Occurrence) *Record {
	t.Helper()
	o.Private = export.Private{}
	r := recordOf(t, o)
	delete(r.Metadata, "recordedBy")
	delete(r.Metadata, "recordedByID")
	if len(r.Metadata) == 0 {
		r.Metadata = nil
	}
	return r
}

// sameRecords compares what was written with what was read.
func sameRecords(t testing.TB, got, want []*Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d records, want %d", len(got), len(want))
	}
	for i := range want {
		have := *got[i]
		if have.Own.SourceHash != nil && !bytes.Equal(have.Own.SourceHash, have.Hash[:]) {
			t.Fatalf("record %d: hash %x, its source's %x", i, have.Hash, have.Own.SourceHash)
		}
		have.Hash, have.spelled, have.doubt = [16]byte{}, "", ""
		if !reflect.DeepEqual(&have, want[i]) {
			t.Fatalf("record %d:\n got %+v %+v\nwant %+v %+v", i, have, have.Own, want[i], want[i].Own)
		}
	}
}

// randomText is one of the texts that formats stumble over.
func randomText(random *rand.Rand) string {
	texts := []string{
		"", "plain", "a,b", `say "x"`, "tab\there", "\tbegins with a tab", "two\nlines", "CRLF\r\nhere", "\rCR", "=SUM(A1)", "+1 555", "-1", "-1e3", "-x",
		"@cmd", "'=SUM(A1)", "''=x", "'plain", "'", "ñü–Ж中🦟", " blanks ", "NA", "null", `\N`, `\t`, `"`, "Occurrence", "\u00a0", "a\u2028b", "\x01\x7f", "�",
	}
	return texts[random.IntN(len(texts))]
}

// randomOccurrence makes an occurrence with all that a field can hold.
func randomOccurrence(random *rand.Rand, i int) export.Occurrence {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	text := func() string { return randomText(random) }
	var id [16]byte
	for at := range id {
		id[at] = byte(random.Uint32())
	}
	digits := hex.EncodeToString(id[:])
	o := export.Occurrence{
		ID:             strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-"),
		OccurrenceID:   pick("", fmt.Sprintf("id:%d", i), fmt.Sprintf("=%d", i), fmt.Sprintf("-%d", i), fmt.Sprintf(" %d ", i)),
		ScientificName: pick("Aedes aegypti", "Aedes sp.", "Anopheles maculipennis s.l.", "Aedes cinereus/geminus", "Culex pipiens × quinquefasciatus", "Culex pipiens?", "unknown", "No mosquitoes", "=x"),
		Rank:           names.Species, Family: pick("", "Culicidae"), VerbatimScientificName: pick("", "Aedes aegypti (Linnaeus, 1762)", "Stegomyia, \"sp.\"", text()),
		Qualifier: pick("", "cf.", "?", text()), Count: 1 + random.IntN(maxCount), Lat: coordinates.Round(random.Float64()*180 - 90), Lon: coordinates.Round(random.Float64()*360 - 180),
		Date: randomDate(random), LifeStage: pick("", "adult", "Larvae", "NA"), Sex: pick("", "female", "F", text()), SamplingProtocol: pick("", "CDC light trap", text()),
		EventID: pick("", "E:1", text()), Notes: text(), BasisOfRecord: pick("", "", "HumanObservation", "Occurrence", text()), Licence: pick("", "", "CC0 1.0", text()),
		Status: pick("unverified", "verified", "rejected"), CountryCode: pick("", "BE"),
	}
	if random.IntN(5) == 0 {
		o.Absent, o.Count = true, 0
	}
	if random.IntN(10) == 0 {
		o.Lat, o.Lon = 0, 0
	}
	if random.IntN(2) == 0 {
		o.AccuracyM = new(math.Round(random.Float64()*1e6) / 100)
	}
	if random.IntN(3) == 0 {
		o.Flags = []string{"country_mismatch", "coarse_place"}[:1+random.IntN(2)]
	}
	if random.IntN(3) > 0 {
		o.Metadata = randomMetadata(random)
	}
	if random.IntN(4) > 0 {
		o.Dataset = export.Dataset{ID: pick("traps", "doi:10.1/x", "=x"), Name: pick("Traps, \"all\"", "-x"), Licence: pick("", "CC-BY 4.0", "ask us"), Key: pick("", "traps")}
	}
	if random.IntN(2) == 0 {
		o.Private = export.Private{Observer: text(), UserID: text(), ImageURL: pick("", "https://example.org/a.jpg", "/static/predictions/a.jpg"), ModelID: text()}
		if random.IntN(2) == 0 {
			o.Private.PredictionID, o.Private.Confidence, o.Private.SourceHash = "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", new(0.123456789), id[:]
		}
	}
	return o
}

// randomDate makes a date of any precision, also those that their text cannot say.
func randomDate(random *rand.Rand) dates.Date {
	day := time.Date(1900+random.IntN(120), time.Month(1+random.IntN(12)), 1+random.IntN(28), 0, 0, 0, 0, time.UTC)
	clock := time.Duration(random.Int64N(int64(24 * time.Hour))).Truncate(time.Microsecond)
	offset := []int{0, 0, 60, -300, 345, 840, -840}[random.IntN(7)]
	month := time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, time.UTC)
	year := time.Date(day.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	all := []dates.Date{
		{Start: day, Precision: dates.PrecisionDay},
		{Start: day.Add(clock), Precision: dates.PrecisionTime, Offset: offset},
		{Start: day, Precision: dates.PrecisionTime, Offset: offset},
		{Start: month, Precision: dates.PrecisionMonth, Until: month.AddDate(0, 1, -1)},
		{Start: year, Precision: dates.PrecisionYear, Until: year.AddDate(1, 0, -1)},
		{Start: day, Precision: dates.PrecisionInterval, Until: day.AddDate(0, 0, 12)},
		{Start: day.Add(clock), Precision: dates.PrecisionInterval, Until: day.AddDate(0, 0, 12), Offset: offset},
		{Start: month, Precision: dates.PrecisionInterval, Until: month.AddDate(0, 1, -1)}, // says what a month says
		{Start: day, Precision: dates.PrecisionInterval, Until: day},
		{Start: day.Add(clock), Precision: dates.PrecisionMonth, Until: month.AddDate(0, 1, -1)},
	}
	return all[random.IntN(len(all))]
}

// randomMetadata is an object with JSON of every kind, as the database writes it.
func randomMetadata(random *rand.Rand) json.RawMessage {
	all := []func() any{
		func() any { return randomText(random) },
		func() any { return json.Number("2.50") },
		func() any { return json.Number("123456789012345678901234567890.000000001") },
		func() any { return nil },
		func() any { return random.IntN(2) == 0 },
		func() any { return []any{} },
		func() any { return map[string]any{} },
		func() any { return []any{nil, true, json.Number("-1000"), map[string]any{"deep": randomText(random)}} },
	}
	keys := []string{"trapNights", "countryCode", "sex", "basisOfRecord", "dynamicProperties", "measurementOrFact", "Ж key", "", "skeeter", "recordedBy", "recordedByID", `with "quotes"`, "flags"}
	members := map[string]any{}
	for range 1 + random.IntN(5) {
		members[keys[random.IntN(len(keys))]] = all[random.IntN(len(all))]()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(members); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

// TestRoundTrip holds that what is written is read again, field by field.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	occurrences := make([]export.Occurrence, 3000)
	for i := range occurrences {
		occurrences[i] = randomOccurrence(random, i)
	}
	for _, c := range []struct {
		name   string
		public bool
		make   func(io.Writer) export.Writer
	}{
		{"private.csv", false, func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{Private: true}) }},
		{"public.csv", true, func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{}) }},
		{"excel.csv", false, func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{BOM: true, Private: true}) }},
		{"raw.csv", false, func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{Raw: true, Private: true}) }},
		{"raw and public.csv", true, func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{Raw: true}) }},
		{"private.zip", false, func(w io.Writer) export.Writer { return export.NewArchive(w, export.ArchiveOptions{Private: true}) }},
		{"public.zip", true, func(w io.Writer) export.Writer { return export.NewArchive(w, export.ArchiveOptions{}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, err := readAll(t, writeOccurrences(t, c.name, occurrences, c.make), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.rejects) > 0 || len(out.warnings) > 0 {
				t.Errorf("rejects %v, warnings %v", out.rejects, out.warnings)
			}
			want := make([]*Record, len(occurrences))
			for i, o := range occurrences {
				if want[i] = recordOf(t, o); c.public {
					want[i] = publicRecordOf(t, o)
				}
			}
			sameRecords(t, out.records, want)
		})
	}
}

// TestSmallFilesRoundTrip holds that a file with one row, and with none, is known too: little tells its dialect and its encoding.
func TestSmallFilesRoundTrip(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 150 {
		occurrences := []export.Occurrence{randomOccurrence(random, i)}[:min(i, 1)]
		for name, make := range map[string]func(io.Writer) export.Writer{
			"a.csv": func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{Private: true}) },
			"a.zip": func(w io.Writer) export.Writer { return export.NewArchive(w, export.ArchiveOptions{Private: true}) },
		} {
			r, err := Open(t.Context(), writeOccurrences(t, name, occurrences, make), Options{})
			if err != nil {
				t.Fatal(err)
			}
			row, err := r.Next()
			switch {
			case !r.Own() || r.Public():
				t.Errorf("%s: own %v, public %v", name, r.Own(), r.Public())
			case i == 0 && !errors.Is(err, io.EOF) || i > 0 && (err != nil || row.Record == nil):
				t.Errorf("%s: %+v, %v", name, row, err)
			case i > 0:
				sameRecords(t, []*Record{row.Record}, []*Record{recordOf(t, occurrences[0])})
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestOwnRowsAreChecked holds what an own file may not say, because people and programs change such files.
func TestOwnRowsAreChecked(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"id": "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", "decimalLatitude": "1", "decimalLongitude": "2", "eventDate": "2007", "scientificName": "Aedes",
		"individualCount": "1", "occurrenceStatus": "present", "identificationVerificationStatus": "verified",
	}
	columns := export.Kind{Table: true, Private: true}.Columns()
	for _, c := range []struct{ column, value, reject string }{
		{"occurrenceRemarks", "fine", ""},
		{"id", "7", errOwnID.Error()},
		{"id", "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2x", errOwnID.Error()},
		{"identificationVerificationStatus", "checked", errOwnStatus.Error()},
		{"individualCount", "0", errOwnPresence.Error()},
		{"individualCount", "many", errCountForm.Error()},
		{"individualCount", "10000001", errCountRange.Error()},
		{"occurrenceStatus", "absent", errOwnPresence.Error()},
		{"decimalLatitude", "91", errLatitudeRange.Error()},
		{"decimalLongitude", "NaN", errLongitudeForm.Error()},
		{"eventDate", "yesterday", dates.ErrForm.Error()},
		{"eventDate", "2999", errFuture.Error()},
		{"scientificName", "", errNoName.Error()},
		{"sex", strings.Repeat("x", 101), "sex over 100 characters"},
		{"coordinateUncertaintyInMeters", "-1", "coordinateUncertaintyInMeters is no number of metres"},
		{"associatedMedia", "javascript:alert(1)", errOwnPicture.Error()},
		{"associatedMedia", "/static/../x", errOwnPicture.Error()},
		{"dynamicProperties", "[1]", errOwnProperties.Error()},
		{"dynamicProperties", `{"a":1} {}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"a":"\u0000"}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"a":"\\u0000"}`, ""},
		{"dynamicProperties", `{"skeeter":1}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"confidence":2}}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"predictionID":"x"}}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"sourceHash":"00"}}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"date":{"start":"2007-01-01T00:00:00Z","precision":"interval","until":"2007-01-31T00:00:00Z"}}}`, ""},
		{"dynamicProperties", `{"skeeter":{"date":{"start":"2007-01-01T00:00:00Z","precision":"interval"}}}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"date":{"start":"2007-01-01T00:00:00Z","precision":"day","offset":60}}}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"date":{"start":"2007-01-01T00:00:00Z","precision":"noon"}}}`, errOwnProperties.Error()},
		{"dynamicProperties", `{"skeeter":{"metadata":[]}}`, errOwnProperties.Error()},
	} {
		cells := make([]string, len(columns))
		for i, column := range columns {
			if cells[i] = good[column]; column == c.column {
				cells[i] = c.value
			}
		}
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		if err := w.WriteAll([][]string{columns, cells}); err != nil {
			t.Fatal(err)
		}
		out, err := readAll(t, filetest.Write(t, "a.csv", file.String()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		reject := ""
		for reason := range out.rejects {
			reject = reason
		}
		if reject != c.reject {
			t.Errorf("%s %q: %q, want %q", c.column, c.value, reject, c.reject)
		}
	}
}

// TestOptionsOverruleAnOwnFile holds that a file whose columns somebody maps is read as any other.
func TestOptionsOverruleAnOwnFile(t *testing.T) {
	t.Parallel()
	path := writeOccurrences(t, "a.csv", nil, func(w io.Writer) export.Writer { return export.NewCSV(w, export.CSVOptions{}) })
	r, err := Open(t.Context(), path, Options{Map: headers.Mapping{Columns: map[string]string{"notes": "occurrenceRemarks"}}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Own() {
		t.Error("an own file, although its columns are mapped")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
