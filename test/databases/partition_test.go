package databases_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// asked are requests with conditions drawn by chance, of every route that reads observations or sampling events.
func asked(random *rand.Rand, n int) (targets []string) {
	day := func() string {
		return time.Date(2000, 1, 1+random.IntN(9700), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	conditions := func() (of []string) {
		from, until := day(), day()
		if from > until {
			from, until = until, from
		}
		for _, c := range []string{"start_date=" + from, "end_date=" + until, "country=" + []string{"fr", "us", "br", "ng"}[random.IntN(4)],
			"bbox=" + fmt.Sprintf("%d,%d,%d,%d", -170+random.IntN(90), -60+random.IntN(50), random.IntN(170), random.IntN(60)), "status=unverified"} {
			if random.IntN(2) == 0 {
				of = append(of, c)
			}
		}
		return of
	}
	for range n {
		for _, path := range []string{"/api/v1/observations?limit=50", "/api/v1/geo/observations?limit=200", "/api/v1/export?format=csv", "/api/v1/events?limit=50", "/api/v1/stats?lang=en"} {
			targets = append(targets, path+"&"+strings.Join(conditions(), "&"))
		}
		from := day()
		targets = append(targets, "/ogc/collections/observations/items?limit=40&datetime="+from+"/..",
			"/ogc/collections/events/items?limit=40&datetime=../"+from, "/ogc/collections/observations/items?limit=10&data_source=synthetic&f=csv")
	}
	return targets
}

var ofTheMoment = regexp.MustCompile(`"timeStamp" ?: ?"[^"]*"|"(generated_at|uptime[a-z_]*)" ?: ?[^,}]*`)

// answersOf asks a server each target.
func answersOf(s *skeetertest.Server, targets []string) map[string]string {
	got := map[string]string{}
	for _, target := range targets {
		a := s.Get(target)
		got[target] = fmt.Sprint(a.Status, "\n", strings.ReplaceAll(ofTheMoment.ReplaceAllString(string(a.Body), ""), s.Base, ""))
	}
	return got
}

// TestPartition: the tables are divided beside a server that reads and writes, through runs that are killed, and every answer stays what it was. What is
// created while they come together again is there afterwards. In the long form a backup of them comes back; in the short one that of TestBackupAndRestore.
func TestPartition(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	count, draws := "1000", 2
	if testenv.Long() {
		count, draws = "3000", 5
	}
	d.MustRun("demo", "--count", count)
	s := d.Serve()
	s.WaitIndexed()
	targets := asked(rand.New(rand.NewPCG(7, 11)), draws)
	bySQL := d.Beside("SKEETER_TILE_INDEX=false")
	want, wantBySQL := answersOf(s, targets), answersOf(bySQL, targets)
	for target, a := range want {
		if !strings.HasPrefix(a, "200") {
			t.Fatalf("%s: %.300s", target, a)
		}
	}
	same := func(s *skeetertest.Server, want map[string]string, when string) {
		t.Helper()
		for target, a := range answersOf(s, targets) {
			if a != want[target] {
				t.Errorf("%s %s is answered\n%.600s\nand was\n%.600s", when, target, a, want[target])
			}
		}
	}

	db := d.Connect()
	copying := func(string) bool {
		return pgtest.Value[bool](t, db, "select to_regclass('partitioning.moves') is not null")
	}
	stage := func(n int) func(string) bool {
		return func(said string) bool {
			return strings.Count(said, "observations: ")+strings.Count(said, "sampling_events: ") >= n
		}
	}
	places := []func(string) bool{copying, stage(1), stage(2), stage(3)}
	if !testenv.Long() {
		places = places[:1] // TestInterruptedRunGoesOn of package partitioning ends runs everywhere
	}
	for what, reached := range places {
		killed, said := d.Command("partition"), new(skeetertest.Log)
		killed.Stderr = said
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		testenv.Eventually(t, fmt.Sprintf("run %d is where it is to be killed", what), func() bool { return reached(said.String()) })
		_ = syscall.Kill(killed.Process.Pid, syscall.SIGKILL)
		_ = killed.Wait()
	}
	if out := d.MustRun("partition"); !strings.Contains(out, "partitioned") {
		t.Errorf("it says %q", out)
	}
	if out := d.MustRun("partition"); !strings.Contains(out, "partitioned already") {
		t.Errorf("a second run says %q", out)
	}
	if out := d.MustRun("partition", "--dry-run"); out != "observations: partitioned\nsampling_events: partitioned\n" && !strings.Contains(out, "observations: partitioned\nsampling_events: partitioned") {
		t.Errorf("a dry run says %q", out)
	}
	same(s, want, "from memory")
	same(bySQL, wantBySQL, "by SQL")
	if !testenv.Long() { // TestBackupAndRestore starts a server on partitioned tables
		createsBeside(t, d, s, func() { d.MustRun("partition", "--undo") })
		return
	}
	s.Stop(syscall.SIGTERM)
	s = d.Serve()
	s.WaitIndexed()
	same(s, want, "from memory that was read anew")

	file := filepath.Join(d.Dir, "partitioned.dump")
	d.MustRun("backup", file)
	const rows = `select concat((select md5(string_agg(to_jsonb(o)::text, '' order by id)) from observations o), (select md5(string_agg(to_jsonb(e)::text, '' order by id)) from sampling_events e),
		(select count(*) from gis.observations))`
	before := pgtest.Value[string](t, d.Connect(), rows)
	bySQL.Stop(syscall.SIGTERM)
	s.Stop(syscall.SIGTERM)
	other := skeetertest.Empty(t, "SKEETER_DEMO=false")
	other.MustRun("restore", file)
	s = other.Serve()
	s.WaitIndexed()
	if got := pgtest.Value[string](t, other.Connect(), rows); got != before {
		t.Error("the restored tables have other rows")
	}
	if kind := pgtest.Value[string](t, other.Connect(), "select string_agg(relkind::text, '') from pg_class where relname in ('observations', 'sampling_events') and relnamespace = 'public'::regnamespace"); kind != "pp" {
		t.Errorf("the restored tables are %s", kind)
	}
	id := s.Create(skeetertest.Observation)
	s.Answers(200, "/api/v1/observations/"+id)
	other.MustRun("partition", "--undo")
	if n := pgtest.Value[int](t, other.Connect(), "select count(*)::int from observations where id = $1", id); n != 1 {
		t.Error("a record is lost by the undo")
	}
}

// TestCreatesWhilePartitioning: every record that is created beside a run is there afterwards, once. The short form of TestPartition has one such run.
func TestCreatesWhilePartitioning(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("not a part of the short form: make test-long runs it")
	}
	d := skeetertest.New(t)
	d.MustRun("demo", "--count", "3000")
	createsBeside(t, d, d.Serve(), func() {
		d.MustRun("partition")
		d.MustRun("partition", "--undo")
	})
}

// createsBeside creates records while something runs.
func createsBeside(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server, run func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ids, first := make(chan []string, 2), make(chan struct{}, 2)
	for range 2 {
		go func() {
			var made []string
			for ctx.Err() == nil {
				a, err := s.Try(context.Background(), "POST", "/api/v1/observations", skeetertest.Observation, "Content-Type", "application/json")
				if err == nil && a.Status == 503 { // it waited too long on a busy machine
					continue
				}
				if err != nil || a.Status != 201 {
					t.Errorf("a create: %v, %d %s", err, a.Status, a.Body)
					break
				}
				if made = append(made, strings.TrimPrefix(a.Header.Get("Location"), s.Base+"/api/v1/observations/")); len(made) == 1 {
					first <- struct{}{}
				}
			}
			ids <- made
		}()
	}
	testenv.Receive(t, "a record is created", first)
	run()
	stop()
	made := append(<-ids, <-ids...)
	if found := pgtest.Value[int](t, d.Connect(), "select count(*)::int from observations where id = any($1::uuid[])", made); found != len(made) || found == 0 {
		t.Errorf("%d records are there, %d were created", found, len(made))
	}
}
