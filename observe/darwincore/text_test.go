package darwincore

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// TestEncodings reads one text in all encodings and line ends.
func TestEncodings(t *testing.T) {
	t.Parallel()
	text := basic + ",locality\nAedes aegypti,1,2,2007,Nîmes – Gard\nAedes vexans,1,2,2008,Plain\n"
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
				out := readText(t, "data.txt", encodeText(in), Options{})
				n := len(out.records)
				if n < 2 || len(out.rows) != n || out.records[n-2].Metadata["locality"] != "Nîmes – Gard" || out.records[n-1].Name.Scientific != "Aedes vexans" {
					t.Errorf("%s, line end %q, separator %q: %d records, rejects %v", name, lineEnd, sep, n, out.rejects)
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
	out := readText(t, "gbif.txt", header+"1\tAedes\t1\t2\t2007\t\"Villa\"\n2\tAedes\t1\t2\t2007\t\"open\n3\tAedes\t1\t2\t2007\tx\n", Options{})
	if len(out.records) != 3 || out.records[0].Metadata["locality"] != `"Villa"` || out.records[1].Metadata["locality"] != `"open` {
		t.Errorf("an unquoted file: %d records, %v", len(out.records), out.rejects)
	}
	out = readText(t, "excel.txt", strings.Replace(header, "gbifID", "n", 1)+"1\tAedes\t1\t2\t2007\t\"a\tb\"\n2\tAedes\t1\t2\t2007\t\"c\nd\"\n", Options{})
	if len(out.records) != 2 || out.records[0].Metadata["locality"] != "a\tb" || out.records[1].Metadata["locality"] != "c\nd" {
		t.Errorf("a quoted file: %d records, %v", len(out.records), out.rejects)
	}
}
