package darwincore

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"
)

// oneRecord is a table with one record.
const oneRecord = basic + "\nAedes vexans,50.85,4.35,2019-06-01\n"

func gzipped(t testing.TB, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(content)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tarred packs files: names and contents in turn.
func tarred(t testing.TB, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg})
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// workbook is a workbook with one record, in the second of its sheets.
func workbook(t testing.TB) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	if _, err := book.NewSheet("Records"); err != nil {
		t.Fatal(err)
	}
	for cell, row := range map[string][]any{
		"A1": {"scientificName", "decimalLatitude", "decimalLongitude", "eventDate"}, "A2": {"Aedes vexans", 50.85, 4.35, "2019-06-01"},
	} {
		if err := book.SetSheetRow("Records", cell, &row); err != nil {
			t.Fatal(err)
		}
	}
	out, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// parquetFile is a Parquet file with one record.
func parquetFile(t testing.TB) []byte {
	t.Helper()
	type row struct {
		Name string  `parquet:"scientificName"`
		Lat  float64 `parquet:"lat"`
		Lon  float64 `parquet:"lon"`
		Day  int32   `parquet:"eventDate,date"`
	}
	var out bytes.Buffer
	w := pq.NewGenericWriter[row](&out)
	_, err := w.Write([]row{{"Aedes vexans", 50.85, 4.35, 18048}})
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// geoPackage is a GeoPackage with one record in a table without geometries.
func geoPackage(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.gpkg")
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec(`create table gpkg_spatial_ref_sys (srs_id, srs_name, organization, organization_coordsys_id);
			create table gpkg_contents (table_name, data_type);
			create table gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id);
			create table r (scientificName text, lat real, lon real, eventDate date);
			insert into gpkg_contents values ('r', 'attributes'); insert into r values ('Aedes vexans', 50.85, 4.35, '2019-06-01')`)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func zipBytes(t testing.TB, files ...string) []byte {
	t.Helper()
	content, err := os.ReadFile(zipOf(t, files...))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestEveryFormatGivesTheRecord(t *testing.T) {
	t.Parallel()
	book, table, layer := string(workbook(t)), string(parquetFile(t)), string(geoPackage(t))
	feature := featureJSON(`1`, `{"type":"Point","coordinates":[4.35,50.85]}`, `{"scientificName":"Aedes vexans","eventDate":"2019-06-01"}`)
	core := []string{"meta.xml", archiveXML(occurrenceCore), "data.txt", "1\tAedes vexans\t50.85\t4.35\t2019-06-01\n"}
	for name, content := range map[string]string{
		"r.csv.gz": string(gzipped(t, []byte(oneRecord))), "r.geojson.gz": string(gzipped(t, []byte(feature))),
		"r.tar.gz": string(gzipped(t, tarred(t, "r/README.txt", "read me", "r/r.csv", oneRecord))),
		"r.tgz":    string(gzipped(t, tarred(t, core...))), "r.tar": string(tarred(t, "r.csv", oneRecord)),
		"r.zip": string(zipBytes(t, "r.csv", oneRecord, "README.txt", "read me", "package.json", "{}")),
		"b.zip": string(zipBytes(t, "r.xlsx", book)), "g.zip": string(zipBytes(t, "a/r.gpkg", layer)), "p.zip": string(zipBytes(t, "r.parquet", table)),
		"r.xlsx": book, "r.xlsx.gz": string(gzipped(t, []byte(book))), "wrong.csv": book, "r.parquet": table, "r.parquet.gz": string(gzipped(t, []byte(table))),
		"r.gpkg": layer, "r.gpkg.gz": string(gzipped(t, []byte(layer))), "t.tgz": string(gzipped(t, tarred(t, "r.gpkg", layer))),
	} {
		out := readText(t, name, content, Options{})
		if len(out.records) != 1 {
			t.Errorf("%s: %d records, %v", name, len(out.records), out.rejects)
			continue
		}
		if r := out.records[0]; r.Name.Scientific != "Aedes vexans" || r.Lat != 50.85 || r.Lon != 4.35 || r.Date.String() != "2019-06-01" {
			t.Errorf("%s: %+v", name, r)
		}
		if base, _, _ := strings.Cut(name, "."); out.source.Name != base {
			t.Errorf("%s: source %q", name, out.source.Name)
		}
	}
}

func TestFilesThatAreNotReadAreNamed(t *testing.T) {
	t.Parallel()
	shp := "\x00\x00\x27\x0a" + strings.Repeat("\x00", 24) + "\xe8\x03\x00\x00\x01"
	bomb := bytes.Repeat([]byte(" "), 80<<20)
	for name, c := range map[string]struct{ content, want string }{
		"r.csv":     {"%PDF-1.7", "r.csv: this is a PDF; ask for the table as .xlsx or .csv"},
		"page.csv":  {"<!DOCTYPE html>", "this is a web page"},
		"r.zip":     {string(zipBytes(t, "a/r.shp", shp, "a/r.dbf", "x", "a/r.prj", "x")), "this is a shapefile; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.shp"},
		"n.zip":     {string(zipBytes(t, "r.shp", shp, "r.dbf", "x", "notes.txt", "x")), "shapefile"},
		"k.kmz":     {string(zipBytes(t, "doc.kml", "<kml/>")), "doc.kml: this is KML"},
		"d.docx":    {string(zipBytes(t, "[Content_Types].xml", "x", "word/document.xml", "x")), "Word"},
		"o.ods":     {string(zipBytes(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "x")), "OpenDocument spreadsheet; save it as .xlsx"},
		"r.rds":     {string(gzipped(t, []byte("X\n\x00\x00\x00\x03"))), "a file of R"},
		"r.gz":      {string(gzipped(t, gzipped(t, []byte("x")))), "packed twice"},
		"z.gz":      {string(gzipped(t, zipBytes(t, "r.csv", oneRecord))), "packed twice"},
		"y.zip":     {string(zipBytes(t, "r.csv.gz", string(gzipped(t, []byte("x"))))), "packed twice"},
		"e.gz":      {string(gzipped(t, nil)), "the file in it is empty"},
		"cut.gz":    {string(gzipped(t, []byte(oneRecord))[:30]), "cannot be unpacked"},
		"bomb.gz":   {string(gzipped(t, bomb)), ""},
		"two.tgz":   {string(gzipped(t, tarred(t, "a.csv", oneRecord, "b.csv", oneRecord))), `several data files ("a.csv", "b.csv")`},
		"same.tar":  {string(tarred(t, "a.csv", oneRecord, "a.csv", oneRecord)), `the tar holds "a.csv" twice`},
		"cut.tar":   {string(tarred(t, "a.csv", strings.Repeat(oneRecord, 100))[:1500]), ""},
		"out.tar":   {string(tarred(t, "../a.csv", oneRecord)), "no data file"},
		"empty.csv": {"", "the file is empty"},
		"db.csv":    {"SQLite format 3\x00", ""},
		"p.parquet": {"PAR1", "ends too early"},
		"f.fgb":     {"fgb\x03fgb\x01", "ends too early"},
	} {
		_, err := readAll(t, writeFile(t, name, c.content), Options{})
		var broken *FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSheetOption(t *testing.T) {
	t.Parallel()
	path := writeFile(t, "r.xlsx", string(workbook(t)))
	if out, err := readAll(t, path, Options{Sheet: "records"}); err != nil || len(out.records) != 1 {
		t.Errorf("%+v %v", out, err)
	}
	if _, err := readAll(t, path, Options{Sheet: "Sheet1"}); err == nil || !strings.Contains(err.Error(), "the sheet is empty") {
		t.Error(err)
	}
	for _, content := range []string{oneRecord, string(parquetFile(t)), `{"type":"FeatureCollection","features":[]}`} {
		if _, err := readAll(t, writeFile(t, "r.csv", content), Options{Sheet: "Records"}); err == nil || !strings.Contains(err.Error(), "it has no sheets") {
			t.Errorf("a sheet of %.20q: %v", content, err)
		}
	}
}

func TestCRSOfFiles(t *testing.T) {
	t.Parallel()
	point := featureJSON(`1`, `{"type":"Point","coordinates":[148679.4,171066.8]}`, vexans)
	crs := func(value string) string {
		return `{"type":"FeatureCollection",` + value + `"features":[` + point + `]}`
	}
	for content, want := range map[string]string{
		crs(""):            "EPSG:4326",
		crs(`"crs":null,`): "",
		crs(`"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31370"}},`):                                            "EPSG:31370",
		crs(`"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},`):                                          "EPSG:4326",
		`{"type":"FeatureCollection","features":[` + point + `],"a":"crs","crs":{"type":"name","properties":{"name":"EPSG:31370"}}}`: "EPSG:31370",
		oneRecord: "",
	} {
		r, err := Open(writeFile(t, "r.txt", content), Options{Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.CRS(); got != want {
			t.Errorf("%s: %q, wanted %q", content, got, want)
		}
		row, err := r.Next()
		if err != nil || strings.HasPrefix(content, "{") && (row.Values[1] != "171066.8" || row.Values[2] != "148679.4") {
			t.Errorf("%q %v: the coordinates are not as the file has them", row.Values, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Copies that are unpacked for a reader go with it.
func TestUnpackedCopiesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, content := range []string{string(workbook(t)), string(geoPackage(t)), string(parquetFile(t)), "SQLite format 3\x00"} {
		path := filepath.Join(t.TempDir(), "x.csv.gz")
		if err := os.WriteFile(path, gzipped(t, []byte(content)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = readAll(t, path, Options{})
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
