package geopackage

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

// webMercator is the beginning of a definition; its name is that of the system.
const webMercator = `PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","3857"]]`

// writePlaces writes points on a line, one without a place and one that is empty, and returns the path of the file.
func writePlaces(t *testing.T, n int) string {
	t.Helper()
	s := table.Schema{Name: "places", Columns: []table.Column{{Name: "n", Type: table.Integer}}, Geometry: &table.Geometry{SRID: 3857, WKT: webMercator}}
	var out bytes.Buffer
	w, err := New(&out, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n + 2 {
		row := table.Row{Values: []table.Value{{Valid: true, Bits: int64(i)}}, WKB: pointAt(float64(i), 10)}
		switch i {
		case n:
			row.WKB = nil
		case n + 1:
			row.WKB = pointAt(math.NaN(), math.NaN())
		}
		if err := w.Write(&row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "places.gpkg")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func pointAt(x, y float64) []byte {
	b := []byte{1, 1, 0, 0, 0}
	for _, v := range []float64{x, y} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func value(t *testing.T, db *sql.DB, query string) (v string) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

func TestIndex(t *testing.T) {
	t.Parallel()
	db := open(t, writePlaces(t, 1000))
	for query, want := range map[string]string{
		"select rtreecheck('rtree_places_geometry')":                                                   "ok",
		"select count(*) from rtree_places_geometry":                                                   "1000",
		"select group_concat(id) from rtree_places_geometry where minx <= 12 and maxx >= 10":           "11,12,13",
		"select group_concat(n) from places p join rtree_places_geometry r on r.id=fid where minx = 7": "7",
		"select table_name || column_name || extension_name || scope from gpkg_extensions":             "placesgeometrygpkg_rtree_indexwrite-only",
		"select srs_name || definition from gpkg_spatial_ref_sys where srs_id = 3857":                  "WGS 84 / Pseudo-Mercator" + webMercator,
	} {
		if got := value(t, db, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// GDAL reads a box by the index, has the same triggers in files of its own, and keeps the index true when it changes the file.
func TestGDALKeepsTheIndex(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ogr2ogr"); err != nil {
		t.Skip("no GDAL: ogr2ogr is not in PATH")
	}
	run := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil || strings.Contains(string(out), "Warning") || strings.Contains(string(out), "ERROR") {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	path := writePlaces(t, 100)
	if said := run("ogrinfo", "-ro", "-al", "-so", path, "-spat", "9.5", "0", "20.5", "20"); !strings.Contains(said, "Feature Count: 11\n") || !strings.Contains(said, "Pseudo-Mercator") {
		t.Error(said)
	}
	theirs := filepath.Join(t.TempDir(), "theirs.gpkg")
	run("ogr2ogr", "-f", "GPKG", theirs, path, "-lco", "GEOMETRY_NAME=geometry")
	const names = "select group_concat(name) from (select name from sqlite_master where type = 'trigger' and name like 'rtree%' order by name)"
	if a, b := value(t, open(t, path), names), value(t, open(t, theirs), names); a != b || a == "" {
		t.Errorf("the triggers are %s, GDAL's %s", a, b)
	}
	run("ogrinfo", path, "-sql", "delete from places where n < 10")
	run("ogrinfo", path, "-sql", "update places set geometry = (select geometry from places where n = 50) where n = 60")
	if got := value(t, open(t, path), "select count(*) || ' ' || sum(minx = 50) || ' ' || rtreecheck('rtree_places_geometry') from rtree_places_geometry"); got != fmt.Sprint(90, " ", 2, " ok") {
		t.Errorf("after changes: %s", got)
	}
}
