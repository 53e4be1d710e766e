package filetest

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"
	_ "modernc.org/sqlite" // the driver of GeoPackage
)

// Workbook is a workbook with one record, in the second of its sheets.
func Workbook(t testing.TB) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close() //nolint:errcheck // it is in memory
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

// Parquet is a Parquet file with one record.
func Parquet(t testing.TB) []byte {
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

// GeoPackage is a GeoPackage with one record in a table without geometries.
func GeoPackage(t testing.TB) []byte {
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
