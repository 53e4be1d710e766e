package areas_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m, func(context.Context, *pgxpool.Pool) error { return nil }))
}

const base = "/api/v1"

func newServer(t *testing.T, db *pgxpool.Pool) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(httpapi.New(httpapi.Options{
		Routes: httpapi.Under(base, areas.New(db, base).Routes()), Log: slog.New(slog.DiscardHandler),
		Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable,
	}))
	t.Cleanup(s.Close)
	return s
}

// answer is what a request was answered with.
type answer struct {
	status int
	header http.Header
	body   string
}

func request(t *testing.T, s *httptest.Server, method, path, body string, header ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(b)}
}

func decode[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatal(err, a.body)
	}
	return v
}

const square = `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}`

func TestDrawnArea(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	first := request(t, s, "POST", "/areas", square)
	got := decode[areas.Area](t, first)
	if first.status != 201 || len(got.ID) != 32 || math.Abs(got.AreaKM2-12308.463894) > 1e-6 || got.Repaired || got.BBox != [4]float64{0, 0, 1, 1} ||
		got.Set != nil || got.Name != nil || got.ExpiresAt == nil {
		t.Errorf("%d %s", first.status, first.body)
	}
	if want := s.URL + base + "/areas/" + got.ID; first.header.Get("Location") != want {
		t.Errorf("Location %q, want %q", first.header.Get("Location"), want)
	}
	for name, same := range map[string]string{
		"again":                square,
		"other way round":      `{"type":"Polygon","coordinates":[[[1,1],[1,0],[0,0],[0,1],[1,1]]]}`,
		"multi":                `{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1],[0,0]]]]}`,
		"a feature":            `{"type":"Feature","id":7,"properties":{"a":1},"geometry":` + square + `}`,
		"more decimals":        `{"type":"Polygon","coordinates":[[[0.00000001,0],[1,0],[1,1.00000002],[0,1],[0.00000001,0]]]}`,
		"a position twice":     `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,0],[1,1],[0,1],[0,0]]]}`,
		"vertices on edges":    `{"type":"Polygon","coordinates":[[[0,0.3],[0,0],[0.5,0],[1,0],[1,1],[0.7,1],[0.3,1],[0,1],[0,0.3]]]}`,
		"a hole elsewhere":     `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]],[[5,5],[6,5],[6,6],[5,6],[5,5]]]}`,
		"two halves":           `{"type":"MultiPolygon","coordinates":[[[[0,0],[0.5,0],[0.5,1],[0,1],[0,0]]],[[[0.5,0],[1,0],[1,1],[0.5,1],[0.5,0]]]]}`,
		"a named system":       `{"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},` + square[1:],
		"another name":         `{"crs":{"type":"name","properties":{"name":"EPSG:4326"}},` + square[1:],
		"no system":            `{"crs":null,` + square[1:],
		"a byte order mark":    "\ufeff" + square,
		"heights":              `{"type":"Polygon","coordinates":[[[0,0,5],[1,0,5],[1,1,5],[0,1,5],[0,0,5]]]}`,
		"a hole of no size":    `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]],[[0.5,0.5],[0.5,0.5],[0.5,0.5],[0.5,0.5]]]}`,
		"a polygon of no size": `{"type":"MultiPolygon","coordinates":[[[[5,5],[5,5],[5,5],[5,5]]],[[[0,0],[1,0],[1,1],[0,1],[0,0]]]]}`,
	} {
		a := request(t, s, "POST", "/areas", same)
		if again := decode[areas.Area](t, a); a.status != 200 || again.ID != got.ID {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	read := request(t, s, "GET", "/areas/"+strings.ToUpper(got.ID), "")
	stored := decode[areas.Area](t, read)
	got.ExpiresAt = stored.ExpiresAt // the areas above were drawn later
	if read.status != 200 || !reflect.DeepEqual(stored, got) {
		t.Errorf("%d %s", read.status, read.body)
	} else if again := request(t, s, "GET", "/areas/"+got.ID, "", "If-None-Match", read.header.Get("ETag")); again.status != 304 {
		t.Errorf("with its ETag: %d", again.status)
	}
	for _, a := range []answer{request(t, s, "GET", "/areas/"+got.ID+"?f=geojson", ""), request(t, s, "GET", "/areas/"+got.ID, "", "Accept", "application/geo+json")} {
		want := fmt.Sprintf(`{"type":"Feature","id":%q,"bbox":[0,0,1,1],"geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[0,1],[1,1],[1,0],[0,0]]]]},`, got.ID)
		if a.status != 200 || !strings.HasPrefix(a.body, want) || a.header.Get("Content-Type") != "application/geo+json" {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if a := request(t, s, "GET", "/areas", ""); a.body != `{"count":0,"areas":[],"sets":[],"next":null,"previous":null}`+"\n" {
		t.Errorf("the list shows %s", a.body)
	}
	for _, path := range []string{"/areas/nowhere", "/areas/" + strings.Repeat("0", 32)} {
		if a := request(t, s, "GET", path, ""); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

func TestRepairedArea(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	bow := request(t, s, "POST", "/areas", `{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}`)
	got := decode[areas.Area](t, bow)
	if bow.status != 201 || !got.Repaired || got.BBox != [4]float64{0, 0, 2, 2} {
		t.Errorf("%d %s", bow.status, bow.body)
	}
	shown := request(t, s, "GET", "/areas/"+got.ID+"?f=geojson", "")
	geometry := shown.body[strings.Index(shown.body, `{"type":"MultiPolygon"`):strings.Index(shown.body, `,"properties"`)]
	clean := request(t, s, "POST", "/areas", geometry)
	if again := decode[areas.Area](t, clean); clean.status != 200 || again.ID != got.ID || again.Repaired {
		t.Errorf("the repaired geometry: %d %s", clean.status, clean.body)
	}
	// A spike has no area: the polygons alone are kept.
	spike := decode[areas.Area](t, request(t, s, "POST", "/areas", `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[5,5],[1,1],[0,1],[0,0]]]}`))
	if plain := decode[areas.Area](t, request(t, s, "POST", "/areas", square)); !spike.Repaired || spike.ID != plain.ID {
		t.Errorf("a spike gives %+v, want %+v", spike, plain)
	}
	world := decode[areas.Area](t, request(t, s, "POST", "/areas", `{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}`))
	if math.Abs(world.AreaKM2-510_065_622) > 1000 {
		t.Errorf("the world has %f square kilometres", world.AreaKM2)
	}
}

// TestRepairAddsNothing: a hole leaves out what it covers, wherever it lies, and polygons are united.
func TestRepairAddsNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := newServer(t, db)
	const shell = `[[0,0],[8,0],[8,8],[0,8],[0,0]]`
	for name, c := range map[string]struct {
		coordinates string
		want        float64 // square degrees
	}{
		"a hole across":      {`[[` + shell + `,[[6,2],[9,2],[9,4],[6,4],[6,2]]]]`, 60},
		"a hole beyond":      {`[[` + shell + `,[[10,2],[12,2],[12,4],[10,4],[10,2]]]]`, 64},
		"holes over another": {`[[` + shell + `,[[1,1],[3,1],[3,3],[1,3],[1,1]],[[2,2],[4,2],[4,4],[2,4],[2,2]]]]`, 57},
		"a hole in a wing":   {`[[[[0,0],[8,8],[8,0],[0,8],[0,0]],[[1,3],[2,3],[2,5],[1,5],[1,3]]]]`, 30},
		"two over another":   {`[[` + shell + `],[[[4,4],[10,4],[10,10],[4,10],[4,4]]]]`, 84},
		"one in another":     {`[[` + shell + `],[[[1,1],[2,1],[2,2],[1,2],[1,1]]]]`, 64},
	} {
		a := request(t, s, "POST", "/areas", `{"type":"MultiPolygon","coordinates":`+c.coordinates+`}`)
		got := decode[areas.Area](t, a)
		if size := pgtest.Value[float64](t, db, "select ST_Area(geom) from areas where id = $1", got.ID); math.Abs(size-c.want) > 1e-6 || !got.Repaired {
			t.Errorf("%s: %g square degrees, want %g: %s", name, size, c.want, a.body)
		}
	}
}

// TestRandomShapes: any mess of edges is stored or refused, and a stored geometry has the id under which it is stored.
func TestRandomShapes(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	rng := rand.New(rand.NewPCG(5, 6))
	stored := 0
	for range 150 {
		size := math.Pow(10, -4+6*rng.Float64())
		var ring [][2]float64
		for range 3 + rng.IntN(30) {
			ring = append(ring, [2]float64{max(-180, min(180, size*(rng.Float64()-0.5))), max(-90, min(90, size*(rng.Float64()-0.5)))})
		}
		body, err := json.Marshal(map[string]any{"type": "Polygon", "coordinates": [][][2]float64{append(ring, ring[0])}})
		if err != nil {
			t.Fatal(err)
		}
		a := request(t, s, "POST", "/areas", string(body))
		if a.status == 422 && strings.Contains(a.body, "no_area") {
			continue
		}
		if a.status > 201 {
			t.Fatalf("%s\n%d %s", body, a.status, a.body)
		}
		stored++
		shown := request(t, s, "GET", "/areas/"+decode[areas.Area](t, a).ID+"?f=geojson", "", "If-None-Match", "")
		if again := request(t, s, "POST", "/areas", shown.body); again.status != 200 || decode[areas.Area](t, again).Repaired {
			t.Errorf("%s\nsent again: %d %s", shown.body, again.status, again.body)
		}
	}
	if stored < 100 {
		t.Errorf("%d shapes were stored", stored)
	}
}

func TestRefusedAreas(t *testing.T) {
	t.Parallel()
	s := newServer(t, pgtest.Pool(t))
	ring := func(n int, at func(i int) string) string {
		var positions []string
		for i := range n {
			positions = append(positions, at(i))
		}
		return `{"type":"Polygon","coordinates":[[` + strings.Join(append(positions, positions[0]), ",") + `]]}`
	}
	circle := func(i int) string {
		angle := 2 * math.Pi * float64(i) / 10_000
		return fmt.Sprintf("[%.7f,%.7f]", math.Cos(angle), math.Sin(angle))
	}
	for name, c := range map[string]struct {
		body, code string
	}{
		"point":             {`{"type":"Point","coordinates":[0,0]}`, "not_a_polygon"},
		"collection":        {`{"type":"FeatureCollection","features":[]}`, "not_a_polygon"},
		"no type":           {`{}`, "not_a_polygon"},
		"feature of null":   {`{"type":"Feature","geometry":null}`, "not_a_polygon"},
		"feature of a line": {`{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}`, "not_a_polygon"},
		"no coordinates":    {`{"type":"Polygon"}`, "empty"},
		"empty":             {`{"type":"Polygon","coordinates":[]}`, "empty"},
		"empty multi":       {`{"type":"MultiPolygon","coordinates":[]}`, "empty"},
		"empty ring":        {`{"type":"Polygon","coordinates":[[]]}`, "too_few_positions"},
		"null longitude":    {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[null,1],[0,0]]]}`, "malformed"},
		"null position":     {`{"type":"Polygon","coordinates":[[[0,0],[1,0],null,[0,1],[0,0]]]}`, "malformed"},
		"null ring":         {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]],null]}`, "too_few_positions"},
		"null polygon":      {`{"type":"MultiPolygon","coordinates":[null,[[[0,0],[1,0],[1,1],[0,1],[0,0]]]]}`, "malformed"},
		"null":              {`{"type":"Polygon","coordinates":null}`, "empty"},
		"four numbers":      {`{"type":"Polygon","coordinates":[[[0,0,1,2],[1,0,1,2],[1,1,1,2],[0,0,1,2]]]}`, "malformed"},
		"a hole as large":   {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[0,0],[1,0],[1,1],[0,0]]]}`, "no_area"},
		"Mercator":          {`{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},` + square[1:], "unsupported_crs"},
		"a feature's crs":   {`{"type":"Feature","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"geometry":` + square + `}`, "unsupported_crs"},
		"a linked crs":      {`{"crs":{"type":"link","properties":{"href":"x"}},` + square[1:], "unsupported_crs"},
		"not UTF-8":         {`{"type":"Feature","properties":{"name":"M` + "\xfc" + `nchen"},"geometry":` + square + `}`, "json_invalid"},
		"texts":             {`{"type":"Polygon","coordinates":[[["a","b"]]]}`, "malformed"},
		"type is a number":  {`{"type":7}`, "malformed"},
		"flat":              {`{"type":"Polygon","coordinates":[0,0,1,1]}`, "malformed"},
		"huge number":       {`{"type":"Polygon","coordinates":[[[1e999,0],[1,0],[1,1],[1e999,0]]]}`, "malformed"},
		"one coordinate":    {`{"type":"Polygon","coordinates":[[[0],[1],[2],[0]]]}`, "malformed"},
		"three positions":   {`{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}`, "too_few_positions"},
		"open ring":         {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}`, "not_closed"},
		"longitude":         {`{"type":"Polygon","coordinates":[[[179,0],[181,0],[181,1],[179,0]]]}`, "out_of_range"},
		"latitude":          {`{"type":"Polygon","coordinates":[[[0,89],[1,91],[2,89],[0,89]]]}`, "out_of_range"},
		"line":              {`{"type":"Polygon","coordinates":[[[0,0],[1,1],[2,2],[0,0]]]}`, "no_area"},
		"tiny":              {`{"type":"Polygon","coordinates":[[[0,0],[1e-9,0],[1e-9,1e-9],[0,0]]]}`, "no_area"},
		"vertices":          {ring(10_000, circle), "too_many_vertices"},
		"bytes":             {ring(9000, func(i int) string { return circle(i) + strings.Repeat(" ", 120) }), "too_large"},
		"crossings":         {ring(101, func(i int) string { return circle(i * 4950) }), "too_many_crossings"},
		"no JSON":           {`{"type":`, "json_invalid"},
		"nothing":           {``, "missing"},
		"a list":            {`[]`, "not_an_object"},
	} {
		if a := request(t, s, "POST", "/areas", c.body); a.status != 422 || !strings.Contains(a.body, `"type":"`+c.code+`"`) {
			t.Errorf("%s: %d %.300s, want %s", name, a.status, a.body, c.code)
		}
	}
	if a := request(t, s, "POST", "/areas", ring(9_999, circle)); a.status != 201 {
		t.Errorf("10,000 vertices: %d %s", a.status, a.body)
	}
	if a := request(t, s, "POST", "/areas", square, "Content-Type", "text/plain"); a.status != 415 {
		t.Errorf("text: %d", a.status)
	}
	if a := request(t, s, "POST", "/areas?x=1", square); a.status != 422 {
		t.Errorf("an unknown parameter: %d", a.status)
	}
	if a := request(t, s, "POST", "/areas", strings.Repeat(" ", 5<<20)+square); a.status != 413 {
		t.Errorf("5 MB: %d", a.status)
	}
}

func TestUnusedAreasGo(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := newServer(t, db)
	at := func(x int) string {
		return decode[areas.Area](t, request(t, s, "POST", "/areas", fmt.Sprintf(`{"type":"Polygon","coordinates":[[[%d,0],[%d,1],[%d,1],[%d,0]]]}`, x, x, x+1, x))).ID
	}
	old, used, young := at(1), at(2), at(3)
	pgtest.Run(t, db, `update areas set used_at = now() - interval '31 days' where id = $1`, old)
	pgtest.Run(t, db, `update areas set used_at = now() - interval '29 days' where id = $1`, used)
	if a := request(t, s, "GET", "/areas/"+old, ""); a.status != 404 {
		t.Errorf("unused for 31 days: %d", a.status)
	}
	if a := request(t, s, "GET", "/areas/"+used, ""); a.status != 200 {
		t.Errorf("unused for 29 days: %d", a.status)
	}
	if fresh := pgtest.Value[bool](t, db, `select used_at > now() - interval '1 hour' from areas where id = $1`, used); !fresh {
		t.Error("use is not noted")
	}
	pgtest.Run(t, db, `update areas set used_at = now() - interval '31 days' where id = $1`, young)
	for _, want := range []int{201, 200} {
		if a := request(t, s, "POST", "/areas", `{"type":"Polygon","coordinates":[[[3,0],[3,1],[4,1],[3,0]]]}`); a.status != want {
			t.Errorf("drawn again: %d %s, want %d", a.status, a.body, want)
		}
	}
	at(4)
	if n := pgtest.Value[int](t, db, `select count(*) from areas where id = $1`, old); n != 0 {
		t.Error("the unused area is still stored")
	}
	pgtest.Run(t, db, `insert into areas (id, geom, area_km2, vertices, used_at)
		select md5(n::text), (select geom from areas limit 1), 1, 4, now() - interval '1 hour' from generate_series(1, $1) n`, areas.MaxDrawn)
	pgtest.Run(t, db, `update areas set used_at = now() - interval '2 hours' where id = $1`, young)
	at(5)
	if n := pgtest.Value[int](t, db, `select count(*) from areas`); n != areas.MaxDrawn {
		t.Errorf("%d areas are kept", n)
	}
	if n := pgtest.Value[int](t, db, `select count(*) from areas where id = $1`, young); n != 0 {
		t.Error("the least recently used area stays")
	}
}
