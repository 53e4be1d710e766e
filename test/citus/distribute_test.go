package citus_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) {
	if os.Getenv(clusterVariable) == "" {
		os.Exit(m.Run()) // each test skips itself
	}
	os.Exit(skeetertest.Main(m, nil))
}

// asked are requests of every route that reads observations, absences, sampling events or pools, with conditions drawn by chance.
func asked(random *rand.Rand, n int) (targets []string) {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	day := func() string {
		return time.Date(2000, 1, 1+random.IntN(9700), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	conditions := func() string {
		from, until := day(), day()
		if from > until {
			from, until = until, from
		}
		var of []string
		for _, c := range []string{
			"start_date=" + from, "end_date=" + until, "country=" + pick("fr", "us", "br", "ng"), "species=" + pick("aedes-aegypti", "culex-pipiens", "anopheles-gambiae"),
			fmt.Sprintf("bbox=%d,%d,%d,%d", -170+random.IntN(90), -60+random.IntN(50), random.IntN(170), random.IntN(60)),
		} {
			if random.IntN(3) == 0 {
				of = append(of, c)
			}
		}
		return strings.Join(of, "&")
	}
	for range n {
		for _, path := range []string{
			"/api/v1/observations?limit=50", "/api/v1/observations?limit=20&offset=40&sort=scientific_name", "/api/v1/geo/observations?limit=200", "/api/v1/export?format=csv", "/api/v1/export?format=csv&include=absences", "/api/v1/events?limit=50",
			"/api/v1/stats?lang=en", "/api/v1/pools?limit=50", "/api/v1/tiles/observations/0/0/0.mvt?", "/api/v1/tiles/observations/3/2/3.mvt?", "/api/v1/tiles/observations/9/131/211.mvt?",
		} {
			targets = append(targets, path+"&"+conditions())
		}
		from := day()
		targets = append(targets, "/ogc/collections/observations/items?limit=40&datetime="+from+"/..", "/ogc/collections/events/items?limit=40&datetime=../"+from,
			"/ogc/collections/pools/items?limit=40", "/ogc/collections/observations/items?limit=10&data_source=synthetic&f=csv",
			"/ogc/collections/observations/items?limit=10&filter="+pick("count%3E3", "scientific_name%20LIKE%20%27Aedes%25%27"), "/api/v1/export?format=dwca&country="+pick("fr", "br"))
	}
	return append(targets, "/api/v1/analytics/presence?species=culex-pipiens", "/api/v1/absences?limit=50", "/api/v1/species", "/api/v1/diseases", "/api/v1/data_sources", "/api/v1/countries", "/api/v1/events?has_catch=false&limit=5")
}

var ofTheMoment = regexp.MustCompile(`"timeStamp" ?: ?"[^"]*"|"(generated_at|uptime[a-z_]*)" ?: ?[^,}]*`)

// answersOf asks a server each target. An archive says when it was made, so of those the status alone is compared.
func answersOf(s *skeetertest.Server, targets []string) map[string]string {
	got := map[string]string{}
	for _, target := range targets {
		a := s.Get(target)
		text := ofTheMoment.ReplaceAllString(string(a.Body), "")
		if strings.Contains(target, "dwca") {
			text = ""
		}
		got[target] = fmt.Sprint(a.Status, "\n", strings.ReplaceAll(text, s.Base, ""))
	}
	return got
}

func same(t *testing.T, s *skeetertest.Server, targets []string, want map[string]string, when string) {
	t.Helper()
	for target, a := range answersOf(s, targets) {
		if a != want[target] {
			t.Errorf("%s %s is answered\n%.600s\nand was\n%.600s", when, target, a, want[target])
		}
	}
}

// metric is the sum of a metric of the distributed tables.
func metric(t *testing.T, s *skeetertest.Server, name string) float64 {
	t.Helper()
	for line := range strings.Lines(string(s.Get("/metrics").Body)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+`{replica="distributed"} `); ok {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 0
}

// distributedTo waits until a server reads the distributed tables.
func distributedTo(t *testing.T, s *skeetertest.Server) {
	t.Helper()
	testenv.Eventually(t, "the distributed tables are read", func() bool { return metric(t, s, "skeeter_replica_up") == 1 })
}

const equalRows = `select bool_and(a is not distinct from b) from (
	select (select md5(string_agg(to_jsonb(o)::text, '' order by id)) from public.observations o) as a, (select md5(string_agg(j, '' order by id)) from (select id, to_jsonb(o)::text as j from distributed.observations o) o) as b
	union all
	select (select md5(string_agg(to_jsonb(o)::text, '' order by id)) from public.sampling_events o), (select md5(string_agg(j, '' order by id)) from (select id, to_jsonb(o)::text as j from distributed.sampling_events o) o)
	union all
	select (select md5(string_agg(to_jsonb(o)::text, '' order by id)) from public.pools o), (select md5(string_agg(j, '' order by id)) from (select id, to_jsonb(o)::text as j from distributed.pools o) o)
	union all
	select (select md5(string_agg(to_jsonb(o)::text, '' order by id)) from public.absences o), (select md5(string_agg(j, '' order by id)) from (select id, to_jsonb(o)::text as j from distributed.absences o) o)) s`

// TestDistribute: beside servers that read and write, the tables are distributed by runs that are killed. Then every answer is what it was, every
// client reads its own writes, the distributed rows are those of the public tables, and a worker that is gone is noticed by nobody.
func TestDistribute(t *testing.T) {
	address := database(t)
	d := skeetertest.On(t, address, "SKEETER_DEMO=false")
	d.MustRun("demo", "--count", "6000")
	pgtest.Run(t, connect(t, address), `insert into absences (id, data_source_key, source_hash, taxon_key, geom, observed_at, date_precision, country_id, event_id)
		select gen_random_uuid(), data_source_key, md5(id::text)::uuid, taxon_key, geom, observed_at, date_precision, country_id, event_id from observations order by id limit 500`)
	s := d.Serve()
	s.WaitIndexed()
	bySQL := d.With("SKEETER_TILE_INDEX=false").Serve()
	targets := asked(rand.New(rand.NewPCG(3, 5)), 5)
	want, wantBySQL := answersOf(s, targets), answersOf(bySQL, targets)

	for range 3 {
		killed := d.Command("distribute", "--shards", "8")
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(300+rand.IntN(900)) * time.Millisecond)
		_ = killed.Process.Kill()
		_ = killed.Wait()
	}
	d.MustRun("distribute", "--shards", "8")
	if out := d.MustRun("distribute"); !strings.Contains(out, "distributed already") {
		t.Errorf("a second run says %q", out)
	}
	if out := d.MustRun("distribute", "--dry-run"); !strings.Contains(out, "8 shards") {
		t.Errorf("a dry run says %q", out)
	}
	distributedTo(t, s)
	distributedTo(t, bySQL)
	same(t, s, targets, want, "from memory")
	same(t, bySQL, targets, wantBySQL, "by SQL")
	if n := metric(t, bySQL, "skeeter_replica_reads_total"); n < 20 {
		t.Errorf("the distributed tables answered %v reads of %d requests", n, len(targets))
	}

	db := connect(t, address)
	t.Run("clients read what they wrote", func(t *testing.T) {
		client := skeetertest.NewClient(t, bySQL)
		for i := range 20 {
			id := bySQL.Create(skeetertest.Observation)
			if a := client.Ask("GET", "/api/v1/observations/"+id, ""); a.Status != 200 {
				t.Fatalf("record %d: %d", i, a.Status)
			}
			if a := client.Ask("GET", "/api/v1/observations?limit=1&sort=-count", ""); a.Status != 200 {
				t.Fatalf("list: %d %s", a.Status, a.Body)
			}
		}
	})
	equal := func() bool {
		time.Sleep(200 * time.Millisecond) // it reads all rows, and changes wait for who reads
		return pgtest.Value[bool](t, db, equalRows)
	}
	testenv.Eventually(t, "the rows are equal", equal)
	t.Run("the workers draw layers beside writes", func(t *testing.T) {
		before, layers := metric(t, bySQL, "skeeter_replica_reads_total"), 0
		for range 10 {
			bySQL.Create(skeetertest.Observation)
			for range 15 {
				layers++
				bySQL.Answers(200, fmt.Sprintf("/api/v1/geo/observations?limit=20&bbox=-%d.5,-60,170,70", 100+layers%70))
			}
		}
		if n := metric(t, bySQL, "skeeter_replica_reads_total") - before; n < float64(layers)/10 {
			t.Errorf("the workers drew %v of %d layers", n, layers)
		}
	})
	t.Run("many changes at once", func(t *testing.T) {
		pgtest.Run(t, db, "update observations set notes = 'seen again' where id in (select id from observations order by id limit 3000); delete from observations where id in (select id from observations order by id desc limit 50);"+
			"update absences set notes = 'looked again' where id in (select id from absences order by id limit 300); delete from absences where id in (select id from absences order by id desc limit 20)")
		testenv.Eventually(t, "the rows are equal", equal)
		distributedTo(t, bySQL)
	})
	t.Run("readers see all of a change or nothing", func(t *testing.T) { changesWhole(t, address, db) })
	t.Run("a worker that is gone", func(t *testing.T) {
		wantBySQL = answersOf(bySQL, targets)
		pgtest.Run(t, db, "update pg_dist_node set nodeport = nodeport + 20000 where groupid = 1")
		pgtest.Run(t, db, "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'skeeter distributed'")
		same(t, bySQL, targets, wantBySQL, "without a worker")
		if r := d.In(t).Run("distribute", "--dry-run"); r.Code == 0 || !strings.Contains(r.Stderr, "8 shards each; ask the workers") {
			t.Errorf("a dry run without a worker: %+v", r)
		}
		id := bySQL.Create(skeetertest.Observation)
		bySQL.Answers(200, "/api/v1/observations/"+id)
		pgtest.Run(t, db, "update pg_dist_node set nodeport = nodeport - 20000 where groupid = 1")
		distributedTo(t, bySQL)
		testenv.Eventually(t, "the rows are equal", equal)
	})
	t.Run("a backup goes into plain PostgreSQL", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "coordinator.dump")
		d.In(t).MustRun("backup", file)
		plain := skeetertest.Empty(t, "SKEETER_DEMO=false")
		plain.MustRun("restore", file)
		plain.Serve()
		const rows = "select concat((select count(*) from observations), ' ', (select count(*) from pools), ' ', (select count(*) from distribution))"
		if got, want := pgtest.Value[string](t, plain.Connect(), rows), pgtest.Value[string](t, db, "select concat((select count(*) from observations), ' ', (select count(*) from pools), ' 0')"); got != want {
			t.Errorf("it holds %s, and should %s", got, want)
		}
	})
	t.Run("partitions beside it", func(t *testing.T) {
		if n := pgtest.Value[int](t, db, "select count(*)::int from pg_statistic_ext where stxnamespace = 'distributed'::regnamespace and stxrelid <> 'distributed.observations'::regclass"); n != 0 {
			t.Error("statistics are of another table")
		}
		d := d.In(t)
		d.MustRun("partition")
		d.MustRun("distribute")
		distributedTo(t, bySQL)
		testenv.Eventually(t, "the rows are equal", equal)
		d.MustRun("partition", "--undo")
		d.MustRun("distribute")
		distributedTo(t, bySQL)
	})
	d.MustRun("distribute", "--undo")
	if n := pgtest.Value[int](t, db, "select count(*)::int from pg_namespace where nspname = 'distributed'"); n != 0 {
		t.Error("the schema is left")
	}
	bySQL.Answers(200, "/api/v1/stats")
}

