package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// scanAll reads all rows of a text, each as its line and its values.
func scanAll(r io.Reader, d Dialect) (rows [][]string, lines []int, err error) {
	s := newScanner("data.csv", r, d)
	for {
		if err := s.next(); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return rows, lines, err
		}
		row := make([]string, s.len())
		s.fill(row)
		rows = append(rows, row)
		lines = append(lines, s.rowLine)
	}
}

func TestScanner(t *testing.T) {
	t.Parallel()
	csv, tsv, cr := Dialect{Sep: ',', Quote: '"'}, Dialect{Sep: '\t'}, Dialect{Sep: ',', Quote: '"', bareCR: true}
	for _, test := range []struct {
		name, in string
		dialect  Dialect
		want     [][]string
		lines    []int
	}{
		{"LF", "a,b\nc,d\n", csv, [][]string{{"a", "b"}, {"c", "d"}}, []int{1, 2}},
		{"no last line end", "a,b\nc,d", csv, [][]string{{"a", "b"}, {"c", "d"}}, []int{1, 2}},
		{"CRLF", "a,b\r\nc,d\r\n", csv, [][]string{{"a", "b"}, {"c", "d"}}, []int{1, 2}},
		{"CR", "a,b\rc,d\r", cr, [][]string{{"a", "b"}, {"c", "d"}}, []int{1, 2}},
		{"CR, then others", "a\rb\nc\r\nd", cr, [][]string{{"a"}, {"b"}, {"c"}, {"d"}}, []int{1, 2, 3, 4}},
		{"CR within an LF file", "a\rb,c\n", csv, [][]string{{"a\rb", "c"}}, []int{1}},
		{"blank lines", "a\n\n  \r\nb\n", csv, [][]string{{"a"}, {"b"}}, []int{1, 4}},
		{"empty values", ",\n,,\n", csv, [][]string{{"", ""}, {"", "", ""}}, []int{1, 2}},
		{"quoted", `"a,b","c ""d""",e` + "\n", csv, [][]string{{"a,b", `c "d"`, "e"}}, []int{1}},
		{"quoted lines", "\"a\r\nb\",c\nd\n", csv, [][]string{{"a\r\nb", "c"}, {"d"}}, []int{1, 3}},
		{"quoted lines, CR", "\"a\nb\rc\",d\re\r", cr, [][]string{{"a\nb\rc", "d"}, {"e"}}, []int{1, 4}},
		{"stray quote", `5" trap,a"b",c` + "\n", csv, [][]string{{`5" trap`, `a"b"`, "c"}}, []int{1}},
		{"text behind the quote", `"a" b,"c"d` + "\n", csv, [][]string{{"a b", "cd"}}, []int{1}},
		{"empty quoted last", "a,\"\"\r\n", csv, [][]string{{"a", ""}}, []int{1}},
		{"quoted row is not blank", "\"\"\n", csv, [][]string{{""}}, []int{1}},
		{"unquoted quotes", "\"a\t\"b\"\n", tsv, [][]string{{`"a`, `"b"`}}, []int{1}},
		{"tabs alone are a row", "\t\t\n", tsv, [][]string{{"", "", ""}}, []int{1}},
		{"other quote", "'a,b',c\n", Dialect{Sep: ',', Quote: '\''}, [][]string{{"a,b", "c"}}, []int{1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for how, r := range map[string]io.Reader{
				"at once":      strings.NewReader(test.in),
				"byte by byte": iotest.OneByteReader(strings.NewReader(test.in)),
				"with EOF":     iotest.DataErrReader(strings.NewReader(test.in)),
			} {
				rows, lines, err := scanAll(r, test.dialect)
				if err != nil || !reflect.DeepEqual(rows, test.want) || !slices.Equal(lines, test.lines) {
					t.Errorf("%s: %q at %v, %v; want %q at %v", how, rows, lines, err, test.want, test.lines)
				}
			}
		})
	}
}

