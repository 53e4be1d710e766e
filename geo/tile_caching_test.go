package geo_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/maptile"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
)

const (
	keptForLong  = "public, max-age=300, s-maxage=3600, stale-while-revalidate=30"
	askedAgain   = "public, max-age=0, s-maxage=10, must-revalidate"
	keptByNobody = "no-store"
)

// asked is how a tile is answered.
type asked struct {
	status int
	body   string
	header http.Header
}

func (s tiles) ask(address string, headers ...string) asked {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return asked{resp.StatusCode, string(body), resp.Header}
}

// wantKept asks for a tile and checks for how long caches may keep it.
func (s tiles) wantKept(what, address, want string) asked {
	s.t.Helper()
	a := s.ask(address)
	if got := a.header.Get("Cache-Control"); got != want || a.status != http.StatusOK && a.status != http.StatusNoContent {
		s.t.Errorf("%s: %d with Cache-Control %q, want %q", what, a.status, got, want)
	}
	return a
}

// template returns the addresses of tiles that the TileJSON of a query has, on this server.
func (s tiles) template(query string) string {
	s.t.Helper()
	described, _ := get[struct{ Tiles []string }](s.t.(*testing.T), s.Server, "/api/v1/tiles/observations.json?"+query, http.StatusOK)
	return described.Tiles[0]
}

// versionIn returns the version that an address has.
func versionIn(t *testing.T, address string) vectortile.Version {
	t.Helper()
	_, text, _ := strings.Cut(address, "v=")
	text, _, _ = strings.Cut(text, "&")
	v, ok := vectortile.ParseVersion(text)
	if !ok {
		t.Fatalf("no version in %s", address)
	}
	return v
}

func fill(template string, z maptile.Zoom, at orb.Point) string {
	t := maptile.At(at, z)
	return strings.NewReplacer("{z}", fmt.Sprint(z), "{x}", fmt.Sprint(t.X), "{y}", fmt.Sprint(t.Y)).Replace(template)
}

