package importing_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

var obscuredTables = []string{"observations", "absences", "sampling_events", "pools"}

// of is a column of a statement over each table.
func (i *fixture) of(statement string) (out []string) {
	i.t.Helper()
	for _, table := range obscuredTables {
		for _, line := range pgtest.Column[string](i.t, i.db, fmt.Sprintf(statement, table)) {
			out = append(out, table+" "+line)
		}
	}
	slices.Sort(out)
	return out
}

// shown are the rows that the public sees, exact those with their exact places.
func (i *fixture) shown() []string {
	i.t.Helper()
	return i.of("select (to_jsonb(x) - 'updated_at')::text from %s x")
}

func (i *fixture) exact() []string {
	i.t.Helper()
	return i.of("select (to_jsonb(x) - 'updated_at')::text from exact_%s x")
}

// hiddenRows is a file with all that has a place: records, an absence, a sampling event and a pool that is at its place.
const hiddenRows = header + ",eventID,locationID,locality,occurrenceRemarks,samplingEffort,samplingProtocol,pool,tested,target,how,found,day\n" +
	"k-1,Culex pipiens,48.8512345,2.3512345,2019-06-01,2,e1,site-1,Rue Verte 7,in the yard,2 trap-nights,CO2 trap,p1,2,WNV,RT-PCR,positive,2019-06-04\n" +
	"k-2,Aedes aegypti,48.8512345,2.3512345,2019-06-01,0,e1,site-1,Rue Verte 7,in the yard,2 trap-nights,CO2 trap,,,,,,\n" +
	"k-3,Culex pipiens,48.8612345,2.3612345,2019-06-02,5,e2,site-2,Rue Verte 9,,2 trap-nights,CO2 trap,,,,,,\n"

// hiddenSource is a database with the file, whose data source has been hidden since.
func hiddenSource(t *testing.T) (i *fixture, again importing.Options) {
	t.Helper()
	i = newFixture(t)
	again = importing.Options{Dataset: "Traps", Options: tested(t, "")}
	r := i.must(i.file("traps.csv", hiddenRows), again)
	i.want(r, "inserted 2, updated 0, unchanged 0, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	if n := len(i.exact()); n != 6 {
		t.Fatalf("%d rows, want 2 records, an absence, 2 events and a pool: %v", n, i.exact())
	}
	return i, again
}

func (i *fixture) obscure(degrees *float64) {
	i.t.Helper()
	if err := obscuring.Source(i.t.Context(), i.db, "traps", degrees); err != nil {
		i.t.Fatal(err)
	}
}

// tellsNothing holds that no public row has what would tell a place.
func (i *fixture) tellsNothing(when string) {
	i.t.Helper()
	for _, row := range i.shown() {
		for _, trace := range []string{"48.85123", "2.35123", "48.86123", "2.36123", "Rue Verte", "yard", "site-"} {
			if strings.Contains(row, trace) {
				i.t.Errorf("%s, a row tells %q: %s", when, trace, row)
			}
		}
		if !strings.Contains(row, `"cell_degrees": 0.1`) {
			i.t.Errorf("%s, a place is exact: %s", when, row)
		}
	}
}

