package exporting_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/tables"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/demo"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// everyStatus matches all records, rejected ones too.
var everyStatus = surveillance.Filter{Statuses: surveillance.Statuses}

// exported writes an export of a database to a file.
func exported(t testing.TB, db *pgxpool.Pool, format string, f surveillance.Filter, o exporting.Options) string {
	t.Helper()
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	as, ok := exporting.FindFormat(format)
	if !ok {
		t.Fatal(format)
	}
	var out bytes.Buffer
	if _, err := exporting.New(db, lookups).Export(t.Context(), &out, as, f, o); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "export."+as.Extension)
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// imported imports a file, and each archive in it, and returns the sums of the reports.
func imported(t testing.TB, db *pgxpool.Pool, path string) (sum importing.Report) {
	t.Helper()
	parts, err := tables.Parts(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) == 0 {
		parts = []string{""}
	}
	for _, part := range parts {
		o := importing.Options{}
		o.Part = part
		r, err := importing.New(db, slog.New(slog.DiscardHandler)).Import(t.Context(), path, o)
		if err != nil {
			t.Fatalf("%s: %v", part, err)
		}
		sum.Rows += r.Rows
		sum.Inserted += r.Inserted
		sum.Updated += r.Updated
		sum.Unchanged += r.Unchanged
		sum.Absences += r.Absences
		sum.Rejected += r.Rejected
		sum.Events.Inserted += r.Events.Inserted
		sum.Events.Updated += r.Events.Updated
		sum.Events.Unchanged += r.Events.Unchanged
		sum.Events.Missing += r.Events.Missing
		sum.Pools.Inserted += r.Pools.Inserted
		sum.Pools.Updated += r.Pools.Updated
		sum.Pools.Unchanged += r.Pools.Unchanged
		sum.Reasons = append(sum.Reasons, r.Reasons...)
	}
	return sum
}

// stored returns every field of every record and absence by id, but for the times of storage. Keys are told by what they stand for.
func stored(t testing.TB, db *pgxpool.Pool) map[string]string {
	t.Helper()
	rows := pgtest.Column[string](t, db, `
		select to_jsonb(r) - array['key', 'taxon_key', 'data_source_key', 'created_at', 'updated_at', 'geom', 'imported_at'] || jsonb_build_object(
			'place', st_astext(r.geom, 7), 'taxon', t.scientific_name, 'source', d.id, 'dataset', d.dataset_id, 'source_name', d.name, 'source_licence', d.licence)
		from observations r join taxa t on t.key = r.taxon_key left join data_sources d on d.key = r.data_source_key
		union all
		select to_jsonb(r) - array['key', 'taxon_key', 'data_source_key', 'created_at', 'updated_at', 'geom', 'imported_at'] || jsonb_build_object(
			'absent', true, 'place', st_astext(r.geom, 7), 'taxon', t.scientific_name, 'source', d.id, 'dataset', d.dataset_id, 'source_name', d.name, 'source_licence', d.licence)
		from absences r join taxa t on t.key = r.taxon_key left join data_sources d on d.key = r.data_source_key`)
	byID := map[string]string{}
	for _, row := range rows {
		var id struct{ ID string }
		if err := json.Unmarshal([]byte(row), &id); err != nil {
			t.Fatal(err)
		}
		byID[id.ID] = row
	}
	return byID
}

// same reports the first records that differ.
func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	shown := 0
	if len(got) != len(want) {
		t.Errorf("%s: %d records, want %d", what, len(got), len(want))
	}
	for id, row := range want {
		if got[id] != row && shown < 3 {
			shown++
			t.Errorf("%s: %s", what, difference(got[id], row))
		}
	}
}

// difference tells in which fields two records differ.
func difference(got, want string) string {
	var a, b map[string]any
	if json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
		return fmt.Sprintf("got %q, want %q", got, want)
	}
	var out []string
	for name, value := range b {
		if !reflect.DeepEqual(a[name], value) {
			out = append(out, fmt.Sprintf("%s is %#v, want %#v", name, a[name], value))
		}
	}
	return strings.Join(out, "; ")
}

