package imports_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

// records are what an export of records keeps, one line each.
const records = `select string_agg(concat_ws('|', o.id, d.id, d.name, t.scientific_name, st_astext(o.geom), o.observed_at, o.count, o.occurrence_id, o.status), E'\n' order by o.id)
	from observations o join data_sources d on d.key = o.data_source_key join taxa t on t.key = o.taxon_key`

// An export of several data sources is a zip of archives. Each of them is a table, stored one after the other.
func TestAnExportOfSeveralSourcesComesBack(t *testing.T) {
	t.Parallel()
	from, to := pgtest.Pool(t), pgtest.Pool(t)
	const header = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n"
	here, _ := setup(t, imports.Options{Importer: importing.New(from, slog.New(slog.DiscardHandler))})
	for source, rows := range map[string]string{
		"River": "a,Aedes aegypti,-3.1,-60.02,2021-03-04,3\nb,Culex pipiens,-3.2,-60.03,2021-03-05,1\n",
		"Lake":  "a,Culex pipiens,48.2,16.37,2021-03-04,2\n",
	} {
		id := here.upload("rows.csv", header+rows)
		here.storeTable(id, `{"dataset":"`+source+`"}`)
	}
	archives := exported(t, from)

	there, _ := setup(t, imports.Options{Importer: importing.New(to, slog.New(slog.DiscardHandler))})
	id := there.upload("export.zip", archives)
	tables := there.get("/imports/" + id).want(http.StatusOK).object().Tables
	if len(tables) != 2 || tables[0].Sheet != "lake.zip" || tables[1].Sheet != "river.zip" {
		t.Fatalf("the tables are %+v", tables)
	}
	for n, want := range []struct {
		source string
		rows   int64
	}{{"Lake", 1}, {"River", 2}} {
		r := there.storeTable(id, `{"sheet":"`+tables[n].Sheet+`"}`)
		if r.DataSource != want.source || r.Inserted != want.rows || r.Rejected != 0 {
			t.Errorf("%s: %+v", tables[n].Sheet, r)
		}
	}
	if got, want := pgtest.Value[string](t, to, records), pgtest.Value[string](t, from, records); got != want {
		t.Errorf("the records came back as\n%s\nwant\n%s", got, want)
	}

	id = here.upload("export.zip", archives)
	for _, table := range tables {
		if r := here.storeTable(id, `{"sheet":"`+table.Sheet+`"}`); r.Unchanged != r.Rows || r.Rows == 0 {
			t.Errorf("where it comes from, %s: %+v", table.Sheet, r)
		}
	}
}

// storeTable checks a table and stores it.
func (s service) storeTable(id, choices string) *importing.Report {
	s.t.Helper()
	s.post("/imports/"+id+"/check", choices).want(http.StatusAccepted)
	s.await(id, imports.Checked)
	s.post("/imports/"+id+"/store", `{}`).want(http.StatusAccepted)
	return s.await(id, imports.Stored).Report
}

// exported is an export of all records.
func exported(t *testing.T, db *pgxpool.Pool) string {
	t.Helper()
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	format, _ := exporting.FindFormat("dwca")
	var out bytes.Buffer
	if _, err := exporting.New(db, lookups).Export(t.Context(), &out, format, surveillance.Filter{Statuses: surveillance.Statuses}, exporting.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
