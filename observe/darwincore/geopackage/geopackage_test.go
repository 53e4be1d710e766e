package geopackage

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// schema are the tables that every GeoPackage has.
const schema = `
create table gpkg_spatial_ref_sys (srs_name text, srs_id integer primary key, organization text, organization_coordsys_id integer, definition text);
create table gpkg_contents (table_name text primary key, data_type text, identifier text, srs_id integer);
create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer, z integer, m integer);
insert into gpkg_spatial_ref_sys values ('Undefined Cartesian', -1, 'NONE', -1, ''), ('Undefined geographic', 0, 'NONE', 0, ''),
	('WGS 84', 4326, 'EPSG', 4326, ''), ('Belge 1972', 31370, 'EPSG', 31370, ''), ('Our grid', 100000, 'NONE', 100000, '');
`

// layerOf is the SQL of a layer.
func layerOf(name, kind, srs string) string {
	return strings.NewReplacer("IDENTIFIER", quote(name), "NAME", name, "KIND", kind, "SRS", srs).Replace(`
create table IDENTIFIER (fid integer primary key, geom blob, scientificName text, eventDate date, seen datetime, individualCount integer, rate real, photo blob);
insert into gpkg_contents values ('NAME', 'features', 'NAME', SRS);
insert into gpkg_geometry_columns values ('NAME', 'geom', 'KIND', SRS, 0, 0);`)
}

// write makes a database.
func write(t testing.TB, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records #1?.gpkg")
	address := url.URL{Scheme: "file", OmitHost: true, Path: path}
	db, err := sql.Open("sqlite", address.String())
	check(t, err)
	for _, statement := range statements {
		_, err := db.Exec(statement)
		check(t, err)
	}
	check(t, db.Close())
	return path
}

// blob is a point in the binary of GeoPackage, as a literal of SQL.
func blob(flags byte, envelope int, wkbType uint32, xy ...float64) string {
	b := []byte{'G', 'P', 0, flags, 0, 0, 0, 0}
	b = append(b, make([]byte, 8*envelope)...)
	b = binary.LittleEndian.AppendUint32(append(b, 1), wkbType)
	for _, c := range xy {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c))
	}
	const digits = "0123456789abcdef"
	var out strings.Builder
	for _, c := range b {
		out.WriteByte(digits[c>>4])
		out.WriteByte(digits[c&15])
	}
	return "x'" + out.String() + "'"
}

type content struct {
	header []string
	crs    string
	rows   []string
}

func read(t testing.TB, path, layer string) (content, error) {
	t.Helper()
	table, err := Open(t.Context(), "records.gpkg", path, layer)
	if err != nil {
		return content{}, err
	}
	defer func() { check(t, table.Close()) }()
	c := content{header: table.Header(), crs: table.CRS()}
	for n := int64(1); ; n++ {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		if done, _ := table.Progress(); done != n || row.Line != int(n) {
			t.Errorf("row %d: line %d, progress %d", n, row.Line, done)
		}
		line := strings.Join(row.Values, "|")
		if row.Fault != nil {
			line += "!" + row.Fault.Error()
		}
		c.rows = append(c.rows, line)
	}
}

func TestPoints(t *testing.T) {
	t.Parallel()
	path := write(t, schema, layerOf("traps", "POINT", "4326"), `insert into traps values
		(1, `+blob(1, 0, 1, 4.35, 50.85)+`, 'Aedes vexans', '2019-06-01', '2019-06-01T10:00:00Z', 3, 0.1, x'ff00'),
		(2, `+blob(3, 4, 1, 4.5, 51)+`, 'Culex "pipiens"', null, null, null, 2.0, null),
		(3, null, 'Culex', '2019', null, 1, null, null),
		(4, `+blob(0x11, 0, 1, math.NaN(), math.NaN())+`, 'Culex', null, null, null, null, null),
		(5, `+blob(1, 0, 2, 1, 2)+`, 'Culex', null, null, null, null, null),
		(6, x'4750', 'Culex', null, null, null, null, null)`)
	got, err := read(t, path, "")
	check(t, err)
	want := []string{
		"1|Aedes vexans|2019-06-01|2019-06-01T10:00:00Z|3|0.1||4.35|50.85", `2|Culex "pipiens"||||2.0||4.5|51`,
		"3|Culex|2019||1||||!no coordinates", "4|Culex|||||||!no coordinates", "5|Culex|||||||!geometry is not a Point",
		"6|Culex|||||||!the geometry cannot be read",
	}
	if !slices.Equal(got.rows, want) {
		t.Errorf("rows\n%s", strings.Join(got.rows, "\n"))
	}
	if got.crs != "EPSG:4326" || strings.Join(got.header, " ") != "fid scientificName eventDate seen individualCount rate photo decimalLongitude decimalLatitude" {
		t.Errorf("crs %q, header %q", got.crs, got.header)
	}
}

