package export

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

// noon is when the records of the tests were observed.
var noon = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)

// TestObserversStay holds that no public export names an observer or says who is behind a record.
func TestObserversStay(t *testing.T) {
	t.Parallel()
	o := Occurrence{
		ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes", Date: dates.Date{Start: noon, Precision: dates.PrecisionTime}, Count: 1,
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
			o := Occurrence{ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes", Notes: notes, Count: 3, Lat: -1, Lon: -2.5, Date: dates.Date{Start: noon, Precision: dates.PrecisionDay}}
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
	o := Occurrence{ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes", Notes: "a\n\"b\"", Count: 3, Lat: 1, Lon: -2.5, Date: dates.Date{Start: noon, Precision: dates.PrecisionDay}}
	if err := errors.Join(w.Write(o), w.Close()); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(out.String(), "\xef\xbb\xbf")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 2 || !marked || !slices.Contains(rows[1], "a\n\"b\"") || strings.Count(text, "\r\n") != 2 {
		t.Errorf("written %q, read %q, %v", out.String(), rows, err)
	}
}

func TestWritersKeepTheirError(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]Writer{"csv": NewCSV(brokenWriter{}, CSVOptions{}), "archive": NewArchive(brokenWriter{}, ArchiveOptions{})} {
		var err error
		for i := 0; err == nil && i < 100_000; i++ {
			err = w.Write(Occurrence{ID: fmt.Sprint(i * i), Date: dates.Date{Start: noon}})
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
	o := Occurrence{
		ID: "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c", ScientificName: "Aedes aegypti", VerbatimScientificName: "Stegomyia, \"sp.\"", Count: 3,
		Lat: 50.8503462, Lon: 4.3517211, Date: dates.Date{Start: noon, Precision: dates.PrecisionTime, Offset: 60}, SamplingProtocol: "CDC light trap",
		Notes: "two\nlines", Metadata: json.RawMessage(`{"trapNights": 2.50, "recordedBy": "Jane Roe"}`), Dataset: Dataset{ID: "traps", Name: "Traps"},
	}
	w := NewCSV(io.Discard, CSVOptions{})
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(o); err != nil {
			b.Fatal(err)
		}
	}
}
