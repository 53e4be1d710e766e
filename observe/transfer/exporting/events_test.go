package exporting_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// eventsAtRandom stores sampling events of every kind. Some have the event_id of records that fillAtRandom stored.
func eventsAtRandom(t testing.TB, db *pgxpool.Pool, random *rand.Rand, n int) {
	t.Helper()
	type source struct {
		Key int32  `db:"key"`
		ID  string `db:"id"`
	}
	sources := pgtest.Rows[source](t, db, "select key, id from data_sources where id <> 'no-licence' order by id")
	used := pgtest.Column[string](t, db, "select distinct event_id from observations where event_id is not null order by 1")
	for i := range n {
		of, row := sources[random.IntN(len(sources))], randomEvent(random, i)
		if i < len(used) {
			row["event_id"] = used[i]
		}
		row["data_source_key"], row["id"] = of.Key, surveillance.EventUUID(of.ID, row["event_id"].(string))
		insertRow(t, db, "sampling_events", row)
	}
	pgtest.Run(t, db, "update sampling_events e set country_id = place_of(geom)")
	pgtest.Run(t, db, "update sampling_events e set region_id = c.region_id from countries c where c.id = e.country_id")
}

func randomEvent(random *rand.Rand, i int) map[string]any {
	pick := func(from ...any) any { return from[random.IntN(len(from))] }
	row := map[string]any{
		"event_id": pick(fmt.Sprintf("e%d", i), fmt.Sprintf("=e,%d", i), fmt.Sprintf(" e\n%d ", i)),
		"geom":     fmt.Sprintf("SRID=4326;POINT(%d.%07d %d.%07d)", random.IntN(359)-179, random.IntN(1e7), random.IntN(178)-89, random.IntN(1e7)),
		"site_id":  pick(nil, "T1", "=a,b"), "location_accuracy_m": pick(nil, 0, 12.5), "sampling_protocol": pick(nil, "CO2 trap", `"q"`), "lure": pick(nil, "CO2", "=x"),
		"traps": pick(nil, 1, 10000), "nights": pick(nil, 0, 0.5, 366), "problem": pick(false, false, true),
		"target_taxa": pick([]string{}, []string{"Culex"}, []string{"Aedes aegypti", "Culex | x"}), "complete": pick(nil, true, false),
		"remarks": pick(nil, "two\nlines", "-1"), "metadata": json.RawMessage(randomJSON(random)),
	}
	if random.IntN(4) > 0 {
		row["effort"], row["effort_unit"], row["effort_source"] = pick(1, 2.5, 1e9, 0.1), pick("trap_night", "trap_hour", "person_hour"), pick("stated", "sampling_effort", "derived")
	}
	if random.IntN(3) > 0 {
		row["source_hash"] = surveillance.EventUUID("hash", fmt.Sprint(i))
	}
	day := time.Date(1900+random.IntN(120), time.Month(1+random.IntN(12)), 1+random.IntN(28), 0, 0, 0, 0, time.UTC)
	ended, offset, precision, started := day, 0, "day", pick(nil, day, day.AddDate(0, 0, -3))
	switch random.IntN(4) {
	case 0:
		ended, offset, precision = day.Add(time.Duration(random.Int64N(int64(24*time.Hour)))).Truncate(time.Microsecond), []int{0, 60, -300, 345, 840}[random.IntN(5)], "time"
	case 1:
		precision, started = pick("week", "month", "year").(string), day.AddDate(0, 0, -6)
	}
	row["ended_at"], row["utc_offset"], row["date_precision"] = ended.Format(time.RFC3339Nano), offset, precision
	if started, ok := started.(time.Time); ok {
		row["started_at"] = started.Format(time.RFC3339Nano)
	}
	return row
}

