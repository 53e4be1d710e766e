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
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// writeOccurrences writes occurrences with a writer that make makes.
func writeOccurrences(t testing.TB, name string, occurrences []Occurrence, make func(io.Writer) Writer) string {
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

// recordOf is the record that an occurrence is read as from a private copy, but for its hash.
func recordOf(t testing.TB, o Occurrence) *Record {
	t.Helper()
	r := &Record{
		ID: uuidOf(t, o.ID), OccurrenceID: o.OccurrenceID, Name: names.Name{Scientific: o.ScientificName}, VerbatimName: o.VerbatimScientificName,
		Qualifier: o.Qualifier, Count: o.Count, Absent: o.Absent, Lat: o.Lat, Lon: o.Lon, Date: o.Date, AccuracyM: o.AccuracyM,
		LifeStage: o.LifeStage, Sex: o.Sex, SamplingProtocol: o.SamplingProtocol, EventID: o.EventID, Notes: o.Notes,
		BasisOfRecord: o.BasisOfRecord, Licence: o.Licence, DatasetID: o.Dataset.ID, DatasetName: o.Dataset.Name, Status: o.Status,
		ObserverName: o.Private.Observer, Own: &Own{Flags: o.Flags, Dataset: Dataset{Key: o.Dataset.Key, Licence: o.Dataset.Licence}, Private: o.Private},
	}
	if o.Metadata != nil {
		var ok bool
		if r.Metadata, ok = parseMembers(string(o.Metadata)); !ok {
			t.Fatalf("metadata %s", o.Metadata)
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
func publicRecordOf(t testing.TB, o Occurrence) *Record {
	t.Helper()
	o.Private = Private{}
	o.Metadata = withoutObservers(o.Metadata)
	if string(o.Metadata) == "{}" {
		o.Metadata = nil
	}
	return recordOf(t, o)
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
		have.Hash, have.Name = [16]byte{}, names.Name{Scientific: have.Name.Scientific}
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
func randomOccurrence(random *rand.Rand, i int) Occurrence {
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	text := func() string { return randomText(random) }
	var id [16]byte
	for at := range id {
		id[at] = byte(random.Uint32())
	}
	digits := hex.EncodeToString(id[:])
	o := Occurrence{
		ID:             strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-"),
		OccurrenceID:   pick("", fmt.Sprintf("id:%d", i), fmt.Sprintf("=%d", i), fmt.Sprintf("-%d", i), fmt.Sprintf(" %d ", i)),
		ScientificName: pick("Aedes aegypti", "Aedes sp.", "Anopheles maculipennis s.l.", "Aedes cinereus/geminus", "Culex pipiens × quinquefasciatus", "Culex pipiens?", "unknown", "No mosquitoes", "=x"),
		Rank:           names.Species, Family: pick("", "Culicidae"), VerbatimScientificName: pick("", "Aedes aegypti (Linnaeus, 1762)", "Stegomyia, \"sp.\"", text()),
		Qualifier: pick("", "cf.", "?", text()), Count: 1 + random.IntN(maxCount), Lat: round7(random.Float64()*180 - 90), Lon: round7(random.Float64()*360 - 180),
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
		o.Dataset = Dataset{ID: pick("traps", "doi:10.1/x", "=x"), Name: pick("Traps, \"all\"", "-x"), Licence: pick("", "CC-BY 4.0", "ask us"), Key: pick("", "traps")}
	}
	if random.IntN(2) == 0 {
		o.Private = Private{Observer: text(), UserID: text(), ImageURL: pick("", "https://example.org/a.jpg", "/static/predictions/a.jpg"), ModelID: text()}
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
	occurrences := make([]Occurrence, 3000)
	for i := range occurrences {
		occurrences[i] = randomOccurrence(random, i)
	}
	for _, c := range []struct {
		name   string
		public bool
		make   func(io.Writer) Writer
	}{
		{"private.csv", false, func(w io.Writer) Writer { return NewCSV(w, CSVOptions{Private: true}) }},
		{"public.csv", true, func(w io.Writer) Writer { return NewCSV(w, CSVOptions{}) }},
		{"excel.csv", false, func(w io.Writer) Writer { return NewCSV(w, CSVOptions{BOM: true, Private: true}) }},
		{"raw.csv", false, func(w io.Writer) Writer { return NewCSV(w, CSVOptions{Raw: true, Private: true}) }},
		{"raw and public.csv", true, func(w io.Writer) Writer { return NewCSV(w, CSVOptions{Raw: true}) }},
		{"private.zip", false, func(w io.Writer) Writer { return NewArchive(w, ArchiveOptions{Private: true}) }},
		{"public.zip", true, func(w io.Writer) Writer { return NewArchive(w, ArchiveOptions{}) }},
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
		occurrences := []Occurrence{randomOccurrence(random, i)}[:min(i, 1)]
		for name, make := range map[string]func(io.Writer) Writer{
			"a.csv": func(w io.Writer) Writer { return NewCSV(w, CSVOptions{Private: true}) },
			"a.zip": func(w io.Writer) Writer { return NewArchive(w, ArchiveOptions{Private: true}) },
		} {
			r, err := Open(writeOccurrences(t, name, occurrences, make), Options{})
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

// TestObserversStay holds that no public export names an observer or says who is behind a record.
func TestObserversStay(t *testing.T) {
	t.Parallel()
	o := Occurrence{
		ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes", Date: dates.Date{Start: clock(), Precision: dates.PrecisionTime}, Count: 1,
		Metadata: json.RawMessage(`{"recordedBy": "Jane Roe", "recordedByID": "0000-0001", "habitat": "marsh"}`),
		Private: Private{
			Observer: "Jane Roe", UserID: "secret-user", ImageURL: "https://example.org/jane.jpg", PredictionID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2d",
			ModelID: "secret-model", SourceHash: []byte("0123456789abcdef"),
		},
	}
	secrets := []string{"Jane", "0000-0001", "secret", "example.org", "1b2d", hex.EncodeToString(o.Private.SourceHash)}
	var public, private bytes.Buffer
	for out, w := range map[*bytes.Buffer]Writer{&public: NewCSV(&public, CSVOptions{}), &private: NewCSV(&private, CSVOptions{Private: true})} {
		if err := errors.Join(w.Write(o), w.Close()); err != nil || !strings.Contains(out.String(), "marsh") {
			t.Errorf("written: %s, %v", out, err)
		}
	}
	for _, secret := range secrets {
		if strings.Contains(public.String(), secret) || !strings.Contains(private.String(), secret) {
			t.Errorf("%s: public %s private %s", secret, &public, &private)
		}
	}
}

// TestCSVGuardsFormulas holds what a spreadsheet program gets to see.
func TestCSVGuardsFormulas(t *testing.T) {
	t.Parallel()
	for notes, shown := range map[string]string{
		"=1+1": "'=1+1", "+a": "'+a", "-a": "'-a", "@a": "'@a", "\ta": "'\ta", "\ra": "'\ra", "-1": "-1", "+1.5e-3": "+1.5e-3", "-": "'-", "--1": "'--1",
		"-1+1": "'-1+1", "'=1": "''=1", "'a": "'a", "a=1": "a=1", "": "", "-0x1": "'-0x1", "-.": "'-.", "-Infinity": "'-Infinity", "1,5": "1,5",
	} {
		for _, raw := range []bool{false, true} {
			var out bytes.Buffer
			w := NewCSV(&out, CSVOptions{Raw: raw})
			o := Occurrence{ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes", Notes: notes, Count: 3, Lat: -1, Lon: -2.5, Date: dates.Date{Start: clock(), Precision: dates.PrecisionDay}}
			if err := errors.Join(w.Write(o), w.Close()); err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
			if err != nil || len(rows) != 2 {
				t.Fatal(rows, err)
			}
			cell := func(column string) string { return rows[1][slices.Index(rows[0], column)] }
			want := shown
			if raw {
				want = notes
			}
			if cell("occurrenceRemarks") != want || cell("decimalLongitude") != "-2.5" || cell("decimalLatitude") != "-1" {
				t.Errorf("raw %v: %q is %q, want %q", raw, notes, cell("occurrenceRemarks"), want)
			}
		}
	}
}

func TestCSVIsRFC4180(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := NewCSV(&out, CSVOptions{BOM: true})
	o := Occurrence{ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes", Notes: "a\n\"b\"", Count: 3, Lat: 1, Lon: -2.5, Date: dates.Date{Start: clock(), Precision: dates.PrecisionDay}}
	if err := errors.Join(w.Write(o), w.Close()); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(out.String(), "\xef\xbb\xbf")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 2 || !marked || !slices.Contains(rows[1], "a\n\"b\"") || strings.Count(text, "\r\n") != 2 {
		t.Errorf("written %q, read %q, %v", out.String(), rows, err)
	}
}

// TestOwnRowsAreChecked holds what an own file may not say, because people and programs change such files.
func TestOwnRowsAreChecked(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"id": "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", "decimalLatitude": "1", "decimalLongitude": "2", "eventDate": "2007", "scientificName": "Aedes",
		"individualCount": "1", "occurrenceStatus": "present", "identificationVerificationStatus": "verified",
	}
	columns := ownKind{table: true, private: true}.columns()
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
		out, err := readAll(t, writeFile(t, "a.csv", file.String()), Options{})
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
	path := writeOccurrences(t, "a.csv", nil, func(w io.Writer) Writer { return NewCSV(w, CSVOptions{}) })
	r, err := Open(path, Options{Map: headers.Mapping{Columns: map[string]string{"notes": "occurrenceRemarks"}}})
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

func TestWritersKeepTheirError(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]Writer{"csv": NewCSV(brokenWriter{}, CSVOptions{}), "archive": NewArchive(brokenWriter{}, ArchiveOptions{})} {
		var err error
		for i := 0; err == nil && i < 100_000; i++ {
			err = w.Write(Occurrence{ID: fmt.Sprint(i * i), Date: dates.Date{Start: clock()}})
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
	o := randomOccurrence(rand.New(rand.NewPCG(1, 2)), 1)
	w := NewCSV(io.Discard, CSVOptions{})
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(o); err != nil {
			b.Fatal(err)
		}
	}
}