// fillAtRandom stores records and absences of every kind: with and without a data source, names of the catalog and others, in doubt, of
// groups and undivided, dates of every precision and zone, texts that formats stumble over, JSON of every kind.
func fillAtRandom(t testing.TB, db *pgxpool.Pool, random *rand.Rand, n int) {
	t.Helper()
	pgtest.Run(t, db, `insert into data_sources (id, dataset_id, name, licence, citation, url) values
		('traps', null, 'Traps', 'CC-BY 4.0', 'Doe (2020) "Traps"', 'https://doi.org/10.1/traps'),
		('renamed', 'doi:10.1/renamed', '=A new name, "quoted"', 'ask <us> & them', null, null), ('no-licence', null, 'No licence', null, null, null),
		('dataset', 'https://example.org/d', 'Dataset', 'CC0 1.0', 'Roe', null)`)
	for _, name := range []string{
		"Culex bahamensis", "Culex pipiens/restuans", "Culex decens s.l.", "Aedes sp.", "Culex pipiens/quinquefasciatus", "Culex pipiens × quinquefasciatus",
	} {
		slug, stored := surveillance.FindSlug(name, func(slug string) (string, bool) {
			names := pgtest.Column[string](t, db, "select t.scientific_name from taxon_names n join taxa t on t.key = n.taxon_key where n.slug = $1", slug)
			return strings.Join(names, ""), len(names) > 0
		})
		if !stored {
			pgtest.Run(t, db, "insert into taxa (id, scientific_name, genus) values ($1, $2, split_part($2, ' ', 1))", slug, name)
			pgtest.Run(t, db, "insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where id = $1", slug)
		}
	}
	taxa := pgtest.Column[int32](t, db, `(select key from taxa where not in_catalog order by id) union all (select key from taxa where in_catalog order by id limit 12)`)
	sources := pgtest.Column[int32](t, db, "select key from data_sources order by id")
	for i := range n {
		absent := random.IntN(5) == 0
		row := randomRow(random, i, absent)
		row["taxon_key"] = taxa[random.IntN(len(taxa))]
		if absent || random.IntN(4) > 0 {
			row["data_source_key"] = sources[random.IntN(len(sources))]
		}
		table := "observations"
		if absent {
			table = "absences"
		}
		insertRow(t, db, table, row)
	}
	pgtest.Run(t, db, "update observations o set country_id = place_of(geom)")
	pgtest.Run(t, db, "update absences o set country_id = place_of(geom)")
	for _, table := range []string{"observations", "absences"} {
		pgtest.Run(t, db, "update "+table+" o set region_id = c.region_id from countries c where c.id = o.country_id")
	}
}

func insertRow(t testing.TB, db *pgxpool.Pool, table string, row map[string]any) {
	t.Helper()
	encoded, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	for name := range row {
		columns = append(columns, name)
	}
	list := strings.Join(columns, ", ")
	pgtest.Run(t, db, "insert into "+table+" ("+list+") select "+list+" from jsonb_populate_record(null::"+table+", $1::jsonb)", string(encoded))
}

func randomRow(random *rand.Rand, i int, absent bool) map[string]any {
	pick := func(from ...string) any {
		if s := from[random.IntN(len(from))]; s != "" {
			return s
		}
		return nil
	}
	text := func() any {
		return pick("", "plain", "a,b", `say "x"`, "tab\there", "\ttab", "two\nlines", "CRLF\r\nhere", "=SUM(A1)", "-1", "-x", "@x", "'=x", "'", "ñü–Ж中🦟", " blanks ", "NA", `\N`, `"`, "Occurrence")
	}
	var id uuid.UUID
	for at := range id {
		id[at] = byte(random.Uint32())
	}
	row := map[string]any{
		"id": id, "geom": fmt.Sprintf("SRID=4326;POINT(%d.%07d %d.%07d)", random.IntN(359)-179, random.IntN(1e7), random.IntN(178)-89, random.IntN(1e7)),
		"verbatim_scientific_name": pick("", "", "Stegomyia, \"sp.\"", "=x"), "occurrence_id": pick("", fmt.Sprintf("id:%d", i), fmt.Sprintf("-%d", i), fmt.Sprintf("=%d", i)),
		"life_stage": pick("", "adult", "Larvae"), "sex": pick("", "female", "F", "-"), "sampling_protocol": text(), "event_id": text(), "notes": text(),
		"observer_name": pick("", "Jane Roe", "=x"), "identification_qualifier": pick("", "", "cf.", "?", "=x"), "basis_of_record": pick("", "HumanObservation", "Occurrence"),
		"licence": pick("", "", "", "CC0 1.0", "my own"), "flags": []int{0, 0, 0, 1, 2, 20, 127}[random.IntN(7)], "status": pick("unverified", "verified", "rejected"),
		"metadata": json.RawMessage(randomJSON(random)),
	}
	if random.IntN(2) == 0 {
		row["location_accuracy_m"] = []float64{0, 0.5, 30, 12345.678}[random.IntN(4)]
	}
	randomTime(random, row)
	var hash uuid.UUID
	copy(hash[:], id[8:])
	if absent || random.IntN(3) > 0 {
		row["source_hash"] = hash
	}
	if absent {
		return row
	}
	row["count"] = 1 + random.IntN(10_000_000)
	if random.IntN(2) == 0 {
		row["user_id"], row["image_url"] = pick("user", "=x"), pick("", "https://example.org/a?b=c&d", "/static/predictions/x.jpg")
		row["prediction_id"], row["model_id"], row["confidence"] = pick("", "6b1e7b3c-3c30-4b6c-9a53-0d8f5d0a1b2c"), pick("", "model 1"), []any{nil, 0.0, 0.123456789, 1.0}[random.IntN(4)]
	}
	return row
}

