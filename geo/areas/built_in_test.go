package areas_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog/places"
	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// builtIn returns a feature of a built-in set.
func builtIn(id, name, ring string) string {
	return fmt.Sprintf(`{"type":"Feature","id":%q,"properties":{"name":%q},"geometry":{"type":"MultiPolygon","coordinates":[[[%s]]]}}`, id, name, ring)
}

func keep(t *testing.T, db *pgxpool.Pool, features ...string) bool {
	t.Helper()
	all := strings.Join(features, ",")
	stored, err := areas.Keep(t.Context(), db, areas.BuiltIn{Set: "admin1", Digest: all, Collection: func() (io.Reader, error) {
		return strings.NewReader(`{"type":"FeatureCollection","features":[` + all + `]}`), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

// stored lists the areas as id, set, name and whether they are repaired.
func stored(t *testing.T, db *pgxpool.Pool) string {
	t.Helper()
	return strings.Join(pgtest.Column[string](t, db, `select concat_ws(' ', id, set, name, case when repaired then 'repaired' end) from areas order by id`), "; ")
}

const bowTie = `[0,0],[2,2],[2,0],[0,2],[0,0]`

// TestBuiltInSetIsStoredOnce: again only when it differs; what it has no more goes.
func TestBuiltInSetIsStoredOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	florida, texas := builtIn("us-fl", "Florida", here), builtIn("us-tx", "Texas", bowTie)
	if !keep(t, db, florida, texas) || keep(t, db, florida, texas) {
		t.Error("the set is not stored exactly once")
	}
	if got, want := stored(t, db), "us-fl admin1 Florida; us-tx admin1 Texas repaired"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !keep(t, db, builtIn("us-fl", "Florida!", there), builtIn("us-ga", "Georgia", here)) {
		t.Error("another set is not stored")
	}
	if got, want := stored(t, db), "us-fl admin1 Florida!; us-ga admin1 Georgia"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestBuiltInSetStays: nobody imports into it or removes it.
func TestBuiltInSetStays(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	keep(t, db, builtIn("us-fl", "Florida", here))
	if _, err := load(t, db, "admin1", feature(`"NUTS_ID":"x"`, here)); !errors.Is(err, areas.ErrBuiltIn) {
		t.Errorf("an import ends with %v", err)
	}
	if _, err := areas.RemoveSet(t.Context(), db, "admin1"); !errors.Is(err, areas.ErrBuiltIn) {
		t.Errorf("a removal ends with %v", err)
	}
}

// TestOwnAreasComeFirst: an id that an own set has is that set's, imported before or after, until the set is removed.
func TestOwnAreasComeFirst(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	own := []string{feature(`"NUTS_ID":"US-FL","NAME":"Ours"`, there), feature(`"NUTS_ID":"US-TX","NAME":"Ours"`, there)}
	if _, err := load(t, db, "own", own[0]); err != nil {
		t.Fatal(err)
	}
	states := []string{builtIn("us-fl", "Florida", here), builtIn("us-tx", "Texas", bowTie), builtIn("us-ga", "Georgia", here)}
	keep(t, db, states...)
	if got, want := stored(t, db), "us-fl own Ours; us-ga admin1 Georgia; us-tx admin1 Texas repaired"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, want := range []areas.Report{{New: 1, Unchanged: 1}, {Unchanged: 2}} {
		if got, err := load(t, db, "own", own...); err != nil || got.New != want.New || got.Unchanged != want.Unchanged {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	if got, want := stored(t, db), "us-fl own Ours; us-ga admin1 Georgia; us-tx own Ours"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n, err := areas.RemoveSet(t.Context(), db, "own"); err != nil || n != 2 || !keep(t, db, states...) {
		t.Errorf("%d removed, %v; the states are not stored again", n, err)
	}
	if got, want := stored(t, db), "us-fl admin1 Florida; us-ga admin1 Georgia; us-tx admin1 Texas repaired"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestStatesAreAreas stores every state that the program has, with the shape that an import would give it.
func TestStatesAreAreas(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	digest, err := places.StatesDigest()
	if err != nil {
		t.Fatal(err)
	}
	if stored, err := areas.Keep(t.Context(), db, areas.BuiltIn{Set: "admin1", Digest: digest, Collection: places.StatesCollection}); !stored || err != nil {
		t.Fatalf("%v %v", stored, err)
	}
	type row struct{ Areas, Invalid, Repaired, Nameless int64 }
	got := pgtest.Rows[row](t, db, `select count(*) as areas, count(*) filter (where not ST_IsValid(geom)) as invalid, count(*) filter (where repaired) as repaired,
		count(*) filter (where name is null) as nameless from areas`)[0]
	if got != (row{Areas: 4510, Repaired: 24}) {
		t.Errorf("%+v", got)
	}
	s := newServer(t, db)
	type list struct {
		Areas []areas.Area
		Sets  []string
	}
	found := decode[list](t, request(t, s, "GET", "/areas?set=admin1&search=sao%20pau", ""))
	if len(found.Areas) != 1 || found.Areas[0].ID != "br-sp" || found.Areas[0].AreaKM2 < 240_000 || found.Areas[0].AreaKM2 > 255_000 {
		t.Errorf("%+v", found)
	}
	if first := decode[list](t, request(t, s, "GET", "/areas?search=Lima&limit=1", "")); *first.Areas[0].Name != "Lima" || len(first.Sets) != 1 || first.Sets[0] != "admin1" {
		t.Errorf("%+v", first)
	}
	if got := request(t, s, "GET", "/areas/us-fl?f=geojson", ""); got.status != 200 || !bytes.Contains([]byte(got.body), []byte(`"name":"Florida"`)) {
		t.Errorf("%d %.200s", got.status, got.body)
	}
}
