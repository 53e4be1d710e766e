package events_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/keyed/keyedtest"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// fill stores n events, of which a third looks for Culex alone, a third for one species, and a third for all mosquitoes; and a catch of
// three in four of them, every fifth record of which is rejected. Another source has records with the same event ids.
func (s service) fill(n int) {
	s.T.Helper()
	s.Exec(`insert into sampling_events (id, data_source_key, event_id, geom, country_id, ended_at, date_precision, sampling_protocol, problem, target_taxa)
		select gen_random_uuid(), d.key, 'E' || n, ST_SetSRID(ST_MakePoint(n % 90, 10), 4326), case n % 20 when 0 then 'fr' end,
			'2010-01-01Z'::timestamptz + make_interval(days => n % 3700), 'day', case when n % 50 = 0 then 'gravid trap' end, n % 10 = 0,
			case n % 3 when 0 then '{Culex}' when 1 then '{Culex pipiens}' else '{}' end::text[]
		from generate_series(1, $1::int) n, data_sources d where d.id = 'traps'`, n)
	s.Exec("insert into data_sources (id, name) values ('others', 'Others')")
	s.Exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, status, sex)
		select gen_random_uuid(), t.key, 1 + n % 7, ST_SetSRID(ST_MakePoint(0, 0), 4326), '2010-01-01Z', 'day', d.key, 'E' || n,
			case when n % 5 = 0 then 'rejected' else 'unverified' end, case when n % 2 = 0 then 'female' end
		from generate_series(1, $1::int) n
		join data_sources d on d.id = case when n % 4 = 0 then 'others' else 'traps' end
		join taxa t on t.id = case n % 4 when 1 then 'culex-pipiens' when 2 then 'culex-quinquefasciatus' else 'aedes-aegypti' end`, n)
	s.Exec("analyze sampling_events, observations")
	s.Refresh()
}

func idsOf(a answer) (ids []string) {
	a.T.Helper()
	for _, event := range a.Want(200).Body["events"].([]any) {
		ids = append(ids, event.(object)["event_id"].(string))
	}
	return ids
}

func TestListPages(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(500)
	want := pgtest.Column[string](t, s.DB, "select event_id from sampling_events where not problem order by ended_at desc, id")
	var pages [][]string
	var last answer
	for at := "/events?limit=37&problem=false"; at != ""; {
		last = s.Do("GET", at, nil)
		pages, at = append(pages, idsOf(last)), last.Link("next")
		if last.Text("count") != fmt.Sprint(len(want)) {
			t.Fatalf("count %s, want %d", last.Text("count"), len(want))
		}
	}
	if got := slices.Concat(pages...); !slices.Equal(got, want) {
		t.Errorf("pages give %d events in another order than the %d there are", len(got), len(want))
	}
	if back := idsOf(s.Do("GET", last.Link("previous"), nil)); !slices.Equal(back, pages[len(pages)-2]) {
		t.Error("previous is another page")
	}
	if got := idsOf(s.Do("GET", "/events?problem=false&limit=10&offset=25", nil)); !slices.Equal(got, want[25:35]) {
		t.Error("offset gives other events")
	}
}

// TestListFollowsTheFilter compares the list with what other SQL says of the same question.
func TestListFollowsTheFilter(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(600)
	const (
		aCatch  = `exists (select from observations c where c.event_id = e.event_id and c.data_source_key = e.data_source_key and c.Status <> 'rejected' and %s)`
		pipiens = `c.taxon_key = (select key from taxa where id = 'culex-pipiens')`
		culex   = `c.taxon_key in (select key from taxa where id like 'culex-%%')`
		aedes   = `c.taxon_key = (select key from taxa where id = 'aedes-aegypti')`
	)
	caught := func(what string) string { return fmt.Sprintf(aCatch, what) }
	for query, where := range map[string]string{
		"":                                 "true",
		"zero=true":                        "not " + caught("true"),
		"zero=false":                       caught("true"),
		"zero=false&sex=female":            caught("c.sex = 'female'"),
		"zero=true&sex=female":             "not " + caught("c.sex = 'female'"),
		"sex=female":                       "true",
		"zero=false&status=rejected":       "exists (select from observations c where c.event_id = e.event_id and c.data_source_key = e.data_source_key and c.Status = 'rejected')",
		"zero=true&species=Cx. pipiens":    "not " + caught(pipiens), // every event looks for it
		"zero=true&genus=culex":            "target_taxa <> '{Culex pipiens}' and not " + caught(culex),
		"genus=culex":                      "(target_taxa <> '{Culex pipiens}' or " + caught(culex) + ")",
		"zero=true&species=aedes-aegypti":  "target_taxa = '{}' and not " + caught(aedes),
		"zero=false&species=aedes-aegypti": caught(aedes),
		"species=aedes-aegypti":            "(target_taxa = '{}' or " + caught(aedes) + ")",
		"species=aedes-aegypti,culex-pipiens&zero=true": "target_taxa = '{}' and not " + caught(aedes) + " and not " + caught(pipiens),
		"species=nobody":                            "false",
		"species=nobody&zero=true":                  "false",
		"problem=true&zero=true":                    "problem and not " + caught("true"),
		"country=fr":                                "country_id = 'fr'",
		"bbox=0,0,20,20&zero=true":                  "ST_X(geom) between 0 and 20 and not " + caught("true"),
		"start_date=2010-03-01&end_date=2010-04-30": "ended_at between '2010-03-01Z' and '2010-04-30Z'",
		"months=2&data_source=traps":                "extract(month from ended_at) = 2",
		"data_source=others":                        "false",
		"sampling_protocol=Gravid+trap":             "sampling_protocol = 'gravid trap'",
		"event_id=E7,E8":                            "event_id in ('E7', 'E8')",
	} {
		want := pgtest.Column[string](t, s.DB, "select event_id from sampling_events e where "+where+" order by ended_at desc, id")
		a := s.Do("GET", "/events?limit=1000&"+strings.ReplaceAll(query, " ", "+"), nil)
		if got := idsOf(a); !slices.Equal(got, want) || a.Text("count") != fmt.Sprint(len(want)) {
			t.Errorf("%s: %d events, count %s, want %d", query, len(got), a.Text("count"), len(want))
		}
	}
	for query, status := range map[string]int{
		"limit=0": 422, "cursor=zzz": 422, "bbox=1,2": 400, "f=xml": 422, "zero=maybe": 422, "zero=": 422, "problem=1": 422, "specie=x": 422, "user_id=x": 422,
	} {
		s.Do("GET", "/events?"+query, nil).Want(status)
	}
	if a := s.Do("GET", "/events?event_id=E7", nil).Want(200); a.Body["events"].([]any)[0].(object)["specimens"] != 1.0 {
		t.Errorf("the catch: %s", a.Raw)
	}
	if a := s.Do("GET", "/events?genus=culex&limit=1", nil).Want(200); a.Body["included"] == nil {
		t.Error("the answer does not say which names the genus includes")
	}
}

// TestNamesOfTargets: a synonym and a name of a group hold what they stand for, at the time of the question.
func TestNamesOfTargets(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision, target_taxa)
		select gen_random_uuid(), d.key, targets[1], ST_SetSRID(ST_MakePoint(0, 0), 4326), '2020-01-01Z', 'day', targets
		from data_sources d, (values ('{Stegomyia aegypti}'::text[]), ('{Aedes}'), ('{Culicidae}'), ('{Mosquito novus}'), ('{Culex,"Aedes aegypti"}')) t (targets)`)
	got := idsOf(s.Do("GET", "/events?zero=true&species=aedes-aegypti", nil))
	slices.Sort(got)
	if want := []string{"Aedes", "Culex", "Culicidae", "Stegomyia aegypti"}; !slices.Equal(got, want) {
		t.Errorf("events that look for Aedes aegypti: %v, want %v", got, want)
	}
}

