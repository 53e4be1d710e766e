package importing_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

func contains(s string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(s, part) {
			return false
		}
	}
	return true
}

func TestTwoFilesOfOneNameAreNotOneSource(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("data.csv", rows("lyon", 4)), importing.Options{})
	other := i.file("data.csv", rows("lille", 4))
	if stop := i.stops(importing.StopSource, other, importing.Options{}); !contains(stop.Message, `"data"`, "4 records", "--dataset data") {
		t.Errorf("it says %q", stop.Message)
	}
	i.stops(importing.StopSource, other, importing.Options{Replace: true})
	i.want(i.must(other, importing.Options{Dataset: "Lille"}), "inserted 4, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	i.want(i.must(other, importing.Options{Dataset: "data"}), "inserted 4, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 4, removed 0")
}

// archiveOf is an archive with a package id and a title.
func archiveOf(t *testing.T, packageID, title, table string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range map[string]string{
		"meta.xml": `<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml"><core fieldsTerminatedBy="," ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence"><files><location>o.csv</location></files><id index="0"/>
			<field index="0" term="http://rs.tdwg.org/dwc/terms/occurrenceID"/><field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
			<field index="2" term="http://rs.tdwg.org/dwc/terms/decimalLatitude"/><field index="3" term="http://rs.tdwg.org/dwc/terms/decimalLongitude"/>
			<field index="4" term="http://rs.tdwg.org/dwc/terms/eventDate"/><field index="5" term="http://rs.tdwg.org/dwc/terms/individualCount"/></core></archive>`,
		"eml.xml": `<eml:eml xmlns:eml="eml://ecoinformatics.org/eml-2.1.1" packageId="` + packageID + `"><dataset><title>` + title + `</title></dataset></eml:eml>`,
		"o.csv":   table,
	} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestASourceKeepsItsPackageID(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("one.zip", archiveOf(t, "0b1c/v1.0", "Mosquitoes of Gent", rows("g", 3))), importing.Options{})
	r := i.must(i.file("two.zip", archiveOf(t, "0b1c/v1.1", "Mosquitoes of Ghent", rows("g", 4))), importing.Options{})
	i.want(r, "inserted 1, updated 0, unchanged 3, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	// The same title, and another package.
	r = i.must(i.file("three.zip", archiveOf(t, "77aa/v1.0", "Mosquitoes of Gent", rows("h", 2))), importing.Options{})
	i.want(r, "inserted 2, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	got := pgtest.Column[string](t, i.db, "select concat_ws('|', id, name, dataset_id) from data_sources order by key")
	if strings.Join(got, " ") != "mosquitoes-of-gent|Mosquitoes of Ghent|0b1c mosquitoes-of-gent-2|Mosquitoes of Gent|77aa" {
		t.Errorf("data sources: %q", got)
	}
}

func TestTheDatasetIDOfTheRowsIsTheSource(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	table := func(ids ...string) string {
		out := header + ",datasetID,datasetName\n"
		for n, id := range ids {
			out += strings.Split(rows("d", len(ids)), "\n")[n+1] + "," + id + ",Traps of Nice\n"
		}
		return out
	}
	i.must(i.file("may.csv", table("urn:nice", "urn:nice")), importing.Options{})
	i.want(i.must(i.file("june.csv", table("urn:nice", "urn:nice", "urn:nice")), importing.Options{}),
		"inserted 1, updated 0, unchanged 2, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	r := i.must(i.file("several.csv", table("urn:nice", "urn:lyon")), importing.Options{}) // not constant: known by the file's name
	if r.DataSource != "several" || r.Inserted != 2 {
		t.Errorf("several data sets in one file: %+v", r)
	}
	got := pgtest.Column[string](t, i.db, "select concat_ws('|', id, name, dataset_id) from data_sources order by key")
	if strings.Join(got, " ") != "traps-of-nice|Traps of Nice|urn:nice several|several" {
		t.Errorf("data sources: %q", got)
	}
}

// TestASourceOfOldFindsItsIdentifier: a file that 0.1.0 stored under its name, and that has a datasetID, stays one source.
func TestASourceOfOldFindsItsIdentifier(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	content := header + ",datasetID,datasetName\nd-1,Culex pipiens,48.85,2.35,2020-05-01,1,urn:nice,Traps of Nice\n"
	path := i.file("traps.csv", content)
	i.must(path, importing.Options{Dataset: "traps"})
	pgtest.Run(t, i.db, "update data_sources set dataset_id = null")
	i.want(i.must(path, importing.Options{}), "inserted 0, updated 0, unchanged 1, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	if got := pgtest.Value[string](t, i.db, "select concat_ws('|', id, dataset_id) from data_sources"); got != "traps|urn:nice" {
		t.Errorf("the data source is %s", got)
	}
	// Another data set in a file of that name becomes a source of its own.
	pgtest.Run(t, i.db, "update data_sources set dataset_id = null")
	other := i.file("traps.csv", strings.NewReplacer("d-1", "e-1", "urn:nice", "urn:metz", "Nice", "Metz").Replace(content))
	if r := i.must(other, importing.Options{}); r.DataSource != "Traps of Metz" || r.Inserted != 1 {
		t.Errorf("another data set: %+v", r)
	}
}

func TestReplace(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", rows("a", 6)+"z-1,Culex pipiens,48.9,2.4,2020-06-01,0\n"), importing.Options{})
	pgtest.Run(t, i.db, "update observations set status = 'verified' where occurrence_id in ('a-4', 'a-0')")
	// A record that was made through the API under the source.
	pgtest.Run(t, i.db, `insert into observations (id, taxon_key, geom, observed_at, date_precision, data_source_key, count)
		select gen_random_uuid(), taxon_key, geom, observed_at, date_precision, data_source_key, 9 from observations limit 1`)
	newer := i.file("traps.csv", rows("a", 4))
	r := i.must(newer, importing.Options{})
	i.want(r, "inserted 0, updated 0, unchanged 4, absences 0, rejected 0, skipped 0, missing 3, removed 0")
	stop := i.stops(importing.StopReplace, newer, importing.Options{Replace: true})
	if !contains(stop.Message, "removes 3 records", "1 of the records reviewed", "--yes") {
		t.Errorf("it says %q", stop.Message)
	}
	var asked importing.Replacement
	confirm := func(yes bool) func(importing.Replacement) (bool, error) {
		return func(r importing.Replacement) (bool, error) { asked = r; return yes, nil }
	}
	i.stops(importing.StopReplace, newer, importing.Options{Replace: true, Confirm: confirm(false)})
	r = i.must(newer, importing.Options{Replace: true, Confirm: confirm(true)})
	i.want(r, "inserted 0, updated 0, unchanged 4, absences 0, rejected 0, skipped 0, missing 3, removed 3")
	if asked.Records != 3 || asked.Reviewed != 1 || asked.DataSource != "traps" {
		t.Errorf("asked %+v", asked)
	}
	if left := pgtest.Value[string](t, i.db, "select (select count(*) from observations) || ' ' || (select count(*) from absences) || ' ' || (select count(*) from observations where count = 9)"); left != "5 0 1" {
		t.Errorf("left are %s", left)
	}
	// Nobody is asked when nothing goes.
	i.want(i.must(newer, importing.Options{Replace: true}), "inserted 0, updated 0, unchanged 4, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	// A row that is rejected is in the file: its record stays.
	mistyped := i.file("traps.csv", rows("a", 3)+"a-3,Culex pipiens,48.9,2.4,2020-06-37,1\n")
	i.want(i.must(mistyped, importing.Options{Replace: true, Confirm: confirm(true)}), "inserted 0, updated 0, unchanged 3, absences 0, rejected 1, skipped 0, missing 0, removed 0")
	// A file without one good row does not empty a source.
	if _, err := i.try(i.file("traps.csv", header+"\na-1,,1,1,2020-01-01,1\n"), importing.Options{Replace: true, Confirm: confirm(true)}); !errors.Is(err, importing.ErrNothingAcceptable) {
		t.Errorf("a file without a good row: %v", err)
	}
}

func TestACorrectedFileWithoutIDsStops(t *testing.T) {
	t.Parallel()
	for _, dataset := range []string{"Traps", ""} { // named, and known by the file's name
		i := newFixture(t)
		without := strings.NewReplacer("a-0", "", "a-1", "", "a-2", "", "a-3", "", "a-4", "")
		i.must(i.file("traps.csv", without.Replace(rows("a", 5))), importing.Options{Dataset: dataset})
		corrected := i.file("traps.csv", strings.ReplaceAll(without.Replace(rows("a", 5)), ",1\n", ",2\n"))
		stop := i.stops(importing.StopCorrected, corrected, importing.Options{Dataset: dataset})
		if !contains(stop.Message, "5 of the 5 stored records", "--replace stores its 5 new rows and removes the 5 records") {
			t.Errorf("it says %q", stop.Message)
		}
		r := i.must(corrected, importing.Options{Dataset: dataset, Replace: true, Confirm: func(importing.Replacement) (bool, error) { return true, nil }})
		i.want(r, "inserted 5, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 5, removed 5")
		// More of the same traps is no correction.
		more := i.file("traps.csv", strings.ReplaceAll(without.Replace(rows("a", 5)), ",1\n", ",2\n")+",Culex pipiens,48.000,2.35,2020-05-01,7\n")
		i.want(i.must(more, importing.Options{Dataset: dataset}), "inserted 1, updated 0, unchanged 5, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	}
}

func TestTheSameOccurrenceUnderAnotherSource(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("original.csv", rows("urn:traps", 3)), importing.Options{})
	download := i.file("gbif.csv", rows("urn:traps", 5))
	r, err := i.im.Import(t.Context(), download, importing.Options{Check: true, SkipDuplicates: true})
	if err != nil || r.Skipped != 3 || r.Inserted != 2 {
		t.Errorf("check: %v, %+v", err, r)
	}
	r = i.must(download, importing.Options{Dataset: "skipped", SkipDuplicates: true})
	i.want(r, "inserted 2, updated 0, unchanged 0, absences 0, rejected 0, skipped 3, missing 0, removed 0")
	i.want(i.must(download, importing.Options{Dataset: "skipped", SkipDuplicates: true}),
		"inserted 0, updated 0, unchanged 2, absences 0, rejected 0, skipped 3, missing 0, removed 0")
	r = i.must(i.file("only.csv", rows("urn:traps", 3)), importing.Options{SkipDuplicates: true})
	i.want(r, "inserted 0, updated 0, unchanged 0, absences 0, rejected 0, skipped 3, missing 0, removed 0")
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from data_sources where id = 'only'"); n != 0 {
		t.Error("an empty data source is left")
	}
	r = i.must(download, importing.Options{})
	if r.Inserted != 5 || len(r.Shared) != 2 || r.Shared[0] != (importing.SharedIDs{DataSource: "original", Rows: 3}) {
		t.Errorf("beside each other: %+v", r)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from observations where flags & 32 <> 0"); n != 5 {
		t.Errorf("%d records are flagged as duplicates", n)
	}
}

// TestTheSameRowsUnderAnotherName: rows without ids come a second time as another data source, and the report says so.
func TestTheSameRowsUnderAnotherName(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	const plain = "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n"
	line := func(day, count int) string {
		return fmt.Sprintf("Culex pipiens,48.85,2.35,2020-05-%02d,%d\n", day, count)
	}
	i.must(i.file("trap.csv", plain+line(1, 1)+line(2, 5)+line(3, 2)), importing.Options{})
	noted := func(r importing.Report) bool {
		return slices.ContainsFunc(r.Notes, func(n importing.Note) bool {
			return n.Rows == 3 && contains(n.Message, `equal records of "trap"`, "--dataset")
		})
	}
	copied := i.file("trap_copy.csv", plain+line(1, 1)+line(2, 5)+line(3, 2)+line(4, 1))
	if r, err := i.try(copied, importing.Options{Check: true}); err != nil || !noted(r) {
		t.Errorf("a check: %v, notes %+v", err, r.Notes)
	}
	if r := i.must(copied, importing.Options{}); !noted(r) || r.Inserted != 4 {
		t.Errorf("notes %+v", r.Notes)
	}
	if r := i.must(i.file("other.csv", plain+line(1, 9)+line(2, 5)+line(3, 9)), importing.Options{}); noted(r) || r.Inserted != 3 {
		t.Errorf("of other records: %+v", r.Notes)
	}
}

// TestShortIDsAreSharedByChance: a short occurrenceID is the same record only with the same name, time and place.
func TestShortIDsAreSharedByChance(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("original.csv", header+"\n1,Culex pipiens,48.85123,2.35,2020-05-01,1\n2,Culex pipiens,48.85123,2.35,2020-05-01,1\n"+
		"3,Culex pipiens,48.9,2.35,2020-05-01,1\n"), importing.Options{})
	r := i.must(i.file("other.csv", header+"\n1,Culex pipiens,48.8512,2.35,2020-05-01,1\n2,Culex pipiens,49.1,2.35,2020-05-01,1\n"+
		"3,Aedes vexans,48.9,2.35,2020-05-01,1\n"), importing.Options{})
	if len(r.Shared) != 1 || r.Shared[0].Rows != 1 {
		t.Errorf("shared: %+v", r.Shared)
	}
}

// TestOneNameAndOtherRecords: ids that count from 1 are those of many files.
func TestOneNameAndOtherRecords(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("ids.csv", header+"\n1,Culex pipiens,48.85,2.35,2019-05-01,1\n2,Culex pipiens,48.86,2.35,2019-05-02,1\n"), importing.Options{})
	const others = header + "\n1,Aedes vexans,45.75,4.85,2020-05-01,1\n2,Aedes vexans,45.76,4.85,2020-05-02,1\n"
	other := i.file("ids.csv", others)
	for _, replace := range []bool{false, true} {
		if stop := i.stops(importing.StopSource, other, importing.Options{Replace: replace}); !contains(stop.Message, "2 of the 2 rows", "--dataset ids") {
			t.Errorf("it says %q", stop.Message)
		}
	}
	// A correction of every name keeps place and date.
	renamed := i.file("ids.csv", header+"\n1,Aedes vexans,48.85,2.35,2019-05-01,1\n2,Aedes vexans,48.86,2.35,2019-05-02,1\n")
	i.want(i.must(renamed, importing.Options{}), "inserted 0, updated 2, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
	i.want(i.must(i.file("ids.csv", others), importing.Options{Dataset: "ids"}), "inserted 0, updated 2, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
}

// TestUnusedNamesWaitForWriters: a name that no record has goes, but not while a transaction writes names and may be about to use it.
func TestUnusedNamesWaitForWriters(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	pgtest.Run(t, i.db, "insert into taxa (id, scientific_name, genus) values ('culex-unused', 'Culex unused', 'Culex')")
	left := func() int {
		return pgtest.Value[int](t, i.db, "select count(*)::int from taxa where id = 'culex-unused'")
	}
	writer := pgtest.Begin(t, i.db)
	pgtest.Run(t, writer, "update taxa set genus = genus where false")
	if err := datasets.RemoveUnusedNames(t.Context(), i.db); err != nil || left() != 1 {
		t.Errorf("beside a writer: %v, %d left", err, left())
	}
	if err := writer.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := datasets.RemoveUnusedNames(t.Context(), i.db); err != nil || left() != 0 {
		t.Errorf("without a writer: %v, %d left", err, left())
	}
}

// TestSyntheticSourcesTakeNoFiles: the records of a file would be removed with the synthetic ones, or pass for them.
func TestSyntheticSourcesTakeNoFiles(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	pgtest.Run(t, i.db, "insert into data_sources (id, name, synthetic) values ('demonstration', 'Demonstration data', true)")
	path := i.file("real.csv", rows("a", 2))
	for _, dataset := range []string{"demonstration", "Demonstration data", "synthetic"} {
		i.stops(importing.StopSource, path, importing.Options{Dataset: dataset})
	}
	i.stops(importing.StopSource, i.file("demonstration.csv", rows("a", 2)), importing.Options{})
}

func TestNothingAcceptableLeavesNothing(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	before := i.state()
	r, err := i.try(i.file("bad.csv", header+"\na,,1,1,2020-01-01,1\nb,Culex,,,2020-01-01,1\n"), importing.Options{})
	if !errors.Is(err, importing.ErrNothingAcceptable) || r.Rejected != 2 || r.RejectsFile == "" {
		t.Errorf("%v, %+v", err, r)
	}
	if !strings.HasSuffix(r.RejectsFile, "bad.csv.rejected.csv") {
		t.Errorf("rejected rows are in %s", r.RejectsFile)
	}
	if _, err := i.try(i.file("empty.csv", header+"\n"), importing.Options{}); !errors.Is(err, importing.ErrNothingAcceptable) || !contains(err.Error(), "no rows") {
		t.Errorf("a file without rows: %v", err)
	}
	if i.state() != before {
		t.Error("something is left")
	}
}

func TestCheckStoresNothing(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", rows("a", 3)), importing.Options{})
	before := i.state()
	path := i.file("traps.csv", rows("a", 2)+"n-1,Aedes novus,48.9,2.4,2021-05-01,1\nn-2,,48.9,2.4,2021-05-01,1\nn-1,Aedes novus,48.9,2.4,2021-05-01,1\n")
	r, err := i.im.Import(t.Context(), path, importing.Options{Check: true, Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	i.want(r, "inserted 1, updated 0, unchanged 2, absences 0, rejected 2, skipped 0, missing 1, removed 1")
	if len(r.Preview) != 3 || r.Preview[2].ScientificName != "Aedes novus" || r.Preview[2].Outcome != "inserted" || r.Preview[0].Outcome != "unchanged" || r.Preview[0].CountryID != "fr" {
		t.Errorf("preview: %+v", r.Preview)
	}
	if len(r.Reasons) != 2 || r.Reasons[1].Examples[0].Line != 6 || r.Reasons[1].Examples[0].Values[0] != "n-1" || r.RejectsFile != "" {
		t.Errorf("reasons: %+v", r.Reasons)
	}
	if i.state() != before {
		t.Error("a check stored something")
	}
	r, err = i.im.Import(t.Context(), i.file("traps.csv", rows("b", 2)), importing.Options{Check: true})
	if err != nil || len(r.Stops) != 1 || r.Stops[0].Kind != importing.StopSource {
		t.Errorf("a check of another file: %v, %+v", err, r.Stops)
	}
}

// TestASecondImportSaysThatItWaits: it waits for the lock of its data source and says so before.
func TestASecondImportSaysThatItWaits(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	tx := pgtest.Begin(t, i.db)
	pgtest.Run(t, tx, "select pg_advisory_xact_lock(hashtextextended('skeeter data source traps', 0))")
	var stages []string
	r := i.must(i.file("traps.csv", rows("a", 3)), importing.Options{Progress: func(p importing.Progress) {
		stages = append(stages, p.Stage)
		if p.Stage == importing.StageWaiting {
			if p.DataSource != "traps" {
				t.Errorf("it waits for %q", p.DataSource)
			}
			if err := tx.Rollback(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}})
	if r.Inserted != 3 || strings.Join(stages, " ") != "waiting comparing storing storing" {
		t.Errorf("%d rows after %q", r.Inserted, stages)
	}
}

// TestSourcesThatMayBeStored: a file of another data source than those of the options changes nothing, and neither does an export of our own, whose
// rows name records by ids.
func TestSourcesThatMayBeStored(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("lille.csv", rows("lille", 2)), importing.Options{})
	only := importing.Options{Sources: []string{"lyon"}}
	for _, dataset := range []string{"", "lille", "Lille", "elsewhere"} {
		o := only
		o.Dataset = dataset
		if stop := i.stops(importing.StopForbidden, i.file("file.csv", rows("a", 2)), o); !contains(stop.Message, "lyon") {
			t.Errorf("it says %q", stop.Message)
		}
	}
	o := only
	o.Dataset = "Lyon"
	i.must(i.file("file.csv", rows("a", 2)), o)
	i.must(i.file("lyon.csv", rows("a", 2)), only)
	for _, private := range []bool{false, true} {
		o.Dataset = "lyon"
		i.stops(importing.StopForbidden, i.exported("own.csv", "csv", private), o)
		i.stops(importing.StopForbidden, i.exported("own.csv", "csv", private), only)
	}
}
