package flatgeobuf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// ogr runs one of GDAL's programs, the readers that most of the format's files meet.
func ogr(t testing.TB, program string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("no GDAL: %s is not in PATH", program)
	}
	var said bytes.Buffer
	command := exec.Command(program, args...)
	command.Stderr = &said
	out, err := command.Output()
	for line := range strings.Lines(said.String()) {
		if !strings.Contains(line, aboutGeoJSON) {
			t.Errorf("%s: %s", program, line)
		}
	}
	if err != nil {
		t.Fatalf("%s %v: %v", program, args, err)
	}
	return out
}

// aboutGeoJSON is a warning about the format that the tests have a file turned into.
const aboutGeoJSON = "does not natively support DateTime type"

// fileOf writes a dataset: features calls end after each.
func fileOf(t testing.TB, h Header, features func(e *Encoder, end func())) string {
	t.Helper()
	e := newEncoder(t, h)
	file := e.AppendHeader(nil)
	features(e, func() {
		var err error
		if file, err = e.AppendFeature(file); err != nil {
			t.Fatal(err)
		}
	})
	path := filepath.Join(t.TempDir(), h.Name+".fgb")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// record is a feature of everyType's columns; a nil field is null.
type record struct {
	id, name *string
	total    *int64
	accuracy *float64
	at       *time.Time
	x, y     *float64
}

func (r record) write(e *Encoder) {
	for column, s := range []*string{r.id, r.name} {
		if s != nil {
			e.Text(column, []byte(*s))
		}
	}
	if r.total != nil {
		e.Long(2, *r.total)
	}
	if r.accuracy != nil {
		e.Double(3, *r.accuracy)
	}
	if r.at != nil {
		e.Time(4, *r.at)
	}
	if r.x != nil {
		e.Point(*r.x, *r.y)
	}
}

// geoJSON is the feature as ogr2ogr writes it: without what is null.
func (r record) geoJSON() map[string]any {
	properties := map[string]any{}
	for name, v := range map[string]any{"id": r.id, "name": r.name, "total": r.total, "accuracy": r.accuracy} {
		if !reflect.ValueOf(v).IsNil() {
			properties[name] = v
		}
	}
	if r.at != nil {
		layout := "2006-01-02T15:04:05.000Z"
		if r.at.Nanosecond() == 0 {
			layout = time.RFC3339
		}
		properties["observed_at"] = r.at.UTC().Format(layout)
	}
	feature := map[string]any{"type": "Feature", "properties": properties, "geometry": nil}
	if r.x != nil {
		feature["geometry"] = map[string]any{"type": "Point", "coordinates": []float64{*r.x, *r.y}}
	}
	return feature
}

func maybe[T any](r *rand.Rand, v T) *T {
	if r.IntN(4) == 0 {
		return nil
	}
	return &v
}

func randomRecord(r *rand.Rand) record {
	texts := []string{
		"Aedes aegypti", "комар", "蚊子", "a\"b\\c\n\t", "</script>", "\u200f🦟", "'; drop table observations; --",
		strings.Repeat("ж", r.IntN(30)), " blanks ",
	}
	longs := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, r.Int64()}
	doubles := []float64{0, 0.1, -1.5, 1e300, 5e-324, math.Pi, r.NormFloat64()}
	rec := record{
		id: new(fmt.Sprintf("%032x", r.Uint64())), name: maybe(r, texts[r.IntN(len(texts))]), total: maybe(r, longs[r.IntN(len(longs))]),
		accuracy: maybe(r, doubles[r.IntN(len(doubles))]), at: maybe(r, time.UnixMilli(r.Int64N(4e12)-2e12).UTC()),
	}
	if r.IntN(10) > 0 {
		rec.x, rec.y = new(float64(r.IntN(3600000000)-1800000000)/1e7), new(float64(r.IntN(1800000000)-900000000)/1e7)
	}
	return rec
}

