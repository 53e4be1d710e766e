package geoparquet

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

var places = table.Schema{Name: "places", Columns: []table.Column{{Name: "z", Key: true}, {Name: "a", Type: table.Integer}}, Geometry: &table.Geometry{SRID: table.WGS84}}

// pointAt is a point in WKB.
func pointAt(x, y float64) []byte {
	b := []byte{1, 1, 0, 0, 0}
	for _, v := range []float64{x, y} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func written(t *testing.T, s table.Schema, rows ...table.Row) *parquet.File {
	t.Helper()
	var out bytes.Buffer
	w, err := New(&out, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if err := w.Write(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func rowOf(text string, number int64, shape []byte) table.Row {
	return table.Row{Values: []table.Value{{Valid: text != "", Text: []byte(text)}, {Valid: number != 0, Bits: number}}, WKB: shape}
}

// The columns have the order of the schema, and the metadata says what lies where.
func TestMetadata(t *testing.T) {
	t.Parallel()
	empty := pointAt(math.NaN(), math.NaN())
	file := written(t, places, rowOf("x", 5, pointAt(7.25, 43.75)), rowOf("", 0, nil), rowOf("y", 0, empty), rowOf("z", 1, pointAt(-3, 50)))
	var names []string
	for _, f := range file.Schema().Fields() {
		names = append(names, f.Name())
	}
	if got, _ := json.Marshal(names); string(got) != `["z","a","geometry","bbox"]` {
		t.Errorf("the columns are %s", got)
	}
	geo, _ := file.Lookup("geo")
	var said struct {
		Version string
		Columns map[string]map[string]any
	}
	if err := json.Unmarshal([]byte(geo), &said); err != nil {
		t.Fatal(err)
	}
	column := said.Columns[table.GeometryName]
	if box, _ := json.Marshal(column["bbox"]); said.Version != "1.1.0" || string(box) != "[-3,43.75,7.25,50]" {
		t.Errorf("geo is %s", geo)
	}
	if _, there := column["crs"]; there {
		t.Errorf("the CRS of longitudes and latitudes is %v", column["crs"])
	}
	rows := make([]parquet.Row, 4)
	reader := file.RowGroups()[0].Rows()
	defer func() { _ = reader.Close() }()
	if n, _ := reader.ReadRows(rows); n != 4 {
		t.Fatalf("%d rows", n)
	}
	for i, nulls := range []int{0, 7, 5, 0} { // of text, number, geometry and four corners
		got := 0
		for _, v := range rows[i] {
			if v.IsNull() {
				got++
			}
		}
		if got != nulls {
			t.Errorf("row %d has %d nulls, want %d: %v", i, got, nulls, rows[i])
		}
	}
}

// A CRS whose definition is not there is unknown, which is not the default.
func TestUnknownCRS(t *testing.T) {
	t.Parallel()
	s := places
	for srid, want := range map[int]string{
		2154: `"crs":null`, 57: `"crs":null`, 3857: `"name":"WGS 84 / Pseudo-Mercator"`, 3395: `"name":"WGS 84 / World Mercator"`,
	} {
		s.Geometry = &table.Geometry{SRID: srid}
		geo, _ := written(t, s).Lookup("geo")
		if !bytes.Contains([]byte(geo), []byte(want)) {
			t.Errorf("%d: geo is %s", srid, geo)
		}
	}
}

// A long table goes out in groups, of many rows or of many bytes.
func TestGroups(t *testing.T) {
	t.Parallel()
	rows := make([]table.Row, groupRows+1)
	for i := range rows {
		rows[i] = rowOf("x", int64(i+1), pointAt(0, 0))
	}
	if file := written(t, places, rows...); len(file.RowGroups()) != 2 || file.NumRows() != groupRows+1 {
		t.Errorf("%d groups of %d rows", len(file.RowGroups()), file.NumRows())
	}
	long := string(bytes.Repeat([]byte("x"), groupBytes/2))
	if file := written(t, places, rowOf(long, 1, nil), rowOf(long, 2, nil), rowOf("x", 3, nil)); len(file.RowGroups()) != 2 {
		t.Errorf("%d groups of long texts", len(file.RowGroups()))
	}
}
