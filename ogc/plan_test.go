package ogc_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// planner is a tracer that explains the statements of items when they are asked.
type planner struct {
	db    *pgxpool.Pool
	plans []string
}

func (p *planner) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if !strings.Contains(data.SQL, "ST_AsBinary(o.geom") {
		return ctx
	}
	rows, err := p.db.Query(ctx, "explain "+data.SQL, data.Args...)
	if err == nil {
		var lines []string
		if lines, err = pgx.CollectRows(rows, pgx.RowTo[string]); err == nil {
			p.plans = append(p.plans, strings.Join(lines, "\n"))
		}
	}
	if err != nil {
		p.plans = append(p.plans, err.Error())
	}
	return ctx
}

func (*planner) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// With a table of some size the conditions of items find their rows by indexes, those in CQL2 as well, and a later page begins at its
// position.
func TestItemsUseAnIndex(t *testing.T) {
	address := pgtest.URL(t)
	cfg, err := pgxpool.ParseConfig(address + "&plan_cache_mode=force_custom_plan")
	if err != nil {
		t.Fatal(err)
	}
	p := &planner{}
	if p.db, err = pgxpool.NewWithConfig(context.Background(), cfg.Copy()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.db.Close)
	cfg.ConnConfig.Tracer = p
	db, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	records := 15_000
	if testenv.Long() {
		records = 60_000
	}
	pgtest.Run(t, db, fmt.Sprintf(`
		set local session_replication_role = replica; -- without the checks of keys, which take most of the time
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, country_id, region_id, sex, status)
		select gen_random_uuid(), t.key, 1 + n %% 9, ST_SetSRID(ST_MakePoint(n * 137.508 %% 360 - 180, n * 61.803 %% 170 - 85), 4326),
			'2005-01-01Z'::timestamptz + make_interval(hours => n * 7 %% 180000), case when n %% 500 = 0 then 'interval' else 'time' end,
			case when n %% 500 = 0 then ('2005-01-03Z'::timestamptz + make_interval(hours => n * 7 %% 180000))::date end, c.id, c.region_id,
			case when n %% 3 = 0 then 'male' else 'female' end, case when n %% 500 = 1 then 'rejected' else 'unverified' end
		from generate_series(1, %d) n
		join (select key, row_number() over (order by key) as i, count(*) over () as all from taxa) t on t.i = 1 + n %% t.all
		join (select id, region_id, row_number() over (order by id) as i, count(*) over () as all from countries) c on c.i = 1 + n %% c.all`, records))
	pgtest.Run(t, db, "analyze")
	s := setupOn(t, db, tileindex.Options{})
	later := func(rel, query string) string {
		_, after, _ := strings.Cut(s.ok("/collections/observations/items"+query).link(rel, ""), "?")
		return "?" + after
	}
	second := later("next", "?limit=10")
	p.plans = nil
	for query, index := range map[string]string{
		"?limit=10":                                 "observations_time",
		"?limit=10&sortby=id":                       "observations_pkey",
		"?limit=10&sortby=observed_at":              "observations_time",
		"?species_id=aedes-aegypti&limit=10":        "observations_taxon",
		"?country_id=fr&limit=10":                   "observations_country",
		"?region_id=caribbean&limit=10":             "observations_region",
		"?bbox=5,43,8,46":                           "observations_geom",
		"?bbox=170,-20,-170,-15":                    "observations_geom",
		"?bbox=43,5,46,8&bbox-crs=" + epsg + "4326": "observations_geom",
		"?bbox=500000,5000000,600000,5100000&bbox-crs=" + epsg + "3857": "observations_geom",
		"?datetime=2015-03-01/2015-03-03":                               "observations_until",
		"?datetime=2015-03-01":                                          "observations_until",
		"?datetime=../2005-01-05":                                       "observations_time",
		"?datetime=2015-03-01T10:00:00Z":                                "observations_until",
		"?status=rejected":                                              "observations_status",
		"?id=" + idOf(1):                                                "observations_pkey",
		"?filter=" + url.QueryEscape("species_id = 'aedes-aegypti' AND count > 3"):                         "observations_taxon",
		"?filter=" + url.QueryEscape("genus = 'Mansonia'"):                                                 "observations_taxon",
		"?filter=" + url.QueryEscape("S_INTERSECTS(geometry, BBOX(5,43,8,46))"):                            "observations_geom",
		"?filter=" + url.QueryEscape("S_WITHIN(geometry, POLYGON((5 43,8 43,8 46,5 46,5 43)))"):            "observations_geom",
		"?filter=" + url.QueryEscape("T_INTERSECTS(observed_at, INTERVAL('2015-03-01','2015-03-03'))"):     "observations_time",
		"?filter=" + url.QueryEscape("observed_at > TIMESTAMP('2025-06-01T00:00:00Z') AND sex = 'female'"): "observations_time",
		later("next", "?limit=10&species_id=aedes-aegypti"):                                                "observations_taxon",
		second:                "Index Cond: ((observed_at = ANY", // and the id: an instant may hold much
		later("prev", second): "Index Cond: ((observed_at = ANY",
	} {
		p.plans = nil
		s.ok("/collections/observations/items" + query)
		if len(p.plans) != 1 || !strings.Contains(p.plans[0], index) || strings.Contains(p.plans[0], "Seq Scan on observations") {
			t.Errorf("%s does not use %s:\n%s", query, index, strings.Join(p.plans, "\n"))
		}
	}
}
