package text

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// knownColumns tells the dialect of the tests' tables. GBIF's downloads, which quote nothing, have a gbifID.
func knownColumns(header []string) (names int, unquoted bool) {
	for _, name := range header {
		switch name {
		case "scientificName", "decimalLatitude", "decimalLongitude", "eventDate":
			names++
		case "gbifID":
			unquoted = true
		}
	}
	return names, unquoted
}

// readTable reads all rows of a table.
func readTable(t *testing.T, content string) (rows []Row) {
	t.Helper()
	file, err := Open("data.txt", func() (io.ReadCloser, int64, error) {
		return io.NopCloser(strings.NewReader(content)), int64(len(content)), nil
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	table, err := OpenTable(file, knownColumns, &Warnings{})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return rows
		}
		if err != nil || row.Fault != nil {
			t.Fatal(err, row.Fault)
		}
		rows = append(rows, row)
	}
}

// TestEncodings reads one text in all encodings and line ends.
func TestEncodings(t *testing.T) {
	t.Parallel()
	text := "scientificName,decimalLatitude,decimalLongitude,eventDate,locality\nAedes aegypti,1,2,2007,Nîmes – Gard\nAedes vexans,1,2,2008,Plain\n"
	encode := func(encoded string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	little := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	big := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for name, encodeText := range map[string]func(string) string{
		"utf-8":               func(s string) string { return s },
		"utf-8 with mark":     func(s string) string { return "\xef\xbb\xbf" + s },
		"utf-16le":            func(s string) string { return encode(little.NewEncoder().String(s)) },
		"utf-16be":            func(s string) string { return encode(big.NewEncoder().String(s)) },
		"utf-16le with mark":  func(s string) string { return "\xff\xfe" + encode(little.NewEncoder().String(s)) },
		"utf-16be with mark":  func(s string) string { return "\xfe\xff" + encode(big.NewEncoder().String(s)) },
		"windows-1252":        func(s string) string { return encode(charmap.Windows1252.NewEncoder().String(s)) },
		"windows-1252, later": func(s string) string { return lateAccents(encode(charmap.Windows1252.NewEncoder().String(s))) },
	} {
		for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
			for _, sep := range []string{",", "\t", ";", "|"} {
				in := strings.ReplaceAll(strings.ReplaceAll(text, ",", sep), "\n", lineEnd)
				rows := readTable(t, encodeText(in))
				n := len(rows)
				if n < 2 || rows[n-2].Values[4] != "Nîmes – Gard" || rows[n-1].Values[0] != "Aedes vexans" {
					t.Errorf("%s, line end %q, separator %q: %d rows", name, lineEnd, sep, n)
				}
			}
		}
	}
}

// lateAccents puts so many plain rows behind the header that what follows them is not looked at when
// the encoding is guessed.
func lateAccents(text string) string {
	lineEnd := "\n"
	if i := strings.IndexByte(text, '\r'); i >= 0 {
		lineEnd = "\r"
		if text[i+1] == '\n' {
			lineEnd = "\r\n"
		}
	}
	header, rest, _ := strings.Cut(text, lineEnd)
	sep := header[len("scientificName") : len("scientificName")+1]
	plain := strings.ReplaceAll("Aedes,1,2,2007,"+strings.Repeat("x", 4000), ",", sep) + lineEnd
	return header + lineEnd + strings.Repeat(plain, 300) + rest
}

func TestQuoting(t *testing.T) {
	t.Parallel()
	header := "gbifID\tscientificName\tdecimalLatitude\tdecimalLongitude\teventDate\tlocality\n"
	rows := readTable(t, header+"1\tAedes\t1\t2\t2007\t\"Villa\"\n2\tAedes\t1\t2\t2007\t\"open\n3\tAedes\t1\t2\t2007\tx\n")
	if len(rows) != 3 || rows[0].Values[5] != `"Villa"` || rows[1].Values[5] != `"open` {
		t.Errorf("an unquoted file: %v", rows)
	}
	rows = readTable(t, strings.Replace(header, "gbifID", "n", 1)+"1\tAedes\t1\t2\t2007\t\"a\tb\"\n2\tAedes\t1\t2\t2007\t\"c\nd\"\n")
	if len(rows) != 2 || rows[0].Values[5] != "a\tb" || rows[1].Values[5] != "c\nd" {
		t.Errorf("a quoted file: %v", rows)
	}
}

func TestStatedSeparator(t *testing.T) {
	t.Parallel()
	const header = "scientificName;decimalLatitude;decimalLongitude;eventDate;note"
	for content, want := range map[string]string{
		"sep=;\n" + header + "\nAedes;1,5;2,5;2007;a,b\n":                          "3: Aedes|1,5|2,5|2007|a,b",
		"\xef\xbb\xbfSEP=;\r\n" + header + "\r\nAedes;1;2;2007;\"x;y\"\r\n":        "3: Aedes|1|2|2007|x;y",
		"\"sep=;\"\r" + header + "\rAedes;1;2;2007;a\r":                            "3: Aedes|1|2|2007|a",
		"sep=\t\n" + strings.ReplaceAll(header, ";", "\t") + "\nA\t1\t2\t3\t\"4\n": "3: A|1|2|3|\"4",
		"sep=^\n" + strings.ReplaceAll(header, ";", "^") + "\nA^1^2^3^4\n":         "3: A|1|2|3|4",
		"sep=;\nname,a;b\nx,y;z\n":                                                 "3: x,y|z",
		"sep=,\nsep=;,b\n1,2\n":                                                    "3: 1|2",
		header + "\nAedes;1;2;2007;\n":                                             "2: Aedes|1|2|2007|",
		"sep=;x\n1\n":                                                              "2: 1|",
	} {
		rows := readTable(t, content)
		if len(rows) != 1 {
			t.Errorf("%q: %d rows", content, len(rows))
			continue
		}
		if got := fmt.Sprintf("%d: %s", rows[0].Line, strings.Join(rows[0].Values, "|")); got != want {
			t.Errorf("%q: read %q, want %q", content, got, want)
		}
	}
}
