package areas_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// feature returns a feature with properties and a square.
func feature(properties, square string) string {
	return `{"type":"Feature","properties":{` + properties + `},"geometry":{"type":"Polygon","coordinates":[[` + square + `]]}}`
}

const (
	here  = `[0,0],[1,0],[1,1],[0,1],[0,0]`
	there = `[5,5],[6,5],[6,6],[5,6],[5,5]`
)

func load(t *testing.T, db *pgxpool.Pool, set string, features ...string) (areas.Report, error) {
	t.Helper()
	file := `{"type":"FeatureCollection","name":"x","features":[` + strings.Join(features, ",") + `],"end":{"a":[1]}}`
	return areas.Import(t.Context(), db, strings.NewReader(file), areas.ImportOptions{Set: set, ID: "NUTS_ID", Name: "NAME"})
}

func TestImportSet(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := newServer(t, db)
	for _, c := range []struct {
		features []string
		want     areas.Report
	}{
		{[]string{feature(`"NUTS_ID":"DE111","NAME":"Stuttgart"`, here), feature(`"NUTS_ID":112`, there)}, areas.Report{New: 2}},
		{[]string{feature(`"NUTS_ID":"DE111","NAME":"Stuttgart"`, here), feature(`"NUTS_ID":112`, there)}, areas.Report{Unchanged: 2}},
		{[]string{feature(`"NUTS_ID":"DE111","NAME":"Stuttgart, Stadtkreis"`, here), feature(`"NUTS_ID":112`, here)}, areas.Report{Changed: 2}},
		{[]string{feature(`"NUTS_ID":"US_FL"`, `[0,0],[2,2],[2,0],[0,2],[0,0]`)}, areas.Report{New: 1, Repaired: 1}},
		{nil, areas.Report{}},
	} {
		got, err := load(t, db, "nuts3", c.features...)
		if err != nil || got.New != c.want.New || got.Changed != c.want.Changed || got.Unchanged != c.want.Unchanged || got.Repaired != c.want.Repaired {
			t.Errorf("%v: %+v %v, want %+v", c.features, got, err, c.want)
		}
	}
	type list struct {
		Count int
		Areas []areas.Area
		Next  *string
	}
	got := decode[list](t, request(t, s, "GET", "/areas?set=nuts3&limit=2", ""))
	if got.Count != 3 || len(got.Areas) != 2 || got.Next == nil || got.Areas[0].ID != "112" || got.Areas[1].ID != "de111" || *got.Areas[1].Name != "Stuttgart, Stadtkreis" ||
		*got.Areas[1].Set != "nuts3" || got.Areas[1].ExpiresAt != nil || got.Areas[0].Name != nil {
		t.Errorf("%+v", got)
	}
	if _, err := load(t, db, "other", feature(`"NUTS_ID":"fr","NAME":"Île-de-France"`, here)); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"search=stadtKREIS": "de111", "search=ile-de": "fr", "search=%C3%8Ele": "fr", "search=nuts3": "112 de111 us-fl", "search=us-": "us-fl", "search=%25": "", "search=+": "112 de111 us-fl fr",
		"set=nuts3&search=fr": "", "set=other&search=FR": "fr",
	} {
		var ids []string
		for _, area := range decode[list](t, request(t, s, "GET", "/areas?"+query, "")).Areas {
			ids = append(ids, area.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	if _, err := areas.RemoveSet(t.Context(), db, "other"); err != nil {
		t.Fatal(err)
	}
	if a := request(t, s, "GET", "/areas?set=gone&search=x", ""); a.status != 422 || !strings.Contains(a.body, "unknown_set") {
		t.Errorf("a search in an unknown set: %d %s", a.status, a.body)
	}
	if a := request(t, s, "GET", "/areas?set=other", ""); a.status != 422 || !strings.Contains(a.body, "unknown_set") {
		t.Errorf("an unknown set: %d %s", a.status, a.body)
	}
	if n, err := areas.RemoveSet(t.Context(), db, "nuts3"); n != 3 || err != nil {
		t.Error(n, err)
	}
	if sets, err := areas.Sets(t.Context(), db); len(sets) != 0 || err != nil {
		t.Error(sets, err)
	}
	if n, err := areas.RemoveSet(t.Context(), db, "nuts3"); n != 0 || err != nil {
		t.Error(n, err)
	}
	// The history has what became of each set, and nothing of imports that changed nothing.
	const entries = "select concat_ws(' ', entity_id, action, actor_kind, was->>'areas', became->>'areas', became->>'new', became->>'changed') from history where entity = 'area' order by id"
	if got, want := strings.Join(pgtest.Column[string](t, db, entries), "\n"), "nuts3 created server 2 2 0\nnuts3 changed server 2 2 0 2\nnuts3 changed server 2 3 1 0\n"+
		"other created server 1 1 0\nother deleted server 1\nnuts3 deleted server 3"; got != want {
		t.Errorf("the history is\n%s\nwant\n%s", got, want)
	}
}

func TestImportRefuses(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	if _, err := load(t, db, "other", feature(`"NUTS_ID":"taken"`, here)); err != nil {
		t.Fatal(err)
	}
	got, err := load(t, db, "nuts3",
		feature(`"NUTS_ID":"fine"`, here),
		feature(`"NAME":"no id"`, here),
		feature(`"NUTS_ID":"***"`, here),
		feature(`"NUTS_ID":"Fine"`, there),
		feature(`"NUTS_ID":"taken"`, here),
		feature(`"NUTS_ID":"0123456789abcdef0123456789abcdef"`, here),
		feature(`"NUTS_ID":"far"`, `[500,0],[501,0],[501,1],[500,0]`),
		feature(`"NUTS_ID":"flat"`, `[0,0],[1,1],[2,2],[0,0]`),
		feature(`"NUTS_ID":"long","NAME":"`+strings.Repeat("x", 301)+`"`, here),
		`{"type":"Feature","properties":{"NUTS_ID":"nothing"},"geometry":null}`,
	)
	if !errors.Is(err, areas.ErrInvalid) || len(got.Invalid) != 9 {
		t.Fatalf("%v %+v", err, got)
	}
	for i, want := range []string{"no property NUTS_ID", "no id", "feature 0 has the same id", "set other", "drawn area", "outside of the world", "no area", "longer than 300", "Polygon"} {
		if f := got.Invalid[i]; f.Index != i+1 || !strings.Contains(f.Reason, want) {
			t.Errorf("%+v, want %s", f, want)
		}
	}
	for i, f := range []string{
		feature(`"NUTS_ID":"a"`, `[0,0],[null,0],[1,1],[0,1],[0,0]`), feature(`"NUTS_ID":"a"`, `[0,0],[1,0],null,[0,1],[0,0]`),
		strings.Replace(feature(`"NUTS_ID":"a"`, here), `{`, `{"crs":{"type":"name","properties":{"name":"EPSG:25832"}},`, 1),
		strings.Replace(feature(`"NUTS_ID":"a"`, here), `"geometry":{`, `"geometry":{"crs":"EPSG:3857",`, 1),
	} {
		if got, err := load(t, db, "nuts3", f); !errors.Is(err, areas.ErrInvalid) || len(got.Invalid) != 1 {
			t.Errorf("%d: %v %+v", i, err, got)
		}
	}
	if n := pgtest.Value[int](t, db, "select count(*) from areas"); n != 1 {
		t.Errorf("%d areas are stored", n)
	}
	for _, file := range []string{``, `[]`, `{}`, `{"features":{}}`, `{"features":[{"type":"Feature"},`, `{"features":[7]}`, square} {
		if _, err := areas.Import(t.Context(), db, strings.NewReader(file), areas.ImportOptions{Set: "x", ID: "id"}); err == nil {
			t.Errorf("%q was imported", file)
		}
	}
	for _, set := range []string{"", "NUTS 3", "nuts_3", "-", "a--b", "å"} {
		if _, err := load(t, db, set, feature(`"NUTS_ID":"a"`, here)); err == nil {
			t.Errorf("the set %q was imported", set)
		}
	}
}

// TestImportEncodings: a file is UTF-8, or says that it is not, and its coordinates are WGS 84.
func TestImportEncodings(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	file := func(members string) string {
		return `{"type":"FeatureCollection",` + members + `"features":[` + feature(`"NUTS_ID":"de212","NAME":"München"`, here) + `]}`
	}
	encode := func(e encoding.Encoding, text string) string {
		encoded, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	for name, c := range map[string]struct{ file, want string }{
		"UTF-8":             {file(""), ""},
		"a byte order mark": {"\ufeff" + file(""), ""},
		"UTF-16":            {encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), file("")), ""},
		"Latin-1":           {encode(charmap.ISO8859_1, file("")), "not UTF-8"},
		"CRS84":             {file(`"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},`), ""},
		"EPSG:4326":         {file(`"crs":{"type":"name","properties":{"name":"http://www.opengis.net/def/crs/EPSG/0/4326"}},`), ""},
		"ETRS89 / UTM":      {file(`"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},`), "EPSG::25832"},
	} {
		_, err := areas.Import(t.Context(), db, strings.NewReader(c.file), areas.ImportOptions{Set: "nuts3", ID: "NUTS_ID", Name: "NAME"})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if name := pgtest.Value[string](t, db, "select name from areas"); name != "München" {
		t.Error(name)
	}
}
