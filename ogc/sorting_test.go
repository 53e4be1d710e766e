package ogc_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
)

// TestSortingHasABound sorts one record more than may be sorted without an index, and as many as may be; in memory and in SQL.
func TestSortingHasABound(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(`set local session_replication_role = replica; -- without the checks of keys, which take most of the time
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id)
		select gen_random_uuid(), (select min(key) from taxa), 1 + n %% 500, ST_SetSRID(ST_MakePoint(1, 45), 4326), '2015-01-01Z', 'time', 'it' from generate_series(1, %d) n`, features.MaxSorted))
	orders := []string{"count", "-observed_at,notes"} // without an index, and with one for the first property alone
	if testenv.Long() {
		orders = append(orders, "-sex,observed_at", "species_id")
	}
	for _, index := range []tileindex.Options{{Folder: t.TempDir()}, {VersionOnly: true}} {
		s := setupOn(t, db, index)
		const items = "/collections/observations/items?limit=3&sortby="
		for _, order := range orders {
			s.refused(items+order, "sortby: more than 100000 features match")
			if a := s.ask(http.MethodPost, "/collections/observations/search", "f=fgb&sortby="+order, "Content-Type", searchForm); a.status != http.StatusBadRequest {
				t.Errorf("a whole result by %s: %d", order, a.status)
			}
			s.ok(items + order + "&country_id=it")
		}
		s.ok(items + "-observed_at")
		s.ok(items + "id")
	}
}

// TestNamesSort holds that countries and regions have the order of their English names.
func TestNamesSort(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, of := range []string{"countries", "regions"} {
		var names []string
		for _, f := range s.ok("/collections/" + of + "/items?limit=300&skipGeometry=true&sortby=-name").features() {
			names = append(names, f["properties"].(object)["name"].(string))
		}
		want := pgtest.Rows[struct{ Name string }](t, s.db, "select name from translations where lang = 'en' and kind = '"+map[string]string{"countries": "country", "regions": "region"}[of]+"' order by name desc")
		all := map[string]bool{}
		for _, name := range names {
			all[name] = true
		}
		var shown []string
		for _, w := range want {
			if all[w.Name] {
				shown = append(shown, w.Name)
			}
		}
		if len(names) < 15 || !slices.Equal(names, shown) {
			t.Errorf("%s: %v, want %v", of, names, shown)
		}
	}
}

// TestNoSiteIsLostWhileRecordsCome reads the pages of the sites while the places that are not read yet get newer records.
func TestNoSiteIsLostWhileRecordsCome(t *testing.T) {
	t.Parallel()
	s := setup(t)
	all := s.ok("/collections/sites/items?limit=10000").ids()
	var got []string
	target := "/collections/traps/items?limit=4"
	for n := 0; target != ""; n++ {
		a := s.ok(target)
		got = append(got, a.ids()...)
		target = a.link("next", "")
		s.exec(fmt.Sprintf(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
			select gen_random_uuid(), (select min(key) from taxa), 1, geom, '2021-01-01Z'::timestamptz + make_interval(days => %d), 'day' from sites where not id::text = any('{%s}') limit 9`,
			n, strings.Join(got, ",")))
		if _, err := gis.Count(t.Context(), s.db); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(got)
	slices.Sort(all)
	if len(all) < 20 || !slices.Equal(got, all) {
		t.Errorf("%d sites of %d", len(got), len(all))
	}
}