// randomTime sets when a row was observed, with any precision.
func randomTime(random *rand.Rand, row map[string]any) {
	day := time.Date(1900+random.IntN(120), time.Month(1+random.IntN(12)), 1+random.IntN(28), 0, 0, 0, 0, time.UTC)
	clock := time.Duration(random.Int64N(int64(24 * time.Hour))).Truncate(time.Microsecond)
	month, year := time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, time.UTC), time.Date(day.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	offset := []int{0, 60, -300, 345, 840, -840}[random.IntN(6)]
	kinds := []struct {
		at        time.Time
		offset    int
		precision string
		until     time.Time
	}{
		{day, 0, "day", time.Time{}},
		{day.Add(clock), offset, "time", time.Time{}},
		{day, 0, "time", time.Time{}},
		{month, 0, "month", month.AddDate(0, 1, -1)},
		{year, 0, "year", year.AddDate(1, 0, -1)},
		{day, 0, "interval", day.AddDate(0, 0, 9)},
		{day.Add(clock), offset, "interval", day.AddDate(0, 0, 9)},
		{month, 0, "interval", month.AddDate(0, 1, -1)},
	}
	k := kinds[random.IntN(len(kinds))]
	row["observed_at"], row["utc_offset"], row["date_precision"] = k.at.Format(time.RFC3339Nano), k.offset, k.precision
	if !k.until.IsZero() {
		row["observed_until"] = k.until.Format(time.DateOnly)
	}
}

func randomJSON(random *rand.Rand) string {
	return []string{
		`{}`, `{}`, `{"trapNights": 2.50, "big": 123456789012345678901234567890.000000001, "none": null, "yes": true}`,
		`{"measurementOrFact": [{"measurementType": "wind", "deep": [null, {"a": []}]}], "": "empty", "Ж": {}}`,
		`{"recordedBy": "Jane Roe, John Doe", "recordedByID": ["a"], "habitat": "=marsh"}`, `{"recordedBy": "only Jane"}`,
		`{"skeeter": {"metadata": 1}, "dynamicProperties": "x"}`, `{"text": "two\nlines, \"quoted\" 'a' <b> \\u0000"}`, `{"license": "x", "status": "y", "id": 7}`,
	}[random.IntN(9)]
}

// TestExportsRoundTrip holds that what is exported and imported is the same: in an empty database each field of each record, and in the
// same database nothing changes.
func TestExportsRoundTrip(t *testing.T) {
	t.Parallel()
	records := 70
	if testenv.Long() {
		records = 300
	}
	db := pgtest.Pool(t)
	fillAtRandom(t, db, rand.New(rand.NewPCG(5, 6)), records)
	want := stored(t, db)
	if len(want) != records {
		t.Fatalf("%d records, want %d", len(want), records)
	}
	type kind struct {
		format string
		exporting.Options
	}
	kinds := []kind{
		{"dwca", exporting.Options{Private: true}}, {"csv", exporting.Options{Private: true}}, {"csv", exporting.Options{Private: true, Raw: true}},
		{"dwca", exporting.Options{}}, {"csv", exporting.Options{}}, {"geoparquet", exporting.Options{Private: true}}, {"gpkg", exporting.Options{Private: true}}, {"xlsx", exporting.Options{}},
	}
	if testenv.Long() { // what is private is left out of the rows, before they are written in any format
		kinds = append(kinds, kind{"geoparquet", exporting.Options{}}, kind{"gpkg", exporting.Options{}}, kind{"xlsx", exporting.Options{Private: true}})
	}
	for _, k := range kinds {
		k.Absences = true
		name := fmt.Sprintf("%s private %v raw %v", k.format, k.Private, k.Raw)
		path := exported(t, db, k.format, everyStatus, k.Options)
		if r := imported(t, db, path); r.Rows != int64(records) || r.Inserted+r.Updated+r.Rejected != 0 {
			t.Errorf("%s into the same database: %+v", name, r)
		}
		same(t, name+" into the same database", stored(t, db), want)

		empty := pgtest.Pool(t)
		if r := imported(t, empty, path); r.Rows != int64(records) || r.Updated+r.Unchanged+r.Rejected != 0 {
			t.Errorf("%s into an empty database: %+v", name, r)
		}
		expected := want
		if !k.Private {
			expected = published(t, want)
		}
		got := stored(t, empty)
		if !k.Private {
			got = published(t, got)
		}
		same(t, name+" into an empty database", got, expected)
		if r := imported(t, empty, path); r.Inserted+r.Updated+r.Rejected != 0 {
			t.Errorf("%s again: %+v", name, r)
		}
	}
}