func TestImportsOfAHiddenSource(t *testing.T) {
	t.Parallel()
	i, again := hiddenSource(t)
	exact := i.exact()
	before := i.shown()
	i.obscure(new(0.1))
	i.tellsNothing("after the rule")
	if got := i.exact(); !slices.Equal(got, exact) {
		t.Fatalf("the rule changed\n%s\nto\n%s", strings.Join(exact, "\n"), strings.Join(got, "\n"))
	}
	drawn := i.shown()
	if places := i.of("select distinct ST_AsText(geom) from %s where event_id = 'e1'"); len(places) != 4 || strings.Count(strings.Join(places, " "), strings.Fields(places[0])[1]) != 4 {
		t.Errorf("an event and what it has lie at %v", places)
	}

	// The same file changes nothing.
	log := pgtest.Value[int](t, i.db, "select count(*)::int from history where entity = 'observation'")
	i.want(i.must(i.file("traps.csv", hiddenRows), again), "inserted 0, updated 0, unchanged 2, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	if got := i.shown(); !slices.Equal(got, drawn) || !slices.Equal(i.exact(), exact) {
		t.Errorf("the same file changed\n%s\nto\n%s", strings.Join(drawn, "\n"), strings.Join(got, "\n"))
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from history where entity = 'observation'"); n != log {
		t.Errorf("the same file is %d entries of the history", n-log)
	}

	// A changed count changes no place; a changed place moves one record; a new record is hidden.
	changed := strings.Replace(hiddenRows, "2019-06-02,5", "2019-06-02,6", 1)
	i.want(i.must(i.file("traps.csv", changed), again), "inserted 0, updated 1, unchanged 1, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	i.tellsNothing("after a changed count")
	if n := pgtest.Value[string](t, i.db, "select string_agg(key, ' ') from history, jsonb_object_keys(was) key where entity = 'observation' and action = 'imported'"); n != "count" {
		t.Errorf("the history says that %s changed", n)
	}
	moved := strings.Replace(changed, "48.8612345,2.3612345", "48.6612345,2.1612345", 1) + "k-4,Culex pipiens,48.8512345,2.3512345,2019-06-03,1,e3,site-1,Rue Verte 7,,2 trap-nights,CO2 trap,,,,,,\n"
	i.want(i.must(i.file("traps.csv", moved), again), "inserted 1, updated 1, unchanged 1, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	i.tellsNothing("after a move")
	if at := pgtest.Value[string](t, i.db, "select ST_AsText(geom) from exact_observations where occurrence_id = 'k-3'"); at != "POINT(2.1612345 48.6612345)" {
		t.Errorf("it moved to %s", at)
	}

	// Without the records that the file has no more, and with them again.
	replace := again
	replace.Replace, replace.Confirm = true, func(importing.Replacement) (bool, error) { return true, nil }
	i.want(i.must(i.file("traps.csv", hiddenRows), replace), "inserted 0, updated 1, unchanged 1, absences 1, rejected 0, skipped 0, missing 1, removed 1")
	if got := i.shown(); !slices.Equal(got, drawn) {
		t.Errorf("the first file again has\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(drawn, "\n"))
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from exact_places"); n != len(drawn) {
		t.Errorf("%d exact places of %d rows", n, len(drawn))
	}

	// Removed and restored.
	removed, err := datasets.Remove(t.Context(), i.db, "traps")
	if err != nil {
		t.Fatal(err)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from exact_places"); n != 0 {
		t.Errorf("%d exact places of no row", n)
	}
	if _, _, err := datasets.Restore(t.Context(), i.db, removed.ID); err != nil {
		t.Fatal(err)
	}
	i.tellsNothing("after a restore")
	if got := i.exact(); !slices.Equal(got, exact) {
		t.Errorf("restored\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(exact, "\n"))
	}
	i.obscure(nil)
	if got := i.shown(); !slices.Equal(got, before) {
		t.Errorf("after the rule\n%s\nbefore\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
	}
}

// TestARemovedSourceKeepsItsRule: who removes a data source to import it anew still hides its places.
func TestARemovedSourceKeepsItsRule(t *testing.T) {
	t.Parallel()
	i, again := hiddenSource(t)
	i.obscure(new(0.1))
	drawn := i.shown()
	if _, err := datasets.Remove(t.Context(), i.db, "traps"); err != nil {
		t.Fatal(err)
	}
	i.want(i.must(i.file("traps.csv", hiddenRows), again), "inserted 2, updated 0, unchanged 0, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	i.tellsNothing("removed and imported anew")
	if n := len(i.shown()); n != len(drawn) {
		t.Errorf("%d rows, were %d", n, len(drawn))
	}
}

// TestOwnFilesOfHiddenPlaces: an export has the places that were drawn, and says so. Where it comes from it changes no exact place.
func TestOwnFilesOfHiddenPlaces(t *testing.T) {
	t.Parallel()
	i, _ := hiddenSource(t)
	i.obscure(new(0.1))
	importedAt := regexp.MustCompile(`"imported_at": "[^"]*"`)
	before, exact := importedAt.ReplaceAllString(i.state(), ""), i.exact()
	for name, private := range map[string]bool{"public": false, "private": true} {
		formats := []string{"csv", "dwca"}
		if !testenv.Long() { // each form in one format, and the other way round
			formats = map[bool][]string{false: {"dwca"}, true: {"csv"}}[private]
		}
		for _, format := range formats {
			file := i.exported(name+map[string]string{"csv": ".csv", "dwca": ".zip"}[format], format, private)
			i.want(i.must(file, importing.Options{}), "inserted 0, updated 0, unchanged 2, absences 1, rejected 0, skipped 0, missing 0, removed 0")
			if after := importedAt.ReplaceAllString(i.state(), ""); after != before {
				t.Errorf("%s %s changed\n%s\nto\n%s", name, format, before, after)
			}
			if got := i.exact(); !slices.Equal(got, exact) {
				t.Errorf("%s %s changed\n%s\nto\n%s", name, format, strings.Join(exact, "\n"), strings.Join(got, "\n"))
			}
			other := newFixture(t)
			other.must(file, importing.Options{})
			if said := pgtest.Column[string](t, other.db, "select distinct metadata ->> 'dataGeneralizations' from observations union select distinct metadata ->> 'dataGeneralizations' from absences"); !slices.Equal(said, []string{"coordinates drawn at random in a cell of 0.1 by 0.1 degrees"}) {
				t.Errorf("%s %s elsewhere says %q", name, format, said)
			}
			if rows := strings.Join(other.shown(), "\n"); strings.Contains(rows, "Rue Verte") || strings.Contains(rows, "48.85123") {
				t.Errorf("%s %s tells a place:\n%s", name, format, rows)
			}
		}
	}
}
