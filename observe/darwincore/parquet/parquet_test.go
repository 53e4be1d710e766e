package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write makes a file of rows, with options such as the metadata of GeoParquet.
func write[T any](t testing.TB, rows []T, options ...pq.WriterOption) []byte {
	t.Helper()
	var out bytes.Buffer
	w := pq.NewGenericWriter[T](&out, options...)
	_, err := w.Write(rows)
	check(t, err)
	check(t, w.Close())
	return out.Bytes()
}

type content struct {
	header []string
	crs    string
	rows   []string
	notes  string
}

func read(t testing.TB, data []byte) (content, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.parquet")
	check(t, os.WriteFile(path, data, 0o600))
	file, err := os.Open(path)
	check(t, err)
	warn := &text.Warnings{}
	table, err := Open("records.parquet", file, warn)
	if err != nil {
		check(t, file.Close())
		return content{}, err
	}
	defer func() { _ = table.Close() }()
	c := content{header: table.Header(), crs: table.CRS()}
	for _, w := range warn.All() {
		c.notes += w.Message + "\n"
	}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			if done, total := table.Progress(); done != total {
				t.Errorf("%d of %d rows at the end", done, total)
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

type everyType struct {
	Name   string           `parquet:"name,dict"`
	Maybe  *string          `parquet:"maybe"`
	Day    int32            `parquet:"day,date"`
	UTC    time.Time        `parquet:"utc,timestamp(microsecond)"`
	Local  int64            `parquet:"local,timestamp(millisecond:local)"`
	Clock  int32            `parquet:"clock,time(millisecond)"`
	Old    deprecated.Int96 `parquet:"old"`
	Flag   bool             `parquet:"flag"`
	Small  int8             `parquet:"small"`
	Large  uint64           `parquet:"large"`
	Float  float32          `parquet:"float"`
	Double float64          `parquet:"double"`
	Money  int32            `parquet:"money,decimal(2:9)"`
	Wide   [16]byte         `parquet:"wide,decimal(3:38)"`
	ID     [16]byte         `parquet:"id,uuid"`
	Bytes  []byte           `parquet:"bytes"`
	Tags   []string         `parquet:"tags"`
	Inner  struct {
		X int32 `parquet:"x"`
	} `parquet:"inner"`
	Map map[string]string `parquet:"map"`
}

func TestTimestamps(t *testing.T) {
	t.Parallel()
	type row struct {
		Local int64 `parquet:"local,timestamp(nanosecond:local)"`
		UTC   int64 `parquet:"utc,timestamp(nanosecond)"`
	}
	for at, want := range map[string]string{
		"2007-05-06T00:00:00Z":           "2007-05-06|2007-05-06T00:00:00Z",
		"1907-05-06T00:00:00Z":           "1907-05-06|1907-05-06T00:00:00Z",
		"2007-05-06T10:30:00Z":           "2007-05-06T10:30:00|2007-05-06T10:30:00Z",
		"2007-05-06T00:00:00.000000001Z": "2007-05-06T00:00:00.000000001|2007-05-06T00:00:00.000000001Z",
		"1907-05-05T23:59:59.5Z":         "1907-05-05T23:59:59.5|1907-05-05T23:59:59.5Z",
	} {
		when, err := time.Parse(time.RFC3339Nano, at)
		check(t, err)
		got, err := read(t, write(t, []row{{when.UnixNano(), when.UnixNano()}}))
		check(t, err)
		if len(got.rows) != 1 || got.rows[0] != want {
			t.Errorf("%s: read %v, want %s", at, got.rows, want)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	first := everyType{
		Name: "Aedes vexans", Day: 18048, UTC: time.Date(2019, 6, 1, 10, 0, 0, 5000, time.UTC), Local: 1559383200000, Clock: 36_000_500,
		Old: deprecated.Int96{0, 0, 2458636}, Flag: true, Small: -3, Large: math.MaxUint64, Float: 0.1, Double: math.NaN(), Money: -105,
		ID: [16]byte{1, 2, 3}, Bytes: []byte("text"), Tags: []string{"a", "b"},
	}
	for i := range first.Wide {
		first.Wide[i] = 0xff // -1
	}
	maybe := "yes"
	second := everyType{Maybe: &maybe, Bytes: []byte{0xff}, Double: 1e-7, Money: 5, Local: -1}
	second.Inner.X = 7
	for name, options := range map[string][]pq.WriterOption{
		"plain": nil, "zstd": {pq.Compression(&pq.Zstd)}, "snappy, small pages": {pq.Compression(&pq.Snappy), pq.PageBufferSize(64)},
		"brotli": {pq.Compression(&pq.Brotli), pq.DataPageVersion(1)}, "two groups": {pq.MaxRowsPerRowGroup(1)},
	} {
		got, err := read(t, write(t, []everyType{first, second}, options...))
		check(t, err)
		want := []string{
			"Aedes vexans||2019-06-01|2019-06-01T10:00:00.000005Z|2019-06-01T10:00:00|10:00:00.5|2019-06-01T00:00:00|true|-3|18446744073709551615|0.1||-1.05|-0.001|01020300-0000-0000-0000-000000000000|text|0",
			"|yes|1970-01-01|0001-01-01T00:00:00Z|1969-12-31T23:59:59.999|00:00:00|-4713-11-24T00:00:00|false|0|0|0|0.0000001|0.05|0|00000000-0000-0000-0000-000000000000||7",
		}
		if !slices.Equal(got.rows, want) {
			t.Errorf("%s: rows\n%s\nwanted\n%s", name, strings.Join(got.rows, "\n"), strings.Join(want, "\n"))
		}
		if !strings.Contains(got.notes, `"tags" holds lists`) || got.header[len(got.header)-1] != "inner.x" || got.crs != "" {
			t.Errorf("%s: header %q, notes %s", name, got.header, got.notes)
		}
	}
}

type feature struct {
	Name     string  `parquet:"scientificName"`
	Lat      float64 `parquet:"decimalLatitude"`
	Geometry []byte  `parquet:"geometry,optional"`
}

func marshal(t testing.TB, g geom.T) []byte {
	t.Helper()
	b, err := wkb.Marshal(g, wkb.NDR)
	check(t, err)
	return b
}

func features(t testing.TB) []feature {
	t.Helper()
	return []feature{
		{"Aedes", 1, marshal(t, geom.NewPointFlat(geom.XY, []float64{148679.4, 171066.8}))},
		{"Culex", 2, nil},
		{"Culex", 3, marshal(t, geom.NewLineStringFlat(geom.XY, []float64{1, 2, 3, 4}))},
		{"Culex", 4, []byte{1}},
	}
}

func TestGeoParquet(t *testing.T) {
	t.Parallel()
	rows := []string{"Aedes|1|148679.4|171066.8", "Culex|2||!no coordinates", "Culex|3||!geometry is not a Point", "Culex|4||!the geometry cannot be read"}
	for crs, want := range map[string]string{
		``: "EPSG:4326", `,"crs":null`: "", `,"crs":{"name":"Belge 1972","id":{"authority":"EPSG","code":31370}}`: "EPSG:31370",
		`,"crs":{"name":"WGS 84 (CRS84)","id":{"authority":"OGC","code":"CRS84"}}`: "OGC:CRS84", `,"crs":{"name":"Our grid"}`: "Our grid",
	} {
		meta := `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":["Point","LineString"]` + crs + `}}}`
		got, err := read(t, write(t, features(t), pq.KeyValueMetadata("geo", meta)))
		check(t, err)
		if !slices.Equal(got.rows, rows) || got.crs != want {
			t.Errorf("%s: crs %q, rows %q", crs, got.crs, got.rows)
		}
		if h := strings.Join(got.header, " "); h != "scientificName properties.decimalLatitude decimalLongitude decimalLatitude" {
			t.Errorf("header %s", h)
		}
	}
	for meta, want := range map[string]string{
		`{`:  "metadata of GeoParquet",
		`{}`: "do not describe the primary column",
		`{"primary_column":"geometry","columns":{"geometry":{"encoding":"polygon"}}}`:                            `encoded as "polygon"`,
		`{"primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":["Polygon Z"]}}}`: "of the type Polygon Z",
		`{"primary_column":"there","columns":{"there":{"encoding":"WKB"}}}`:                                      `"there" is not there`,
		`{"primary_column":"scientificName","columns":{"scientificName":{"encoding":"point"}}}`:                  "is not there",
	} {
		if _, err := read(t, write(t, features(t), pq.KeyValueMetadata("geo", meta))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", meta, err)
		}
	}
	type native struct {
		Name string `parquet:"name"`
		At   *struct {
			X float64 `parquet:"x"`
			Y float64 `parquet:"y"`
		} `parquet:"at"`
		Box struct {
			XMin float64 `parquet:"xmin"`
		} `parquet:"box"`
	}
	two := []native{{Name: "a"}, {Name: "b"}}
	two[0].At = &struct {
		X float64 `parquet:"x"`
		Y float64 `parquet:"y"`
	}{4.5, 50}
	got, err := read(t, write(t, two, pq.KeyValueMetadata("geo",
		`{"primary_column":"at","columns":{"at":{"encoding":"point","covering":{"bbox":{"xmin":["box","xmin"]}}}}}`)))
	check(t, err)
	if !slices.Equal(got.rows, []string{"a|4.5|50", "b||!no coordinates"}) {
		t.Errorf("native points: %+v", got)
	}
}

func TestGeometryType(t *testing.T) {
	t.Parallel()
	for crs, want := range map[string]string{"": "EPSG:4326", "OGC:CRS84": "OGC:CRS84", "srid:5070": "EPSG:5070", `{"id":{"authority":"EPSG","code":3857}}`: "EPSG:3857"} {
		if got := crsOfType(crs); got != want {
			t.Errorf("%q is %q", crs, got)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	whole := write(t, features(t))
	footer := slices.Clone(whole)
	binary.LittleEndian.PutUint32(footer[len(footer)-8:], 1<<31)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"cut":            {whole[:len(whole)/2], "ends too early"},
		"only a magic":   {[]byte("PAR1"), "ends too early"},
		"a huge footer":  {footer, "a footer of 2147483648 bytes"},
		"damaged":        {slices.Concat([]byte("PAR1"), bytes.Repeat([]byte{0xaa}, 40), whole[44:]), ""},
		"damaged footer": {slices.Concat(whole[:len(whole)-60], bytes.Repeat([]byte{0xaa}, 52), whole[len(whole)-8:]), ""},
	} {
		_, err := read(t, c.data)
		var broken *text.FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A page that inflates to more than may be held is refused before it is read.
func TestPagesThatTakeTooMuch(t *testing.T) {
	t.Parallel()
	type wide struct {
		A []byte `parquet:"a,zstd"`
	}
	rows := slices.Repeat([]wide{{make([]byte, 1<<20)}}, maxPagesBytes>>20/2+1)
	data := write(t, rows, pq.PageBufferSize(maxPagesBytes), pq.SkipPageBounds("a"))
	if len(data) > 8<<20 {
		t.Fatalf("the file has %d bytes", len(data))
	}
	if _, err := read(t, data); err == nil || !strings.Contains(err.Error(), "its pages take more than 128 MiB at once; write it again") {
		t.Error(err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(write(f, features(f), pq.KeyValueMetadata("geo", `{"primary_column":"geometry","columns":{"geometry":{"encoding":"WKB"}}}`)))
	f.Add(write(f, []everyType{{}}, pq.Compression(&pq.Snappy)))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := read(t, data)
		var broken *text.FileError
		if err != nil && !errors.As(err, &broken) {
			t.Errorf("error %T: %v", err, err)
		}
	})
}