func TestLayers(t *testing.T) {
	t.Parallel()
	two := write(t, schema, layerOf("a", "POINT", "31370"), layerOf(`odd "name"`, "MULTIPOINT", "100000"),
		`insert into a values (1, `+blob(1, 0, 1, 148679.4, 171066.8)+`, 'Aedes', null, null, null, null, null)`,
		`create table plain (decimalLatitude real, decimalLongitude real); insert into plain values (1.5, 2.5);
		 insert into gpkg_contents values ('plain', 'attributes', 'plain', 0);
		 create view seen as select * from a; insert into gpkg_contents values ('seen', 'features', 'seen', 4326)`)
	if _, err := read(t, two, ""); err == nil || !strings.Contains(err.Error(), `several layers: "a", "odd \"name\"", "plain"; say which with --sheet`) {
		t.Errorf("several layers: %v", err)
	}
	if got, err := read(t, two, "A"); err != nil || got.crs != "EPSG:31370" || got.rows[0] != "1|Aedes||||||148679.4|171066.8" {
		t.Errorf("a layer in a grid: %+v %v", got, err)
	}
	if got, err := read(t, two, `odd "name"`); err != nil || got.crs != "Our grid" || len(got.rows) != 0 {
		t.Errorf("an empty layer in a grid without a number: %+v %v", got, err)
	}
	if got, err := read(t, two, "plain"); err != nil || got.crs != "" || strings.Join(got.header, " ") != "decimalLatitude decimalLongitude" || got.rows[0] != "1.5|2.5" {
		t.Errorf("a table without geometries: %+v %v", got, err)
	}
	for layer, want := range map[string]string{"seen": `there is no layer "seen"`, "gpkg_contents": "there is no layer"} {
		if _, err := read(t, two, layer); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", layer, err)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(write(t, schema, layerOf("a", "POINT", "4326"),
		"with recursive n(i) as (select 1 union all select i+1 from n where i < 5000) insert into a select i, null, 'Aedes', null, null, i, i, null from n"))
	check(t, err)
	damaged := slices.Clone(whole)
	for i := len(damaged) / 2; i < len(damaged); i++ {
		damaged[i] = 0xaa
	}
	dir := t.TempDir()
	for name, c := range map[string]struct {
		path, want string
	}{
		"no layer":      {write(t, schema), "no layer of features"},
		"lines":         {write(t, schema, layerOf("roads", "LINESTRING", "4326")), "geometries of the type LINESTRING; wanted are points"},
		"other":         {write(t, "create table x (a)"), "this is an SQLite database, but no GeoPackage"},
		"virtual table": {write(t, schema, "create virtual table v using rtree(id, a, b); insert into gpkg_contents values ('v', 'features', 'v', 4326)"), "no layer of features"},
		"cut":           {file(t, dir, "cut", whole[:len(whole)/2]), ""},
		"damaged":       {file(t, dir, "damaged", damaged), ""},
		"only a magic":  {file(t, dir, "magic", []byte("SQLite format 3\x00")), ""},
		"not there":     {filepath.Join(dir, "nothing"), "cannot be read"},
	} {
		_, err := read(t, c.path, "")
		var broken *text.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func file(t testing.TB, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	check(t, os.WriteFile(path, content, 0o600))
	return path
}

func TestWrittenByGDAL(t *testing.T) {
	t.Parallel()
	ogr, err := exec.LookPath("ogr2ogr")
	if err != nil {
		t.Skip("ogr2ogr is not installed")
	}
	dir := t.TempDir()
	csv, path := file(t, dir, "r.csv", []byte("scientificName,eventDate,n,x,y\nAedes vexans,2019-06-01,3,4.35,50.85\n")), filepath.Join(dir, "r.gpkg")
	out, err := exec.Command(ogr, "-f", "GPKG", path, csv, "-oo", "X_POSSIBLE_NAMES=x", "-oo", "Y_POSSIBLE_NAMES=y", "-oo", "KEEP_GEOM_COLUMNS=NO",
		"-oo", "AUTODETECT_TYPE=YES", "-a_srs", "EPSG:4326").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := read(t, path, "")
	check(t, err)
	if len(got.rows) != 1 || got.rows[0] != "1|Aedes vexans|2019-06-01|3|4.35|50.85" || got.crs != "EPSG:4326" {
		t.Errorf("%+v", got)
	}
}

func FuzzBinary(f *testing.F) {
	f.Add([]byte("GP\x00\x01\x00\x00\x00\x00\x01\x01\x00\x00\x00AAAAAAAABBBBBBBB"))
	f.Add([]byte("GP\x00\x0f\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if x, y, err := point(b); err == nil && (x != x || y != y) {
			t.Errorf("%x is at %v, %v", b, x, y)
		}
	})
}

// FuzzDatabase holds that a damaged file ends in rows and a *text.FileError at most.
func FuzzDatabase(f *testing.F) {
	whole, err := os.ReadFile(write(f, "pragma page_size=512", schema, layerOf("a", "POINT", "4326"),
		`insert into a values (1, `+blob(1, 0, 1, 4, 5)+`, 'Aedes', null, null, null, null, null)`))
	check(f, err)
	f.Add(1000, []byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, at int, damage []byte) {
		damaged := slices.Clone(whole)
		copy(damaged[uint(at)%uint(len(damaged)):], damage)
		_, err := read(t, file(t, t.TempDir(), "x.gpkg", damaged), "")
		var broken *text.FileError
		if err != nil && !errors.As(err, &broken) {
			t.Errorf("error %T: %v", err, err)
		}
	})
}