func TestListAsGeoJSON(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.create(object{"started_at": "2012-08-10"})
	plain, asked, accepted := s.Do("GET", "/events", nil).Want(200), s.Do("GET", "/events?f=geojson", nil).Want(200), s.Do("GET", "/events", nil, "Accept", "application/geo+json").Want(200)
	if asked.Raw != accepted.Raw || asked.Header.Get("Content-Type") != "application/geo+json" || plain.Header.Get("Content-Type") != "application/json" || asked.Header.Get("Vary") == "" {
		t.Errorf("%s\n%s\n%v", asked.Raw, accepted.Raw, asked.Header)
	}
	event, feature := plain.Body["events"].([]any)[0].(object), asked.Body["features"].([]any)[0].(object)
	properties, at := feature["properties"].(object), feature["geometry"].(object)["coordinates"].([]any)
	if feature["id"] != event["id"] || properties["effort"] != 1.0 || properties["id"] != nil || properties["location"] != nil || at[0] != -87.63 || at[1] != 41.87 {
		t.Errorf("feature %v of %v", feature, event)
	}
}

// TestListUsesAnIndex: with tables of some size every page finds its events and their catch by an index.
func TestListUsesAnIndex(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(12_000)
	key := func(id string) int32 { return pgtest.Value[int32](t, s.DB, "select key from taxa where id = $1", id) }
	hashes := pgtest.Column[int64](t, s.DB, "select hash_array_extended('{Culex}'::text[], 0)")
	for name, c := range map[string]struct {
		change func(*surveillance.Filter)
		args   postgres.Args
	}{
		"all":                     {nil, nil},
		"zero":                    {nil, postgres.Args{"uncaught": true}},
		"caught":                  {nil, postgres.Args{"caught": true}},
		"zero of a species":       {func(f *surveillance.Filter) { f.Taxa = []int32{key("aedes-aegypti")} }, postgres.Args{"uncaught": true, "targets": hashes}},
		"caught a species":        {func(f *surveillance.Filter) { f.Taxa = []int32{key("aedes-aegypti")} }, postgres.Args{"caught": true}},
		"looked for or caught":    {func(f *surveillance.Filter) { f.Taxa = []int32{key("aedes-aegypti")} }, postgres.Args{"asked": hashes}},
		"a country without catch": {func(f *surveillance.Filter) { f.Countries = []string{"fr"} }, postgres.Args{"uncaught": true}},
	} {
		filter := surveillance.DefaultFilter()
		if c.change != nil {
			c.change(&filter)
		}
		for query, place := range map[string]postgres.Args{
			"events/list.sql":        {"offset": 0},
			"events/list_after.sql":  {"at": keyedtest.Now().AddDate(-10, 0, 0), "id": "00000000-0000-4000-8000-000000000001"},
			"events/list_before.sql": {"at": keyedtest.Now().AddDate(-10, 0, 0), "id": "00000000-0000-4000-8000-000000000001"},
		} {
			args := postgres.EventArgs(filter)
			maps.Copy(args, postgres.CatchArgs(filter))
			for _, name := range []string{"problem", "caught", "uncaught", "targets", "asked"} {
				args[name] = nil
			}
			maps.Copy(args, c.args)
			maps.Copy(args, place)
			args["limit"] = 101
			plan := strings.Join(pgtest.Column[string](t, s.DB, "explain "+sql.Get(query).String(), args), "\n")
			if strings.Contains(plan, "Seq Scan on sampling_events") || strings.Contains(plan, "Seq Scan on observations") {
				t.Errorf("%s, %s:\n%s", name, query, plan)
			}
		}
	}
	plan := strings.Join(pgtest.Column[string](t, s.DB, "explain "+sql.Get("events/target_lists.sql").String()), "\n")
	if !strings.Contains(plan, "sampling_events_targets") || strings.Contains(plan, "Seq Scan") {
		t.Errorf("the lists of targets:\n%s", plan)
	}
}
