package filetype

import (
	"strings"
	"testing"
)

// wide is a text in UTF-16, as the directory of a compound file has its names.
func wide(s string) string {
	var out strings.Builder
	for _, c := range []byte(s) {
		out.WriteByte(c)
		out.WriteByte(0)
	}
	return out.String()
}

func TestOf(t *testing.T) {
	t.Parallel()
	tables := map[string]Format{
		"": Text, "a,b\n1,2\n": Text, `{"type":"FeatureCollection"}`: Text, "PK\x03\x04": Zip, "\x1f\x8b\x08": Gzip,
		strings.Repeat("\x00", 257) + "ustar": Tar, "SQLite format 3\x00": SQLite, "fgb\x03fgb\x01": FlatGeobuf, "PAR1": Parquet,
		"<?xml version=\"1.0\"?><archive>": Text, // the message of XML is the reader's
		"\x03abc,def":                      Text, "BOM,x\n": Text, "\xef\xbb\xbfa,b": Text,
	}
	for prefix, want := range tables {
		if got := Of([]byte(prefix)); got.Format != want || got.Refusal() != "" {
			t.Errorf("%.20q is %+v", prefix, got)
		}
	}
	for prefix, want := range map[string]string{
		"\x00\x00\x27\x0a" + strings.Repeat("\x00", 24) + "\xe8\x03\x00\x00\x01":       "shapefile; convert it with ogr2ogr",
		"\x03\x7d\x01\x02\x01\x00\x00\x00\x41\x00" + strings.Repeat("\x00", 54) + "\r": "dBASE",
		"%PDF-1.7":                                                 "PDF",
		" \n<!DOCTYPE html><html>":                                 "web page",
		"\xef\xbb\xbf<HTML>":                                       "web page",
		"<?xml version='1.0'?>\n<html xmlns='x'>":                  "web page",
		"<?xml version='1.0'?><!-- x --><kml xmlns='x'>":           "KML",
		"<gpx version='1.1'>":                                      "GPX",
		compoundFile + wide("Workbook"):                            ".xls",
		compoundFile + wide("WordDocument"):                        "Word",
		compoundFile + wide("EncryptedPackage") + wide("Workbook"): "encrypted",
		compoundFile:                                               "old format",
		"\x89PNG\r\n\x1a\n":                                        "picture",
		"\xff\xd8\xff\xe0":                                         "picture",
		"Rar!\x1a\x07\x01":                                         "unpack",
		"7z\xbc\xaf\x27\x1c":                                       "unpack",
		"BZh9":                                                     "unpack",
		"RDX3\nX":                                                  "R;",
		"X\n\x00\x00\x00\x03":                                      "R;",
		"CDF\x01":                                                  "NetCDF",
		"\x89HDF\r\n\x1a\n":                                        "NetCDF",
		"\x00\x01\x00\x00Standard ACE DB":                          "Access",
		"ARROW1\x00\x00":                                           "Parquet",
		"version https://git-lfs.github.com/spec/v1\noid":          "git lfs pull",
		"{\\rtf1":                                                  "RTF",
		"fgb\x02fgb":                                               "another version",
	} {
		if got := Of([]byte(prefix)); got.Format != Refused || !strings.Contains(got.Refusal(), want) {
			t.Errorf("%.20q is %+v, wanted %q", prefix, got, want)
		}
	}
}

func TestOfZip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names    string
		mimetype string
		want     Format
		refusal  string
	}{
		{"a.csv b.txt", "", Zip, ""},
		{"[Content_Types].xml xl/workbook.xml", "", Workbook, ""},
		{"xl/workbook.bin", "", Refused, ".xlsb"},
		{"word/document.xml", "", Refused, "Word"},
		{"mimetype content.xml", "application/vnd.oasis.opendocument.spreadsheet", Refused, "OpenDocument spreadsheet"},
		{"mimetype content.xml", "application/vnd.oasis.opendocument.text", Refused, "OpenDocument file"},
		{"mimetype", "application/epub+zip", Zip, ""},
	} {
		if got := OfZip(strings.Fields(c.names), c.mimetype); got.Format != c.want || !strings.Contains(got.Refusal(), c.refusal) {
			t.Errorf("%s is %+v", c.names, got)
		}
	}
	if got := OfFolder([]string{"a/x.SHP", "a/x.dbf"}); !strings.Contains(got.Refusal(), "shapefile") {
		t.Errorf("a folder with a shapefile is %+v", got)
	}
}

func FuzzOf(f *testing.F) {
	for _, known := range magics {
		f.Add([]byte(strings.Repeat("\x00", known.at) + known.bytes))
	}
	f.Add([]byte("<?xml version='1.0'?><kml>"))
	f.Add([]byte("\x03\x7d\x01\x02\x01\x00\x00\x00\xff\xff" + strings.Repeat("\x00", 54)))
	f.Fuzz(func(t *testing.T, prefix []byte) {
		if got := Of(prefix); (got.Format == Refused) != (got.Refusal() != "") {
			t.Errorf("%+v", got)
		}
	})
}
