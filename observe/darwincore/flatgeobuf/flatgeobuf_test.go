package flatgeobuf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
	writer "github.com/skeeter-surveillance/skeeter/ogc/features/flatgeobuf"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written is a dataset of two points and a feature without one.
func written(t testing.TB, crs writer.CRS) []byte {
	t.Helper()
	e, err := writer.NewEncoder(writer.Header{Name: "records", Geometry: writer.Point, CRS: crs, Columns: []writer.Column{
		{Name: "scientificName", Type: writer.String}, {Name: "eventDate", Type: writer.DateTime}, {Name: "individualCount", Type: writer.Long},
		{Name: "decimalLatitude", Type: writer.Double},
	}})
	check(t, err)
	b := e.AppendHeader(nil)
	for i, name := range []string{"Aedes vexans", "Culex", ""} {
		if name != "" {
			e.Text(0, []byte(name))
			e.Date(1, time.Date(2019, 6, 1+i, 0, 0, 0, 0, time.UTC))
			e.Point(4.35+float64(i), 50.85)
		}
		e.Long(2, int64(-i))
		e.Double(3, 0.5)
		b, err = e.AppendFeature(b)
		check(t, err)
	}
	return b
}

type content struct {
	header []string
	crs    string
	rows   []string
}

func read(t testing.TB, file []byte) (content, error) {
	t.Helper()
	table, err := Open("records.fgb", func() (io.ReadCloser, int64, error) {
		return io.NopCloser(bytes.NewReader(file)), int64(len(file)), nil
	})
	if err != nil {
		return content{}, err
	}
	defer func() { check(t, table.Close()) }()
	c := content{header: table.Header(), crs: table.CRS()}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			if done, total := table.Progress(); done != total {
				t.Errorf("%d of %d bytes at the end", done, total)
			}
			return c, nil
		}
		if err != nil {
			return c, err
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
	for crs, want := range map[writer.CRS]string{{}: "", {Authority: "EPSG", Code: 4326}: "EPSG:4326", {Authority: "EPSG", Code: 31370}: "EPSG:31370"} {
		got, err := read(t, written(t, crs))
		check(t, err)
		rows := []string{"Aedes vexans|2019-06-01|0|0.5|4.35|50.85", "Culex|2019-06-02|-1|0.5|5.35|50.85", "||-2|0.5||!no coordinates"}
		if !slices.Equal(got.rows, rows) || got.crs != want {
			t.Errorf("crs %q, rows %q", got.crs, got.rows)
		}
		if h := strings.Join(got.header, " "); h != "scientificName eventDate individualCount properties.decimalLatitude decimalLongitude decimalLatitude" {
			t.Errorf("header %s", h)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	le := binary.LittleEndian
	columns := []column{{"a", kindByte}, {"b", kindBool}, {"c", kindUShort}, {"d", kindInt}, {"e", kindULong}, {"f", kindFloat}, {"g", kindJSON}, {"h", kindBinary}, {"i", kindShort}, {"j", kindUInt}, {"k", kindUByte}, {"l", kindDateTime}}
	var b []byte
	add := func(column uint16, value ...byte) { b = append(le.AppendUint16(b, column), value...) }
	add(0, 0xff)
	add(1, 1)
	add(2, 0xff, 0xff)
	add(3, 0xfe, 0xff, 0xff, 0xff)
	add(4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	add(5, 0, 0, 0xc0, 0x3f)
	add(6, 2, 0, 0, 0, '{', '}')
	add(7, 1, 0, 0, 0, 0xff)
	add(8, 0xff, 0xff)
	add(9, 0xff, 0xff, 0xff, 0xff)
	add(10, 0xff)
	add(11, append([]byte{19, 0, 0, 0}, "2019-06-01T10:00:00"...)...)
	values := make([]string, len(columns))
	check(t, properties(b, columns, values))
	if got := strings.Join(values, "|"); got != "-1|true|65535|-2|18446744073709551615|1.5|{}||-1|4294967295|255|2019-06-01T10:00:00" {
		t.Error(got)
	}
	for i := range b {
		if err := properties(b[:i], columns, values); err == nil && i != 0 && !slices.Contains([]int{3, 6, 10, 16, 26, 32, 40, 47, 51, 57, 60}, i) {
			t.Errorf("cut after %d bytes it is read", i)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	whole := written(t, writer.CRS{})
	polygons, err := writer.NewEncoder(writer.Header{Geometry: writer.Polygon})
	check(t, err)
	huge := slices.Clone(whole)
	binary.LittleEndian.PutUint32(huge[8:], 1<<31)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"polygons":           {polygons.AppendHeader(nil), "not points"},
		"cut in the header":  {whole[:20], "ends too early"},
		"cut in a feature":   {whole[:len(whole)-5], "ends too early"},
		"a huge header":      {huge, "a table of 2147483648 bytes"},
		"only a magic":       {whole[:8], "ends too early"},
		"a feature of zeros": {append(slices.Clone(whole), 16, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "malformed"},
	} {
		_, err := read(t, c.file)
		var broken *text.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestIndexSize(t *testing.T) {
	t.Parallel()
	for features, want := range map[uint64]uint64{0: 0, 1: 2, 16: 17, 17: 17 + 2 + 1, 1000: 1000 + 63 + 4 + 1} {
		if got, ok := indexBytes(features, 16); !ok || got != 40*want {
			t.Errorf("%d features: %d bytes, wanted %d", features, got, 40*want)
		}
	}
	if _, ok := indexBytes(1<<63, 16); ok {
		t.Error("an index of more than an int64 is passed")
	}
}

func TestWrittenByGDAL(t *testing.T) {
	t.Parallel()
	ogr, err := exec.LookPath("ogr2ogr")
	if err != nil {
		t.Skip("ogr2ogr is not installed")
	}
	for n := range map[int]bool{1: true, 2: true, 40: true} {
		dir := t.TempDir()
		csv, path := filepath.Join(dir, "r.csv"), filepath.Join(dir, "r.fgb")
		check(t, os.WriteFile(csv, []byte("scientificName,eventDate,n,x,y\n"+strings.Repeat("Aedes vexans,2019-06-01,3,4.35,50.85\n", n)), 0o600))
		out, err := exec.Command(ogr, "-f", "FlatGeobuf", path, csv, "-oo", "X_POSSIBLE_NAMES=x", "-oo", "Y_POSSIBLE_NAMES=y", "-oo", "KEEP_GEOM_COLUMNS=NO",
			"-oo", "AUTODETECT_TYPE=YES", "-a_srs", "EPSG:31370").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		file, err := os.ReadFile(path)
		check(t, err)
		got, err := read(t, file)
		check(t, err)
		if len(got.rows) != n || got.rows[n-1] != "Aedes vexans|2019-06-01|3|4.35|50.85" || got.crs != "EPSG:31370" {
			t.Errorf("%+v", got)
		}
		if _, err := read(t, file[:len(file)-10]); err == nil {
			t.Error("a file that ends too early is read")
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(written(f, writer.CRS{Authority: "EPSG", Code: 4326}))
	f.Add(written(f, writer.CRS{})[:60])
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := read(t, file)
		var broken *text.FileError
		if err != nil && !errors.As(err, &broken) {
			t.Errorf("error %T: %v", err, err)
		}
		_ = got
	})
}