// changesSeen is how many changes are seen before they are enough.
const changesSeen = 200

// changesWhole changes records on several workers together, and reads them in one statement and in two of one transaction.
func changesWhole(t *testing.T, address string, db *pgxpool.Pool) {
	t.Helper()
	ids := pgtest.Column[string](t, db, `select distinct on (shard) id::text from (select id, get_shard_id_for_distribution_column('distributed.observations', id) as shard from public.observations) o
		order by shard, id limit 8`)
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			if _, err := db.Exec(ctx, "update public.observations set notes = $1 where id = any($2::uuid[])", fmt.Sprint("change ", i), ids); err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	defer func() { stop(); writing.Wait() }()
	reads, err := postgres.NewPool(t.Context(), postgres.PoolOptions{URL: address, Schema: nodes.DistributedSchema, Size: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer reads.Close()
	pgtest.Run(t, reads, "update public.observations set notes = 'before' where id = any($1::uuid[])", ids)
	seen, refused := map[string]bool{}, 0
	for len(seen) < changesSeen {
		var notes []string
		if err := reads.QueryRow(ctx, "select array_agg(distinct notes) from observations where id = any($1::uuid[])", ids).Scan(&notes); err != nil {
			t.Fatal(err)
		}
		if len(notes) != 1 && !slices.Contains(notes, "before") {
			t.Fatalf("one statement sees %q", notes)
		}
		seen[notes[0]] = true
		err := postgres.Transaction(ctx, reads, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			var snapshot string
			if err := tx.QueryRow(ctx, "select log_snapshot()").Scan(&snapshot); err != nil {
				return err
			}
			var first, second string
			if err := tx.QueryRow(ctx, "select notes from observations where id = $1", ids[0]).Scan(&first); err != nil {
				return err
			}
			time.Sleep(5 * time.Millisecond)
			if err := tx.QueryRow(ctx, "select notes from observations where id = $1", ids[len(ids)-1]).Scan(&second); err != nil {
				return err
			}
			if first != second {
				t.Errorf("a transaction sees %q and %q", first, second)
			}
			return nil
		})
		if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "57P03" {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d changes were seen, %d transactions refused", len(seen), refused)
}