// TestGDALReadsEveryValue writes what chance brings and compares what GDAL makes of it.
func TestGDALReadsEveryValue(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	records := make([]record, 3000)
	for i := range records {
		records[i] = randomRecord(chance)
	}
	path := fileOf(t, Header{Name: "values", Geometry: Point, Columns: everyType, CRS: CRS{"EPSG", 4326}}, func(e *Encoder, end func()) {
		for _, r := range records {
			r.write(e)
			end()
		}
	})
	lines := bytes.Split(bytes.TrimSpace(ogr(t, "ogr2ogr", "-f", "GeoJSONSeq", "/vsistdout/", path, "-lco", "COORDINATE_PRECISION=15")), []byte("\n"))
	if len(lines) != len(records) {
		t.Fatalf("%d features, want %d", len(lines), len(records))
	}
	for i, line := range lines {
		want, err := json.Marshal(records[i].geoJSON())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := plain(t, line), plain(t, want); !reflect.DeepEqual(got, want) {
			t.Fatalf("feature %d is\n%v\nnot\n%v", i, got, want)
		}
	}
}

// plain decodes JSON so that numbers compare by value.
func plain(t testing.TB, b []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return numbers(v)
}

// numbers spells every number one way: whole ones as they are, others by their nearest double.
func numbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, err := v.Float64()
		if err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return int64(f)
		}
		return f
	}
	return v
}

func TestGDALReadsManyAndNone(t *testing.T) {
	t.Parallel()
	for _, many := range []int{0, 1, 100_000} {
		path := fileOf(t, Header{Name: "many", Geometry: Point, Columns: everyType, CRS: CRS{"EPSG", 4326}}, func(e *Encoder, end func()) {
			for i := range many {
				e.Text(0, fmt.Appendf(nil, "%d", i))
				e.Long(2, int64(i))
				e.Point(float64(i%360)-180, float64(i%180)-90)
				end()
			}
		})
		said := string(ogr(t, "ogrinfo", "-ro", "-al", "-so", path))
		for _, want := range []string{fmt.Sprintf("Feature Count: %d\n", many), "Geometry: Point", `ID["EPSG",4326]`, "total: Integer64 ", "observed_at: DateTime "} {
			if !strings.Contains(said, want) {
				t.Errorf("%d features: %q is not in %s", many, want, said)
			}
		}
		if many > 0 {
			said = string(ogr(t, "ogrinfo", "-ro", path, "-sql", "select sum(total) as total from many"))
			if want := fmt.Sprintf("= %d\n", many*(many-1)/2); !strings.Contains(said, want) {
				t.Errorf("%q is not in %s", want, said)
			}
		}
	}
}

func TestGDALReadsPolygons(t *testing.T) {
	t.Parallel()
	shapes := []string{
		"MULTIPOLYGON (((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 2,1 1)),((10 10,12 10,12 12,10 10)))",
		"MULTIPOLYGON (((0 0,1 0,1 1,0 0)))",
		"MULTIPOLYGON EMPTY",
	}
	db := postgis(t, 0)
	path := fileOf(t, Header{Name: "shapes", Geometry: MultiPolygon, Columns: []Column{{Name: "id", Type: String}}, CRS: CRS{"EPSG", 3857}}, func(e *Encoder, end func()) {
		for i, shape := range shapes {
			for _, order := range []string{"NDR", "XDR"} {
				e.Text(0, fmt.Appendf(nil, "%d %s", i, order))
				e.WKB(pgtest.Value[[]byte](t, db, "select ST_AsBinary(ST_GeomFromText($1), $2)", shape, order))
				end()
			}
		}
	})
	said := string(ogr(t, "ogrinfo", "-ro", "-al", path))
	for _, shape := range shapes {
		if n := strings.Count(said, shape+"\n"); n != 2 {
			t.Errorf("%s is there %d times in %s", shape, n, said)
		}
	}
	if !strings.Contains(said, "Geometry: Multi Polygon") || !strings.Contains(said, `ID["EPSG",3857]`) {
		t.Errorf("geometry or CRS: %s", said)
	}
}