// published returns records as public files tell them.
func published(t testing.TB, records map[string]string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for id, row := range records {
		var fields map[string]any
		if err := json.Unmarshal([]byte(row), &fields); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"observer_name", "user_id", "image_url", "prediction_id", "model_id", "confidence", "source_hash"} {
			delete(fields, name)
		}
		metadata := fields["metadata"].(map[string]any)
		delete(metadata, "recordedBy")
		delete(metadata, "recordedByID")
		encoded, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		out[id] = string(encoded)
	}
	return out
}

// TestArchivesKeepSourcesApart holds that an export of several data sources has one archive each, with its licence and citation, and that
// a source's own is the same archive.
func TestArchivesKeepSourcesApart(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	fillAtRandom(t, db, rand.New(rand.NewPCG(7, 8)), 200)
	whole, err := zip.OpenReader(exported(t, db, "dwca", everyStatus, exporting.Options{Absences: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	var names []string
	for _, file := range whole.File {
		names = append(names, file.Name)
	}
	if want := []string{"dataset.zip", "no-licence.zip", "renamed.zip", "traps.zip", "without a data source.zip"}; !slices.Equal(names, want) {
		t.Errorf("archives %q, want %q", names, want)
	}

	key := pgtest.Value[int32](t, db, "select key from data_sources where id = 'traps'")
	f := everyStatus
	f.DataSources = []int32{key}
	r, err := darwincore.Open(t.Context(), exported(t, db, "dwca", f, exporting.Options{Absences: true}), darwincore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s := r.Source(); s.Name != "Traps" || s.Licence != "CC-BY 4.0" || s.Citation != `Doe (2020) "Traps"` || s.URL != "https://doi.org/10.1/traps" {
		t.Errorf("source %+v", s)
	}
}

// TestExportsFollowTheFilter holds that the Filter selects absences as it selects records, in every format.
func TestExportsFollowTheFilter(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	fillAtRandom(t, db, rand.New(rand.NewPCG(9, 10)), 300)
	south := surveillance.DefaultFilter()
	south.BBox = &surveillance.BBox{West: -180, South: -90, East: 180, North: 0}
	for _, absences := range []bool{false, true} {
		want := pgtest.Value[int](t, db, "select count(*) from observations where status <> 'rejected' and ST_Y(geom) <= 0")
		if absences {
			want += pgtest.Value[int](t, db, "select count(*) from absences where status <> 'rejected' and ST_Y(geom) <= 0")
		}
		o := exporting.Options{Absences: absences}
		path := exported(t, db, "csv", south, o)
		r, err := darwincore.Open(t.Context(), path, darwincore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for {
			row, err := r.Next()
			if err != nil {
				break
			}
			if rows++; row.Record == nil || row.Record.Lat > 0 || row.Record.Status == "rejected" {
				t.Errorf("row %+v", row)
			}
		}
		if err := r.Close(); err != nil || rows != want {
			t.Errorf("absences %v: %d rows, want %d, %v", absences, rows, want, err)
		}
		geo, err := os.ReadFile(exported(t, db, "geojson", south, o))
		if err != nil {
			t.Fatal(err)
		}
		var collection struct {
			Features []struct{ Properties map[string]any }
		}
		if err := json.Unmarshal(geo, &collection); err != nil || len(collection.Features) != want {
			t.Errorf("absences %v: %d features, want %d, %v", absences, len(collection.Features), want, err)
		}
		for _, feature := range collection.Features {
			if (feature.Properties["occurrence_status"] == "absent") != (feature.Properties["count"] == 0.0) {
				t.Errorf("feature %v", feature)
			}
		}
	}
}

// BenchmarkExport measures the export of synthetic records.
func BenchmarkExport(b *testing.B) {
	db := pgtest.Pool(b)
	if err := demo.Make(context.Background(), db, 100_000, nil); err != nil {
		b.Fatal(err)
	}
	for _, format := range []string{"csv", "dwca"} {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				exported(b, db, format, everyStatus, exporting.Options{})
			}
		})
	}
}