// storedEvents returns every field of every sampling event by id, but for the times of storage, and what public files leave out unless
// private.
func storedEvents(t testing.TB, db *pgxpool.Pool, private bool) map[string]string {
	t.Helper()
	rows := pgtest.Column[string](t, db, `
		select to_jsonb(e) - array['data_source_key', 'created_at', 'updated_at', 'geom'] - case when $1 then array[]::text[] else array['source_hash', 'metadata'] end
			|| jsonb_build_object('place', st_astext(e.geom, 7), 'source', d.id, 'shown', e.metadata - array['recordedBy', 'recordedByID'])
		from sampling_events e join data_sources d on d.key = e.data_source_key`, private)
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

// TestEventsRoundTrip holds that archives of events and their records lose nothing: in the same database nothing changes, in an empty one
// each field of each event and record is the same.
func TestEventsRoundTrip(t *testing.T) {
	t.Parallel()
	records, events, forms := 150, 100, []bool{false} // the private form is in TestPoolsOfArchivesRoundTrip
	if testenv.Long() {
		records, events, forms = 300, 200, []bool{true, false}
	}
	db := pgtest.Pool(t)
	random := rand.New(rand.NewPCG(11, 12))
	fillAtRandom(t, db, random, records)
	eventsAtRandom(t, db, random, events)
	want := stored(t, db)
	if caught := pgtest.Value[int](t, db, "select count(*)::int from observations o join sampling_events e using (data_source_key, event_id)"); caught < 10 {
		t.Fatalf("%d records belong to events", caught)
	}
	for _, private := range forms {
		name := fmt.Sprintf("private %v", private)
		wantEvents := storedEvents(t, db, true)
		path := exported(t, db, "dwca", everyStatus, exporting.Options{Private: private, Absences: true})
		if r := imported(t, db, path); r.Rows != int64(records+events) || r.Inserted+r.Updated+r.Rejected != 0 || r.Events.Unchanged != int64(events) || r.Events.Inserted+r.Events.Updated != 0 {
			t.Errorf("%s into the same database: %+v", name, r)
		}
		same(t, name+" into the same database", stored(t, db), want)
		same(t, name+" into the same database", storedEvents(t, db, true), wantEvents)

		empty := pgtest.Pool(t)
		if r := imported(t, empty, path); r.Rows != int64(records+events) || r.Updated+r.Unchanged+r.Rejected != 0 || r.Events.Inserted != int64(events) {
			t.Errorf("%s into an empty database: %+v", name, r)
		}
		got, expected := stored(t, empty), want
		if !private {
			got, expected = published(t, got), published(t, expected)
		}
		same(t, name+" into an empty database", got, expected)
		same(t, name+" into an empty database", storedEvents(t, empty, private), storedEvents(t, db, private))
		if r := imported(t, empty, path); r.Inserted+r.Updated+r.Rejected != 0 || r.Events != (importing.EventCounts{Unchanged: int64(events), WithoutCatch: r.Events.WithoutCatch}) {
			t.Errorf("%s again: %+v", name, r)
		}
	}
}

// TestFilteredEventsClaimWhatTheFileHolds: an archive of some species, sexes or statuses, or without records that lie outside of their
// event, makes no event a zero of what it leaves out; into the database that it comes from it changes no event.
func TestFilteredEventsClaimWhatTheFileHolds(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "insert into data_sources (id, name) values ('traps', 'Traps')")
	pgtest.Run(t, db, `insert into sampling_events (id, data_source_key, event_id, source_hash, geom, ended_at, date_precision, target_taxa, complete)
		select gen_random_uuid(), key, event_id, gen_random_uuid(), st_setsrid(st_makepoint(2, 40), 4326), '2020-01-01Z', 'day', targets::text[], complete
		from data_sources, (values ('all', '{}', true), ('culex', '{Culex}', null), ('aedes', '{Aedes aegypti}', null), ('none', '{}', true))
			v (event_id, targets, complete)`)
	for _, event := range pgtest.Column[string](t, db, "select event_id from sampling_events") {
		pgtest.Run(t, db, "update sampling_events set id = $1 where event_id = $2", surveillance.EventUUID("traps", event), event)
	}
	pgtest.Run(t, db, `insert into observations (id, taxon_key, geom, observed_at, date_precision, data_source_key, event_id, count, sex)
		select gen_random_uuid(), t.key, e.geom, e.ended_at, 'day', data_source_key, event_id, 1, 'female'
		from sampling_events e, taxa t where t.id in ('culex-pipiens', 'aedes-aegypti') and event_id <> 'none'`)
	pgtest.Run(t, db, "update observations set geom = st_setsrid(st_makepoint(3, 40), 4326) where event_id = 'culex'")
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	of := func(change func(*surveillance.Filter)) surveillance.Filter {
		f := surveillance.DefaultFilter()
		change(&f)
		return f
	}
	pipiens, err := surveillance.DefaultFilter().WithSpecies([]string{"culex-pipiens"}, lookups.Current())
	if err != nil {
		t.Fatal(err)
	}
	exact := pipiens
	exact.Exact = true
	want := storedEvents(t, db, true)
	for name, tc := range map[string]struct {
		filter surveillance.Filter
		want   string
	}{
		"everything":      {surveillance.DefaultFilter(), "aedes {Aedes aegypti} , all {} t, culex {Culex} , none {} t"},
		"a species":       {pipiens, "aedes {Aedes aegypti} f, all {Culex pipiens} t, culex {Culex pipiens} "},
		"a name alone":    {exact, "aedes {Aedes aegypti} f, all {} f, culex {Culex} f"},
		"a sex":           {of(func(f *surveillance.Filter) { f.Sexes = []string{"female"} }), "aedes {Aedes aegypti} f, all {} f, culex {Culex} f"},
		"a status":        {of(func(f *surveillance.Filter) { f.Statuses = []string{"verified"} }), "aedes {Aedes aegypti} f, all {} f, culex {Culex} f, none {} f"},
		"records outside": {of(func(f *surveillance.Filter) { f.BBox = &surveillance.BBox{West: 1, South: 0, East: 2.5, North: 90} }), "aedes {Aedes aegypti} , all {} t, culex {Culex} f, none {} t"},
	} {
		forms := []bool{false}
		if name == "a species" || testenv.Long() { // one Filter shows that both forms claim the same
			forms = []bool{true, false}
		}
		for _, private := range forms {
			path, to := exported(t, db, "dwca", tc.filter, exporting.Options{Private: private}), pgtest.Pool(t)
			imported(t, to, path)
			got := pgtest.Value[string](t, to, "select string_agg(concat(event_id, ' {', array_to_string(target_taxa, ','), '} ', complete), ', ' order by event_id) from sampling_events")
			if got != tc.want {
				t.Errorf("%s: events %s, want %s", name, got, tc.want)
			}
			if r := imported(t, db, path); r.Events.Inserted+r.Events.Updated != 0 {
				t.Errorf("%s into the same database: %+v", name, r.Events)
			}
			same(t, name+" into the same database", storedEvents(t, db, true), want)
		}
	}
}