func TestScannerRefuses(t *testing.T) {
	t.Parallel()
	csv := Dialect{Sep: ',', Quote: '"'}
	for _, test := range []struct {
		name   string
		in     io.Reader
		reason string
		line   int
	}{
		{"unterminated quote", strings.NewReader("a,b\n\nc,\"d\ne,f\n"), "unterminated quote", 3},
		{"unterminated quote at the end", strings.NewReader("a\n\""), "unterminated quote", 2},
		{"NUL", strings.NewReader("a\nb\x00c\n"), "NUL byte, this is not text", 2},
		{"NUL in quotes", strings.NewReader("\"b\x00c\"\n"), "NUL byte, this is not text", 1},
		{"long value", strings.NewReader("a\n" + strings.Repeat("x", MaxFieldBytes+1)), "a value over 1 MiB", 2},
		{"long quoted value", strings.NewReader(`"` + strings.Repeat("x", MaxFieldBytes+1) + `"`), "a value over 1 MiB", 1},
		{"long row", strings.NewReader("a\n\"" + strings.Repeat("x\n", MaxRowBytes)), "a row over 4 MiB, or a quote that is never closed", 2},
		{"many values", strings.NewReader(strings.Repeat(",", MaxColumns)), "a row of more than 2000 values", 1},
		{"broken reader", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(errors.New("disk"))), "cannot be read", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := scanAll(test.in, csv)
			var broken *FileError
			if !errors.As(err, &broken) || broken.Reason != test.reason || broken.Line != test.line || broken.File != "data.csv" {
				t.Errorf("error %v; want %q on line %d", err, test.reason, test.line)
			}
		})
	}
}

func TestCSVSpectrum(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	root := filepath.Join(data, "csv-spectrum")
	files, err := filepath.Glob(filepath.Join(root, "csvs", "*.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", root, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".csv")
		if name == "location_coordinates" {
			continue // its expectation is of another file
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rows, _, err := scanAll(strings.NewReader(string(data)), detect(data, true, func([]string) (int, bool) { return 0, false }, separators))
			if err != nil {
				t.Fatal(err)
			}
			var want, got []map[string]string
			for _, row := range rows[1:] {
				object := map[string]string{}
				for i, value := range row {
					object[rows[0][i]] = value
				}
				got = append(got, object)
			}
			expected, err := os.ReadFile(filepath.Join(root, "json", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			// The files have lost the CRs that their expectations speak of.
			expected = bytes.ReplaceAll(expected, []byte(`\r\n`), []byte(`\n`))
			if err := json.Unmarshal(expected, &want); err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(got, want, maps.Equal) {
				t.Errorf("read %v, want %v", got, want)
			}
		})
	}
}

// FuzzScanner holds that a text reads the same in one piece and byte by byte, that lines only grow,
// and that nothing panics.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{"a,b\r\n\"c\"\"\r\nd\",e\n", "a\rb\r\rc", "\"x", ",,\n\"\",\"a\"b\n", "\"a\"\r"} {
		f.Add(seed, byte(','), true, false)
		f.Add(seed, byte('\t'), false, true)
	}
	f.Fuzz(func(t *testing.T, text string, sep byte, quoted, cr bool) {
		d := Dialect{Sep: sep, bareCR: cr}
		if sep == '\n' || sep == '\r' || sep == '"' || sep == ' ' {
			t.Skip()
		}
		if quoted {
			d.Quote = '"'
		}
		rows, lines, err := scanAll(strings.NewReader(text), d)
		slowRows, slowLines, slowErr := scanAll(iotest.OneByteReader(strings.NewReader(text)), d)
		if !reflect.DeepEqual(rows, slowRows) || !slices.Equal(lines, slowLines) || fmt.Sprint(err) != fmt.Sprint(slowErr) {
			t.Fatalf("%q at %v, %v; byte by byte %q at %v, %v", rows, lines, err, slowRows, slowLines, slowErr)
		}
		for i := 1; i < len(lines); i++ {
			if lines[i] <= lines[i-1] {
				t.Fatalf("lines %v", lines)
			}
		}
	})
}
