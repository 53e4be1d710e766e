package importing_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

func TestImportStoresWhatARowSays(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("fields.csv", header+",country,identificationQualifier,basisOfRecord,license,coordinateUncertaintyInMeters\n"+
		"a1,Culex pipiens,48.851,2.351,2019-06-01T23:30:00-05:00,1,France,cf.,PreservedSpecimen,CC0 1.0,50\n"+
		"a2,Culex pipiens,48.852,2.352,2019-06-01,0,Bélgica,,,,50\n"+ // an absence, and not in Belgium
		"a3,Culex pipiens,48.853,2.353,2019-06-01,1,Атлантида,,,,20000\n"+
		"a4,Culex pipiens,48.854,0,2019-06-01,1,FRA,,,,50\n"+
		"a5,Aedes aegypti,48.855,2.355,2019-06-01,1,fr,,,,50\n"+
		"a6,Aedes aegypti,18.35,-66.11,2019-06-01,1,USA,,,,50\n"+ // Puerto Rico
		"a7,Culex pipiens,50.851,5.661,2019-06-01,1,BE,,,,50\n"+ // Maastricht, not 5 km from Belgium
		"a8,Culex pipiens,51.501,2.701,2019-06-01,1,BE,,,,50\n"+ // at sea, about 30 km from Belgium
		"a9,Culex pipiens,45.001,-30.001,2019-06-01,1,BE,,,,50\n")
	r := i.must(path, importing.Options{})
	i.want(r, "inserted 8, updated 0, unchanged 0, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	if r.AbsencesUnchanged != 0 {
		t.Errorf("of one absence that is new %d are unchanged", r.AbsencesUnchanged)
	}
	type record struct {
		At        time.Time `db:"observed_at"`
		Offset    int       `db:"utc_offset"`
		FirstDay  time.Time `db:"first_day"`
		Qualifier *string   `db:"identification_qualifier"`
		Basis     *string   `db:"basis_of_record"`
		Licence   *string   `db:"licence"`
	}
	a1 := pgtest.Rows[record](t, i.db, `select observed_at, utc_offset, first_day, identification_qualifier, basis_of_record, licence
		from observations where occurrence_id = 'a1'`)[0]
	if a1.Offset != -300 || a1.FirstDay.Format(time.DateOnly) != "2019-06-01" || a1.At.UTC().Hour() != 4 || a1.Qualifier == nil || *a1.Qualifier != "cf." ||
		a1.Basis == nil || *a1.Basis != "PreservedSpecimen" || a1.Licence == nil || *a1.Licence != "CC0 1.0" {
		t.Errorf("a1: %+v", a1)
	}
	if country := pgtest.Value[string](t, i.db, "select country_id || ' ' || region_id from observations where occurrence_id = 'a7'"); country != "be western-europe" {
		t.Errorf("a record near the border lies in %s, and its row states Belgium", country)
	}
	for id, want := range map[string]string{
		"a1": "{}", "a2": "{country_mismatch}", "a3": "{coarse_place}", "a4": "{zero_coordinates}", "a6": "{}", "a7": "{}", "a8": "{}",
		"a9": "{country_mismatch}",
	} {
		got := pgtest.Value[string](t, i.db, `select flag_names(flags)::text from (select occurrence_id, flags from observations union all
			select occurrence_id, flags from absences) o where occurrence_id = $1`, id)
		if got != want {
			t.Errorf("%s has the flags %s, want %s", id, got, want)
		}
	}
	sum := map[string]int64{}
	for _, f := range r.Flags {
		sum[f.Flag] = f.Rows
	}
	if sum["country_mismatch"] != 2 || sum["coarse_place"] != 1 || sum["zero_coordinates"] != 1 {
		t.Errorf("flags: %v", sum)
	}
	if note := (importing.Note{Message: `the country "Атлантида" is not known, so it is not compared with the place`, Rows: 1, Line: 4}); !slices.Contains(r.Notes, note) {
		t.Errorf("notes: %+v", r.Notes)
	}
	r = i.must(path, importing.Options{})
	i.want(r, "inserted 0, updated 0, unchanged 8, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	if r.AbsencesUnchanged != 1 {
		t.Errorf("of one absence that was stored %d are unchanged", r.AbsencesUnchanged)
	}
}

