package importing_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// exported is an export of everything.
func (i *fixture) exported(name, as string, private bool) string {
	i.t.Helper()
	lookups := postgres.NewLookups(i.db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(i.t.Context()); err != nil {
		i.t.Fatal(err)
	}
	format, _ := exporting.FindFormat(as)
	var b bytes.Buffer
	all := surveillance.Filter{Statuses: []string{"unverified", "verified", "rejected"}}
	if _, err := exporting.New(i.db, lookups).Export(i.t.Context(), &b, format, all, exporting.Options{Absences: true, Private: private}); err != nil {
		i.t.Fatal(err)
	}
	return i.file(name, b.String())
}

// ownRecords fills a database with records of every origin.
func ownRecords(t *testing.T) *fixture {
	t.Helper()
	i := newFixture(t)
	i.must(i.file("ids.csv", header+",recordedBy,basisOfRecord,trapNights\n"+
		"k-1,Culex pipiens cf.,48.85,2.35,2019-06-01T23:30:00-05:00,2,Ada,HumanObservation,3\n"+
		"k-2,Aedes aegypti,48.86,2.36,2019-06,0,Ada,,\nk-3,Culex novus,48.87,2.37,2019,1,,,\n"), importing.Options{Dataset: "With ids"})
	i.must(i.file("none.csv", header+"\n,Culex pipiens,48.85,2.35,2020-01-01,1\n,Culex pipiens,48.85,2.35,2020-01-01,1\n"), importing.Options{Dataset: "Without ids"})
	pgtest.Run(t, i.db, `insert into observations (id, taxon_key, geom, observed_at, date_precision, data_source_key, count, observer_name, user_id, notes, country_id, region_id)
		select gen_random_uuid(), taxon_key, geom, observed_at, 'time', case n when 1 then data_source_key end, 9, 'Grace', 'u1', 'a report', country_id, region_id
		from (select * from observations where date_precision = 'time' limit 1) o, generate_series(1, 2) n`)
	pgtest.Run(t, i.db, "update observations set status = 'verified' where occurrence_id = 'k-1'")
	pgtest.Run(t, i.db, "update observations set status = 'rejected' where occurrence_id = 'k-3'")
	pgtest.Run(t, i.db, "update data_sources set licence = 'CC-BY 4.0', dataset_id = 'urn:ids' where id = 'with-ids'")
	return i
}

func TestOwnFilesChangeNothingWhereTheyComeFrom(t *testing.T) {
	t.Parallel()
	i := ownRecords(t)
	importedAt := regexp.MustCompile(`"imported_at": "[^"]*"`)
	before := importedAt.ReplaceAllString(i.state(), "")
	for name, private := range map[string]bool{"public.csv": false, "private.csv": true} {
		r := i.must(i.exported(name, "csv", private), importing.Options{})
		i.want(r, "inserted 0, updated 0, unchanged 6, absences 1, rejected 0, skipped 0, missing 0, removed 0")
		if after := importedAt.ReplaceAllString(i.state(), ""); after != before {
			t.Errorf("%s changed\n%s\nto\n%s", name, before, after)
		}
	}
	// A change made since the export is undone by it, and the review of that change, but for what a public file does not say.
	path := i.exported("public.csv", "csv", false)
	pgtest.Run(t, i.db, "update observations set count = 5, status = 'verified' where occurrence_id = 'k-3'")
	i.want(i.must(path, importing.Options{}), "inserted 0, updated 1, unchanged 5, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	if got := pgtest.Value[string](t, i.db, "select count || status from observations where occurrence_id = 'k-3'"); got != "1unverified" {
		t.Errorf("k-3 is %s", got)
	}
	pgtest.Run(t, i.db, "update observations set count = 5 where occurrence_id = 'k-1'")
	i.must(path, importing.Options{})
	if got := pgtest.Value[string](t, i.db, "select count || observer_name from observations where occurrence_id = 'k-1'"); got != "2Ada" {
		t.Errorf("k-1 is %s", got)
	}
	// The same records under another name are not doubled.
	r, err := i.im.Import(t.Context(), path, importing.Options{Check: true, Dataset: "Copy"})
	if err == nil || r.Rejected != r.Rows || r.Reasons[0].Reason != "the id belongs to a record of another data source" {
		t.Errorf("under another source: %v, %+v", err, r.Reasons)
	}
}

func TestOwnFilesMakeTheSameRecordsElsewhere(t *testing.T) {
	t.Parallel()
	from, to := ownRecords(t), newFixture(t)
	r := to.must(from.exported("private.csv", "csv", true), importing.Options{})
	if r.Inserted != 6 || r.Absences != 1 || r.DataSource != "With ids, Without ids" && r.DataSource != "Without ids, With ids" {
		t.Errorf("%s into %s", counts(r), r.DataSource)
	}
	records := func(i *fixture) string {
		const fields = `select jsonb_agg(x - array['created_at', 'updated_at', 'key', 'taxon_key', 'data_source_key', 'imported_at'] order by x->>'id')::text from (
			select to_jsonb(o) || jsonb_build_object('taxon', t.id, 'source', d.id) as x from %s o join taxa t on t.key = o.taxon_key left join data_sources d on d.key = o.data_source_key) y`
		out := ""
		for _, table := range []string{"observations", "absences"} {
			out += pgtest.Value[string](i.t, i.db, regexp.MustCompile("%s").ReplaceAllString(fields, table)) + "\n"
		}
		return out + pgtest.Value[string](i.t, i.db, "select jsonb_agg(to_jsonb(d) - array['key', 'imported_at'] order by id)::text from data_sources d")
	}
	if a, b := records(from), records(to); a != b {
		t.Errorf("before:\n%s\nafter:\n%s", a, b)
	}
}
