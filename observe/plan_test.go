package observe_test

import (
	"context"
	"maps"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// plan returns what `explain` or `explain (analyze)` says of a query.
func (s service) plan(explain, query string, args pgx.QueryRewriter) string {
	s.t.Helper()
	return strings.Join(pgtest.Column[string](s.t, s.db, explain+" "+sql.Get(query).String(), args), "\n")
}

// With a table of some size every single filter of the list finds its rows by an index, forwards and back.
func TestListUsesAnIndex(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) select 'source-' || n, 'Source ' || n from generate_series(1, 20) n")
	s.exec(`set local session_replication_role = replica; -- without the checks of keys, which take most of the time
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, country_id, region_id,
			life_stage, sex, sampling_protocol, status, user_id, location_accuracy_m)
		select gen_random_uuid(), t.key, 1, ST_SetSRID(ST_MakePoint(n * 137.508 % 360 - 180, n * 61.803 % 170 - 85), 4326),
			'2005-01-01Z'::timestamptz + make_interval(hours => n * 7 % 180000), 'time', d.key, c.id, c.region_id,
			case n % 100 when 0 then 'larva' when 1 then 'egg' else 'adult' end, case when n % 3 = 0 then 'male' when n % 3 = 1 then 'female' end,
			case when n % 200 = 0 then 'CDC light trap' end, case n % 500 when 0 then 'rejected' when 1 then 'verified' else 'unverified' end,
			'user ' || n % 700, n % 1000
		from generate_series(1, 60000) n
		join (select key, row_number() over (order by key) as i, count(*) over () as all from taxa) t on t.i = 1 + n % t.all
		join (select key, row_number() over (order by key) as i from data_sources) d on d.i = 1 + n % 20
		join (select id, region_id, row_number() over (order by id) as i, count(*) over () as all from countries) c on c.i = 1 + n % c.all`)
	s.exec("analyze observations")
	s.refresh(context.Background())

	position := map[string]any{"at": time.Date(2012, 3, 4, 5, 6, 7, 0, time.UTC), "id": uuidOf(1)}
	for _, query := range []string{
		"", "species=aedes-aegypti", "species=aedes-aegypti,culex-pipiens", "bbox=5,43,8,46", "bbox=170,-20,-170,-10",
		"bbox=-20,30,60,70", "start_date=2015-03-01&end_date=2015-03-31", "start_date=2005-01-01", "end_date=2006-01-01", "country=fr",
		"country=fr,de,it", "region=western-europe", "data_source=source-3", "status=rejected", "status=verified,rejected", "life_stage=egg",
		"life_stage=adult", "sex=female", "sampling_protocol=CDC+light+trap", "months=2", "months=6,7,8", "max_uncertainty_m=3", "user",
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			s := s.in(t)
			parameters, user := query, any(nil)
			if query == "user" {
				parameters, user = "", "user 7"
			}
			f, _, err := httpapi.Query(httptest.NewRequestWithContext(context.Background(), "GET", "/?"+parameters, nil)).Filter(t.Context(), s.lookups)
			if err != nil {
				t.Fatal(err)
			}
			for name, extra := range map[string]struct {
				query string
				args  map[string]any
			}{
				"the first page": {"observe/list.sql", map[string]any{"offset": 0}},
				"a later page":   {"observe/list_after.sql", position},
				"a page back":    {"observe/list_before.sql", position},
			} {
				args := postgres.FilterArgs(f)
				maps.Copy(args, extra.args)
				args["limit"], args["user_id"] = 101, user
				if plan := s.plan("explain", extra.query, args); strings.Contains(plan, "Seq Scan on observations") {
					t.Errorf("%s reads the whole table:\n%s", name, plan)
				}
			}
		})
	}
	t.Run("count of a user", func(t *testing.T) {
		t.Parallel()
		args := postgres.FilterArgs(surveillance.DefaultFilter())
		args["user_id"] = "user 7"
		if plan := s.in(t).plan("explain", "observe/count_user.sql", args); !strings.Contains(plan, "observations_user") {
			t.Errorf("another index than observations_user:\n%s", plan)
		}
	})
}

// A late page by its cursor costs what the first one costs: both read about as many rows as they show, even in the middle of a
// year of which nothing more than the year is known.
func TestListReadsOnlyItsPage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fill(37)
	s.exec(`set local session_replication_role = replica; -- without the checks of keys, which take most of the time
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
		select gen_random_uuid(), (select key from taxa where id = 'aedes-aegypti'), 1, ST_SetSRID(ST_MakePoint(1, 1), 4326),
			'2005-01-01Z'::timestamptz + make_interval(mins => greatest(n, 5000) * 3), 'time' from generate_series(1, 15000) n`)
	s.exec("analyze observations")
	middle := time.Date(2005, 1, 11, 10, 0, 0, 0, time.UTC) // 15,000 minutes after the beginning
	id := pgtest.Value[uuid.UUID](t, s.db, "select id from observations where observed_at = $1 order by id offset 2500 limit 1", middle)
	for _, position := range []map[string]any{
		{"at": time.Date(2005, 1, 21, 20, 0, 0, 0, time.UTC), "id": uuidOf(1)}, // some 5,000 records lie on either side
		{"at": middle, "id": id},
	} {
		for _, query := range []string{"observe/list_after.sql", "observe/list_before.sql"} {
			args := postgres.FilterArgs(surveillance.DefaultFilter())
			maps.Copy(args, position)
			args["user_id"], args["limit"] = nil, 101
			if plan := s.plan("explain (analyze, buffers, format text)", query, args); !strings.Contains(plan, "Index Cond: ((observed_at = ANY") || strings.Contains(plan, "Rows Removed by Filter") || strings.Count(plan, "Sort Method") > 1 { // that of the page with its names
				t.Errorf("%s does not begin at its position:\n%s", query, plan)
			}
		}
	}
}