func insertAt(t *testing.T, db *pgxpool.Pool, at orb.Point) {
	t.Helper()
	pgtest.Run(t, db, fmt.Sprintf(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		values (gen_random_uuid(), 1, 3, ST_SetSRID(ST_MakePoint(%g, %g), 4326), '2020-01-01', 'day')`, at[0], at[1]))
}

var town, elsewhere = orb.Point{7.25, 43.7}, orb.Point{-60, -3}

// TestTilesUnderTheirVersionAreKept: a tile whose address names a version in which it was what it is now may be kept, whichever server gave the address.
func TestTilesUnderTheirVersionAreKept(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	insertAt(t, db, town)
	first, second := newTiles(t, db, false, 1<<20), newTiles(t, db, true, 1<<20) // the second follows when it is told to
	of := func(s tiles, template string) string { return s.URL + template[strings.Index(template, "/api/"):] }
	was := first.template("versioned=true")
	if plain := first.template("versioned=false"); plain != first.URL+"/api/v1/tiles/observations/{z}/{x}/{y}.mvt" || first.template("v=7") != plain {
		t.Errorf("without a version: %s", plain)
	}
	for _, z := range []maptile.Zoom{0, 5, 6, 10} {
		for _, s := range []tiles{first, second} {
			kept := s.wantKept("the present version", of(s, fill(was, z, town)), keptForLong)
			plain := s.wantKept("no version", strings.Split(of(s, fill(was, z, town)), "?")[0], askedAgain)
			if kept.body != plain.body || kept.header.Get("ETag") != plain.header.Get("ETag") || kept.body == "" {
				t.Errorf("zoom %d: the version changes the tile", z)
			}
			again := s.ask(of(s, fill(was, z, town)), "If-None-Match", kept.header.Get("ETag"))
			if again.status != http.StatusNotModified || again.header.Get("Cache-Control") != keptForLong || again.header.Get("Surrogate-Key") != kept.header.Get("Surrogate-Key") {
				t.Errorf("zoom %d: asked again: %d %v", z, again.status, again.header)
			}
		}
	}
	first.wantKept("the present version of a tile without content", fill(was, 10, elsewhere), keptForLong)

	// Only the tiles of the area have changed, and the address of the new version is right on a server that has not followed yet.
	insertAt(t, db, elsewhere)
	if err := first.index.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	now := first.template("versioned=true")
	if now == was || versionIn(t, now).Number <= versionIn(t, was).Number {
		t.Fatalf("a change leads from %s to %s", was, now)
	}
	old := second.wantKept("the former version on a server that has not followed", of(second, fill(was, 0, town)), keptForLong)
	if changed := second.wantKept("the new version there", of(second, fill(now, 0, town)), keptForLong); changed.body == old.body || changed.body != first.ask(fill(now, 0, town)).body {
		t.Error("the new version is the former tile")
	}
	for _, s := range []tiles{first, second} {
		if changed := s.wantKept("the former version of a tile that has changed", of(s, fill(was, 10, elsewhere)), askedAgain); changed.status != http.StatusOK {
			t.Errorf("%d", changed.status)
		}
		s.wantKept("the former version of the world", of(s, fill(was, 0, elsewhere)), askedAgain)
		s.wantKept("the new version of a tile that has changed", of(s, fill(now, 10, elsewhere)), keptForLong)
		s.wantKept("the former version of a tile that is as it was", of(s, fill(was, 10, town)), keptForLong)
		s.wantKept("the new version of a tile that is as it was", of(s, fill(now, 10, town)), keptForLong)
	}

	with := func(change func(*vectortile.Version)) string {
		v := versionIn(t, now)
		change(&v)
		return strings.Replace(now, versionIn(t, now).String(), v.String(), 1)
	}
	for what, c := range map[string]struct{ template, want string }{
		"a version that is to come":     {with(func(v *vectortile.Version) { v.Number += 1000 }), keptByNobody},
		"another epoch":                 {with(func(v *vectortile.Version) { v.Epoch = "00000000" }), askedAgain},
		"a version of other tiles":      {with(func(v *vectortile.Version) { v.Choice = "00000000" }), askedAgain},
		"a text that is no version":     {strings.Split(now, "?")[0] + "?v=7", askedAgain},
		"the version of another Filter": {now + "&sex=female", askedAgain},
	} {
		first.wantKept(what, fill(c.template, 10, town), c.want)
	}
	filtered := first.template("versioned=true&species=Aedes+aegypti&start_date=2019-01-01")
	first.wantKept("a filter with its version", fill(filtered, 10, town), keptForLong)
	style, _ := get[struct {
		Sources map[string]struct{ Tiles []string }
	}](t, first.Server, "/api/v1/tiles/observations/style.json?versioned=true", http.StatusOK)
	if got := style.Sources["observations"].Tiles[0]; got != now {
		t.Errorf("the style has %s", got)
	}
	get[struct{}](t, first.Server, "/api/v1/tiles/observations.json?versioned=maybe", http.StatusUnprocessableEntity)
	get[struct{}](t, first.Server, "/api/v1/tiles/observations/0/0/0.mvt?versioned=true", http.StatusUnprocessableEntity)

	// New names give other versions: the tiles have the ids of species.
	pgtest.Run(t, db, "insert into data_sources (id, name) values ('another', 'Another')")
	third := newTiles(t, db, false, 1<<20)
	if renamed := third.template("versioned=true"); versionIn(t, renamed).Choice == versionIn(t, now).Choice {
		t.Errorf("new names leave the version %s", renamed)
	}
	third.wantKept("the version before the new names", of(third, fill(now, 10, town)), askedAgain)
}

// TestAnAreaThatChangesEndsItsVersion: the area of a set may be replaced, and its id stays.
func TestAnAreaThatChangesEndsItsVersion(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	insertAt(t, db, town)
	pgtest.Run(t, db, `insert into areas (id, set, name, geom, area_km2, vertices) values ('district', 'districts', 'District', ST_Multi(ST_MakeEnvelope(7, 43, 8, 44, 4326)), 1, 5)`)
	before := newTiles(t, db, true, 0)
	was := before.template("versioned=true&area=district")
	before.wantKept("an area", fill(was, 6, town), keptForLong)
	pgtest.Run(t, db, "update areas set geom = ST_Multi(ST_MakeEnvelope(20, 43, 21, 44, 4326))")
	after := newTiles(t, db, true, 0)
	if a := after.wantKept("the version before the area changed", fill(after.URL+was[strings.Index(was, "/api/"):], 6, town), askedAgain); a.status != http.StatusNoContent {
		t.Errorf("%d", a.status)
	}
}

// TestKeysOfTiles: each tile can be forgotten by the areas that show in it.
func TestKeysOfTiles(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	s := newTiles(t, db, true, 0)
	for _, c := range []struct {
		z    maptile.Zoom
		at   orb.Point
		want []string
	}{
		{0, town, []string{"world"}}, {5, town, []string{"world"}},
		{6, town, []string{"area-32-22", "area-33-22", "area-34-22", "area-32-23", "area-33-23", "area-34-23", "area-32-24", "area-33-24", "area-34-24"}},
		{12, town, []string{"area-33-23"}},
		{12, orb.Point{5.63, 43.7}, []string{"area-32-23", "area-33-23"}},
		{12, orb.Point{179.99, -17}, []string{"area-63-35", "area-0-35"}}, // over the antimeridian
	} {
		a := s.ask(fill(s.URL+"/api/v1/tiles/observations/{z}/{x}/{y}.mvt", c.z, c.at))
		keys := strings.Fields(a.header.Get("Surrogate-Key"))
		if want := append([]string{"tiles", "observations"}, c.want...); !slices.Equal(keys, want) || a.header.Get("Cache-Tag") != strings.Join(want, ",") {
			t.Errorf("zoom %d at %v: %v and %s, want %v", c.z, c.at, keys, a.header.Get("Cache-Tag"), want)
		}
	}
}
