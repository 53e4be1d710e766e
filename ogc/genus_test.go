package ogc_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestNamesAboveTheGenusHaveNone holds what features and conditions say of records that are named by their family, a part of it, or by no
// name, in memory and in SQL.
func TestNamesAboveTheGenusHaveNone(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	ids := []string{idOf(1), idOf(2), idOf(3)}
	pgtest.Run(t, db, `
		insert into taxa (id, scientific_name, genus)
		values ('culicidae', 'Culicidae', 'Culicidae'), ('culicini', 'Culicini', 'Culicini'), ('incertae-sedis', 'incertae sedis', 'incertae') on conflict do nothing`)
	for i, id := range []string{"culicidae", "culicini", "incertae-sedis"} {
		pgtest.Run(t, db, "update observations set taxon_key = (select key from taxa where id = $1) where id = $2", id, ids[i])
	}
	for _, index := range []tileindex.Options{{Folder: t.TempDir()}, {VersionOnly: true}} {
		s := setupOn(t, db, index)
		without := 0
		for _, f := range s.ok("/collections/observations/items?limit=10000").features() {
			above := slices.Contains(ids, f["id"].(string))
			if genus := f["properties"].(object)["genus"]; (genus == nil) != above {
				t.Errorf("%v has the genus %v", f["properties"].(object)["species_id"], genus)
			}
			if above {
				without++
			}
		}
		if without != len(ids) {
			t.Fatalf("%d records without a genus", without)
		}
		all, culex := s.matching("true"), s.matching("genus = 'Culex'")
		for filter, want := range map[string]int{
			"genus IS NULL": 3, "genus IS NOT NULL": all - 3, "genus = 'Culicidae'": 0, "genus LIKE '%'": all - 3, "genus <> 'Culex'": all - culex - 3,
			"NOT genus = 'Culex'": all - culex - 3, "NOT genus LIKE 'Cul%' AND genus IS NULL": 0, "casei(genus) IN (casei('culicini'), casei('CULEX'))": culex,
			"genus = species_id": 0,
		} {
			if got := s.matching(filter); got != want {
				t.Errorf("%s: %d, want %d", filter, got, want)
			}
		}
		if a := s.ok("/collections/observations/items?limit=3&sortby=-genus&filter=" + url.QueryEscape("genus IS NULL OR genus = 'Culex'")).ids(); !slices.Equal(slices.Sorted(slices.Values(a)), ids) {
			t.Errorf("in a descending order null does not come first: %v", a)
		}
	}
}
