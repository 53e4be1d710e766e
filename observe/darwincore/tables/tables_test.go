package tables

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// columns are those that a record needs.
const columns = "scientificName,decimalLatitude,decimalLongitude,eventDate"

// known takes the terms of Darwin Core for columns that mean something.
func known(header []string) (found int, unquoted bool) {
	for _, name := range header {
		if _, ok := terms.Known(name); ok {
			found++
		}
	}
	return found, false
}

// read reads all rows of what lies at a path.
func read(t testing.TB, path, sheet string) (rows []text.Row, err error) {
	t.Helper()
	files, err := Open(t.Context(), path, "", sheet)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	table, _, err := files.Table(known, &text.Warnings{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
}

func TestArchiveErrors(t *testing.T) {
	t.Parallel()
	deep := filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, "data.txt", "../../data.txt", 1))
	for _, test := range []struct {
		name  string
		files []string
		want  string
	}{
		{"cut off", []string{"meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore)[:200]}, "meta.xml line 1: malformed descriptor"},
		{"entity", []string{"meta.xml", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><archive metadata="&x;">` + filetest.OccurrenceCore + `</archive>`}, "malformed descriptor"},
		{"no core", []string{"meta.xml", filetest.ArchiveXML()}, "malformed descriptor: it has 0 cores"},
		{"no file", []string{"meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore)}, "data.txt: the descriptor names this file, it is not there"},
		{"no location", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, "data.txt", " ", 1))}, "is no file of the archive"},
		{"location above", []string{"meta.xml", deep}, "is no file of the archive"},
		{"location elsewhere", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, "data.txt", "http://example.org/data.txt", 1))}, "is no file of the archive"},
		{"index", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, `"3"`, `"-3"`, 1))}, "is no column"},
		{"huge index", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, `"3"`, `"99999999"`, 1))}, "is no column"},
		{"separator", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, `"\t"`, `"||"`, 1))}, "is not one character"},
		{"line end", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, `"\n"`, `"#"`, 1))}, "is no line end"},
		{"encoding", []string{"meta.xml", filetest.ArchiveXML(strings.Replace(filetest.OccurrenceCore, `"UTF-8"`, `"klingon"`, 1)), "data.txt", "x"}, `data.txt: unknown encoding "klingon"`},
		{"checklist", []string{"meta.xml", filetest.ArchiveXML(filetest.TableXML("core", "Taxon", "data.txt", "scientificName"))}, "a checklist (Taxon core), it holds no occurrences"},
		{"NUL", []string{"meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore), "data.txt", "1\tAedes\t1\t2\t2007\n1\tAe\x00des\t1\t2\t2007\n"}, "data.txt line 2: NUL byte"},
		{"two archives", []string{"a/meta.xml", "", "b/meta.xml", ""}, "it holds several archives"},
		{"nothing", []string{"picture.jpg", "", "other.jpg", ""}, "it holds no meta.xml and no data file"},
		{"two files", []string{"a.csv", "", "b.csv", ""}, "it holds no meta.xml and several data files"},
		{"bomb", []string{"bomb.csv", columns + "\n" + strings.Repeat("\n", 64<<20+1)}, "it inflates beyond what a data file does"},
		{"long descriptor", []string{"meta.xml", strings.Repeat(" ", 1<<20+1)}, "meta.xml: over 1024 KiB"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := read(t, filetest.Zip(t, test.files...), "")
			var broken *text.FileError
			if !errors.As(err, &broken) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v; want %q", err, test.want)
			}
		})
	}
}

func TestBrokenZip(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(filetest.Zip(t, "x.csv", columns+"\n"+strings.Repeat("Aedes,1,2,2007\n", 50)))
	if err != nil {
		t.Fatal(err)
	}
	bad := slices.Clone(whole)
	bad[45] ^= 0xff // within the packed data
	if _, err := read(t, filetest.Write(t, "bad.zip", string(bad)), ""); err == nil {
		t.Error("a zip with a changed byte is read")
	}
	if _, err := read(t, filetest.Write(t, "cut.zip", string(whole[:len(whole)-30])), ""); err == nil {
		t.Error("a zip that is cut off is read")
	}
}

func TestFolderLinks(t *testing.T) {
	t.Parallel()
	secret := filetest.Write(t, "data.txt", "1\tAedes\t1\t2\t2007\n")
	root := filetest.Folder(t, "meta.xml", filetest.ArchiveXML(filetest.OccurrenceCore))
	if err := os.Symlink(secret, filepath.Join(root, "data.txt")); err != nil {
		t.Skip("no links here")
	}
	if _, err := read(t, root, ""); err == nil {
		t.Error("a link out of the folder is followed")
	}
}

func TestFilesThatAreNotReadAreNamed(t *testing.T) {
	t.Parallel()
	shp := "\x00\x00\x27\x0a" + strings.Repeat("\x00", 24) + "\xe8\x03\x00\x00\x01"
	bomb := bytes.Repeat([]byte(" "), 80<<20)
	for name, c := range map[string]struct{ content, want string }{
		"r.csv":     {"%PDF-1.7", "r.csv: this is a PDF; ask for the table as .xlsx or .csv"},
		"page.csv":  {"<!DOCTYPE html>", "this is a web page"},
		"r.zip":     {string(filetest.ZipBytes(t, "a/r.shp", shp, "a/r.dbf", "x", "a/r.prj", "x")), "this is a shapefile; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.shp"},
		"n.zip":     {string(filetest.ZipBytes(t, "r.shp", shp, "r.dbf", "x", "notes.txt", "x")), "shapefile"},
		"k.kmz":     {string(filetest.ZipBytes(t, "doc.kml", "<kml/>")), "doc.kml: this is KML"},
		"d.docx":    {string(filetest.ZipBytes(t, "[Content_Types].xml", "x", "word/document.xml", "x")), "Word"},
		"o.ods":     {string(filetest.ZipBytes(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "x")), "OpenDocument spreadsheet; save it as .xlsx"},
		"r.rds":     {string(filetest.Gzip(t, []byte("X\n\x00\x00\x00\x03"))), "a file of R"},
		"r.gz":      {string(filetest.Gzip(t, filetest.Gzip(t, []byte("x")))), "packed twice"},
		"z.gz":      {string(filetest.Gzip(t, filetest.ZipBytes(t, "r.csv", filetest.OneRecord))), "packed twice"},
		"y.zip":     {string(filetest.ZipBytes(t, "r.csv.gz", string(filetest.Gzip(t, []byte("x"))))), "packed twice"},
		"e.gz":      {string(filetest.Gzip(t, nil)), "the file in it is empty"},
		"cut.gz":    {string(filetest.Gzip(t, []byte(filetest.OneRecord))[:30]), "cannot be unpacked"},
		"bomb.gz":   {string(filetest.Gzip(t, bomb)), ""},
		"two.tgz":   {string(filetest.Gzip(t, filetest.Tar(t, "a.csv", filetest.OneRecord, "b.csv", filetest.OneRecord))), `several data files ("a.csv", "b.csv")`},
		"same.tar":  {string(filetest.Tar(t, "a.csv", filetest.OneRecord, "a.csv", filetest.OneRecord)), `the tar holds "a.csv" twice`},
		"cut.tar":   {string(filetest.Tar(t, "a.csv", strings.Repeat(filetest.OneRecord, 100))[:1500]), ""},
		"out.tar":   {string(filetest.Tar(t, "../a.csv", filetest.OneRecord)), "no data file"},
		"empty.csv": {"", "the file is empty"},
		"db.csv":    {"SQLite format 3\x00", ""},
		"p.parquet": {"PAR1", "ends too early"},
		"f.fgb":     {"fgb\x03fgb\x01", "ends too early"},
	} {
		_, err := read(t, filetest.Write(t, name, c.content), "")
		var broken *text.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSheetOption(t *testing.T) {
	t.Parallel()
	path := filetest.Write(t, "r.xlsx", string(filetest.Workbook(t)))
	if rows, err := read(t, path, "records"); err != nil || len(rows) != 1 {
		t.Errorf("%+v %v", rows, err)
	}
	if _, err := read(t, path, "Sheet1"); err == nil || !strings.Contains(err.Error(), "the sheet is empty") {
		t.Error(err)
	}
	for _, content := range []string{filetest.OneRecord, string(filetest.Parquet(t)), `{"type":"FeatureCollection","features":[]}`} {
		if _, err := read(t, filetest.Write(t, "r.csv", content), "Records"); err == nil || !strings.Contains(err.Error(), errNoSheets) {
			t.Errorf("a sheet of %.20q: %v", content, err)
		}
	}
}

func TestCRSOfFiles(t *testing.T) {
	t.Parallel()
	point := `{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[148679.4,171066.8]},"properties":{"scientificName":"Aedes vexans"}}`
	crs := func(value string) string {
		return `{"type":"FeatureCollection",` + value + `"features":[` + point + `]}`
	}
	for content, want := range map[string]string{
		crs(""):            "EPSG:4326",
		crs(`"crs":null,`): "",
		crs(`"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31370"}},`):                                            "EPSG:31370",
		crs(`"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},`):                                          "EPSG:4326",
		`{"type":"FeatureCollection","features":[` + point + `],"a":"crs","crs":{"type":"name","properties":{"name":"EPSG:31370"}}}`: "EPSG:31370",
		filetest.OneRecord: "",
	} {
		files, err := Open(t.Context(), filetest.Write(t, "r.txt", content), "", "")
		if err != nil {
			t.Fatal(err)
		}
		table, _, err := files.Table(known, &text.Warnings{})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := coordinates.ParseCRS(table.CRS()); string(got) != want {
			t.Errorf("%s: %q, wanted %q", content, got, want)
		}
		row, err := table.Next()
		if err != nil || strings.HasPrefix(content, "{") && (row.Values[1] != "171066.8" || row.Values[2] != "148679.4") {
			t.Errorf("%q %v: the coordinates are not as the file has them", row.Values, err)
		}
		if err := errors.Join(table.Close(), files.Close()); err != nil {
			t.Error(err)
		}
	}
}

// Copies that are unpacked for a reader go with it.
func TestUnpackedCopiesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, content := range []string{string(filetest.Workbook(t)), string(filetest.GeoPackage(t)), string(filetest.Parquet(t)), "SQLite format 3\x00"} {
		path := filepath.Join(t.TempDir(), "x.csv.gz")
		if err := os.WriteFile(path, filetest.Gzip(t, []byte(content)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = read(t, path, "")
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), "skeeter") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