// TestEventsFollowTheFilter holds that an archive has the events of the places and days that are asked for, also those without a catch;
// that a Filter of what records are selects events by their records; and that no table lacks an event of its occurrences.
func TestEventsFollowTheFilter(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "insert into data_sources (id, name) values ('traps', 'Traps')")
	taxon := pgtest.Value[int32](t, db, "select key from taxa where id = 'culex-pipiens'")
	pgtest.Run(t, db, `insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
		select gen_random_uuid(), key, event_id, st_setsrid(st_makepoint(2, lat), 4326), '2020-01-01Z', 'day'
		from data_sources, (values ('north', 40), ('south', -40), ('empty', 41)) v (event_id, lat)`)
	pgtest.Run(t, db, `insert into observations (id, taxon_key, geom, observed_at, date_precision, data_source_key, event_id, count, sex)
		select gen_random_uuid(), $1, geom, ended_at, 'day', data_source_key, event_id, 1, case event_id when 'north' then 'female' else 'male' end
		from sampling_events where event_id <> 'empty'`, taxon)
	pgtest.Run(t, db, `insert into observations (id, taxon_key, geom, observed_at, date_precision, data_source_key, count)
		select gen_random_uuid(), $1, geom, ended_at, 'day', data_source_key, 7 from sampling_events where event_id = 'south'`, taxon)
	north, female := surveillance.DefaultFilter(), surveillance.DefaultFilter()
	north.BBox = &surveillance.BBox{West: -180, South: 0, East: 180, North: 90}
	female.Sexes = []string{"female"}
	for name, tc := range map[string]struct {
		filter surveillance.Filter
		want   []string
	}{
		"all": {surveillance.DefaultFilter(), []string{"empty", "north", "south"}}, "north": {north, []string{"empty", "north"}}, "female": {female, []string{"north"}},
	} {
		to := pgtest.Pool(t)
		imported(t, to, exported(t, db, "dwca", tc.filter, exporting.Options{}))
		got := pgtest.Column[string](t, to, "select event_id from sampling_events order by 1")
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: events %s, want %s", name, strings.Join(got, " "), strings.Join(tc.want, " "))
		}
		if n := pgtest.Value[int](t, to, "select count(*)::int from observations where event_id is not null and event_id not in (select event_id from sampling_events)"); n != 0 {
			t.Errorf("%s: %d records lack their event", name, n)
		}
	}
}