// TestImportCompletesOldRecords: a record of 0.1.0, which had no such columns, gets them from the file that it came from. What was
// changed by hand stays.
func TestImportCompletesOldRecords(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("old.csv", header+",country,basisOfRecord\nx1,Culex pipiens larvae,48.85123,2.35123,2020-05-01,1,Belgium,HumanObservation\n")
	i.must(path, importing.Options{})
	pgtest.Run(t, i.db, `update observations set flags = 0, import_rules = 0, basis_of_record = null, life_stage = null, notes = 'seen', metadata = '{"basisOfRecord": "HumanObservation", "country": "Belgium"}'`)
	i.want(i.must(path, importing.Options{}), "inserted 0, updated 1, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	got := pgtest.Value[string](t, i.db, "select concat_ws(' ', basis_of_record, life_stage, flags, notes, metadata ? 'basisOfRecord') from observations")
	if got != "HumanObservation larva 1 seen f" {
		t.Errorf("completed: %s", got)
	}
	i.want(i.must(path, importing.Options{}), "inserted 0, updated 0, unchanged 1, absences 0, rejected 0, skipped 0, missing 0, removed 0")
}

// TestImportLeavesWhatAPersonChanged: a field that a person emptied, and the flags of the place to which a person moved a record, stay
// when the file that did not change comes again.
func TestImportLeavesWhatAPersonChanged(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("reviewed.csv", header+",country,identificationQualifier,basisOfRecord\nx1,Culex pipiens,48.85123,2.35123,2020-05-01,1,Belgium,cf.,HumanObservation\n")
	i.must(path, importing.Options{})
	pgtest.Run(t, i.db, `update observations set identification_qualifier = null, basis_of_record = null, flags = 0, geom = ST_SetSRID(ST_MakePoint(4.35, 50.85), 4326), import_rules = default`)
	record := func() string { return pgtest.Value[string](t, i.db, "select to_jsonb(o)::text from observations o") }
	before := record()
	i.want(i.must(path, importing.Options{}), "inserted 0, updated 0, unchanged 1, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	if after := record(); after != before {
		t.Errorf("the record was\n%s\nand is\n%s", before, after)
	}
}

// TestAReviewIsOfWhatTheFileSaid: a record that was verified is unverified where a newer file says otherwise what was judged, exact or hidden.
func TestAReviewIsOfWhatTheFileSaid(t *testing.T) {
	t.Parallel()
	changes := []struct {
		old, now string
		keeps    bool
	}{
		{"", "", true}, {"Ada", "Grace", true}, {"pipiens", "modestus", false}, {"05-01,1", "05-01,2", false}, {"2020-05-01", "2020-05-02", false},
		{"48.85123", "48.85124", false}, {"adult", "larva", false}, {"tyre", "vase", false},
	}
	var was, now strings.Builder
	for _, status := range []string{"verified", "rejected"} {
		for n, c := range changes {
			row := fmt.Sprintf("%s %d,Culex pipiens,48.85123,2.35123,2020-05-01,1,Ada,adult,in a tyre\n", status, n)
			was.WriteString(row)
			now.WriteString(strings.Replace(row, c.old, c.now, 1))
		}
	}
	for _, degrees := range []*float64{nil, new(0.1)} {
		i := newFixture(t)
		o := importing.Options{Dataset: "Traps"}
		const columns = header + ",recordedBy,lifeStage,occurrenceRemarks\n"
		i.must(i.file("traps.csv", columns+was.String()), o)
		i.obscure(degrees)
		pgtest.Run(t, i.db, "update observations set status = split_part(occurrence_id, ' ', 1)")
		i.must(i.file("traps.csv", columns+now.String()), o)
		for n, c := range changes {
			for _, status := range []string{"verified", "rejected"} {
				want, noted := status, ""
				if status == "verified" && !c.keeps {
					want, noted = "unverified", "verified unverified"
				}
				id := fmt.Sprintf("%s %d", status, n)
				if got := pgtest.Value[string](t, i.db, "select status from observations where occurrence_id = $1", id); got != want {
					t.Errorf("%s %s, hidden %v: %s, want %s", id, c.now, degrees != nil, got, want)
				}
				got := pgtest.Value[string](t, i.db, `select coalesce(max(concat_ws(' ', h.was->>'status', h.became->>'status')), '') from history h
					join observations o on o.id::text = h.entity_id and h.entity = 'observation' and o.occurrence_id = $1`, id)
				if got != noted {
					t.Errorf("%s %s: the history says %q, want %q", id, c.now, got, noted)
				}
			}
		}
	}
}

// TestRejectsBelongToTheImport: an import whose rejected rows cannot be kept stores nothing.
func TestRejectsBelongToTheImport(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("some.csv", rows("a", 2)+"a-3,,48.9,2.4,2020-06-01,1\n")
	folder := filepath.Join(i.dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if r, err := i.try(path, importing.Options{Rejects: folder}); err == nil {
		t.Errorf("rejected rows are kept in a folder: %+v", r)
	}
	// What is no file of rejected rows is not replaced or removed, and a check removes nothing.
	thesis := i.file("thesis.txt", "Chapter 1")
	for _, target := range []string{path, thesis, "/dev/null"} {
		for _, check := range []bool{false, true} {
			if r, err := i.try(path, importing.Options{Rejects: target, Check: check}); err == nil || !contains(err.Error(), "--rejects") {
				t.Errorf("rejected rows go to %s: %+v", target, r)
			}
		}
	}
	earlier := i.file("earlier.csv", "line,reason,x\n2,no name,\n")
	if _, err := i.try(i.file("good.csv", rows("g", 2)), importing.Options{Rejects: earlier, Check: true}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(earlier); err != nil {
		t.Error("a check removed the rejected rows of an earlier import")
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from observations"); n != 0 {
		t.Errorf("%d records are stored", n)
	}
}

func TestImportTransformsCoordinates(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	// The Atomium in Belgian Lambert 72, the Eiffel tower in UTM, and a place that UTM does not reach.
	lambert := i.file("lambert.csv", header+"\nb1,Culex pipiens,175788,148280,2020-05-01,1\n")
	i.want(i.must(lambert, importing.Options{Options: darwincore.Options{CRS: "EPSG:31370"}}),
		"inserted 1, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	lat := pgtest.Value[float64](t, i.db, "select ST_Y(geom) from observations")
	lon := pgtest.Value[float64](t, i.db, "select ST_X(geom) from observations")
	if math.Abs(lat-50.8949) > 5e-3 || math.Abs(lon-4.3415) > 5e-3 {
		t.Errorf("the Atomium is at %g, %g", lat, lon)
	}
	utm := i.file("utm.csv", header+"\nb1,Culex pipiens,5411930,448251,2020-05-01,1\nb2,Culex pipiens,1e9,1e9,2020-05-01,1\n")
	r := i.must(utm, importing.Options{Options: darwincore.Options{CRS: "EPSG:32631"}})
	i.want(r, "inserted 1, updated 0, unchanged 0, absences 0, rejected 1, skipped 0, missing 0, removed 0")
	if len(r.Reasons) != 1 || r.Reasons[0].Reason != "coordinates outside of their reference system" || r.Reasons[0].Examples[0].Line != 3 {
		t.Errorf("reasons: %+v", r.Reasons)
	}
	if len(r.Notes) == 0 {
		t.Error("no note says that the coordinates were transformed")
	}
	i.stops(importing.StopCRS, i.file("degrees.csv", header+"\nb1,Culex pipiens,50.85,4.35,2020-05-01,1\n"), importing.Options{Options: darwincore.Options{CRS: "EPSG:99999"}})
	i.stops(importing.StopCRS, i.file("strange.csv", header+"\nb1,Culex pipiens,1758,1482,2020-05-01,1\n"), importing.Options{Options: darwincore.Options{CRS: "EPSG:99999"}})
}

func TestImportNoticesSwappedAxes(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	content := header + ",country\nb1,Culex pipiens,4.35,50.85,2020-05-01,1,Belgium\nb2,Culex pipiens,4.40,51.2,2020-05-02,1,Belgium\nb3,Culex pipiens,50.85,4.35,2020-05-03,1,Belgium\n"
	path := i.file("swapped.csv", content)
	stop := i.stops(importing.StopAxes, path, importing.Options{})
	if want := "of 3 rows that state a country, 2 lie elsewhere"; !contains(stop.Message, want, "line 2", "Belgium", "--swap") {
		t.Errorf("%q says not %q", stop.Message, want)
	}
	r := i.must(path, importing.Options{Options: darwincore.Options{Swap: true}})
	i.want(r, "inserted 3, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
}
