package databases_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// poolerReads are requests of each kind that asks the database.
var poolerReads = []string{
	"/api/v1/species?limit=5", "/api/v1/observations?limit=5", "/api/v1/observations?species=aedes-albopictus&months=6", "/api/v1/geo/observations?limit=100",
	"/api/v1/stats", "/api/v1/stats/table?by=species,year", "/api/v1/tiles/observations/0/0/0.mvt", "/api/v1/events", "/api/v1/export?format=csv",
	"/ogc/collections/observations/items?limit=10", "/ogc/collections/observations/items?filter=" + "count%20%3E%201%20AND%20notes%20IS%20NULL",
	"/ogc/collections/observations/items?f=fgb", "/ogc/collections/countries/items?limit=3", "/ogc/collections/sites/items?limit=3",
}

func withPooler(t *testing.T) {
	t.Helper()
	t.Parallel()
	if skeetertest.Program("pgbouncer") == "" {
		t.Skip("SKIPPED: pgbouncer is not installed")
	}
}

// TestPooler: a server behind PgBouncer in transaction mode, which has fewer sessions than the server has connections, answers as one without.
func TestPooler(t *testing.T) {
	withPooler(t)
	d := skeetertest.New(t)
	plain := d.Serve() // its cluster plays the external server
	d.ImportFieldRecords()
	pooler := d.Pooler(skeetertest.PoolerSettings)
	outside := d.Through(pooler)
	s := outside.Serve()
	s.WaitIndexed()
	id := s.Create(skeetertest.Observation)
	s.Answers(http.StatusOK, "/api/v1/observations/"+id)
	testenv.Eventually(t, "the server without PgBouncer sees the record", func() bool { return plain.Get("/api/v1/observations/"+id).Status == http.StatusOK })
	other := plain.Create(skeetertest.ObservationWith(`"notes":"seen"`))
	testenv.Eventually(t, "the server behind PgBouncer counts a foreign record", func() bool {
		return s.Get("/api/v1/observations/"+other).Status == http.StatusOK && s.Count("/api/v1/stats") == plain.Count("/api/v1/stats")
	})

	var all sync.WaitGroup
	for i := range 6 { // more than PgBouncer has sessions
		all.Go(func() {
			for j, target := range poolerReads {
				if !testenv.Long() && i%2 != j%2 {
					continue
				}
				if err := answers(s, target); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for i := range 10 {
			s.Create(skeetertest.ObservationWith(fmt.Sprintf(`"notes":"%d"`, i)))
		}
	})
	all.Wait()

	testenv.Eventually(t, "the other server counts the same", func() bool { return plain.Count("/api/v1/stats") == s.Count("/api/v1/stats") })
	sameAnswers(t, s, plain)

	pooler.Stop()
	s.Answers(http.StatusServiceUnavailable, "/api/v1/observations?species=culex-pipiens&limit=7")
	pooler.Start()
	testenv.Eventually(t, "the server finds PgBouncer again", func() bool {
		return s.Get("/readyz").Status == http.StatusOK && s.Get("/api/v1/observations/"+id).Status == http.StatusOK
	})
}

func answers(s *skeetertest.Server, target string) error {
	if a, err := s.Try(context.Background(), http.MethodGet, target, ""); err != nil || a.Status != http.StatusOK {
		return fmt.Errorf("%s: %d %w %.300s", target, a.Status, err, a.Body)
	}
	return nil
}

// TestManualHasPoolerSettings: what the other tests let PgBouncer do is what the manual says.
func TestManualHasPoolerSettings(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile(skeetertest.Root + "/docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(manual), "connect_query='"+skeetertest.PoolerSettings+"'") {
		t.Error("docs/operations.md has another connect_query")
	}
	if !strings.Contains(string(manual), "pool_mode = transaction\n"+skeetertest.PoolerTimes+"\n") {
		t.Error("docs/operations.md has other times")
	}
}

// TestPoolerIsNoticed: an address of PgBouncer without the other one, or twice, sessions that were not begun as the manual says, and two databases
// are errors at start.
func TestPoolerIsNoticed(t *testing.T) {
	withPooler(t)
	database, other := skeetertest.NewPostgres(t), skeetertest.NewPostgres(t)
	begun := database.Pooler(skeetertest.PoolerSettings)
	for says, wrong := range map[string]struct{ address, direct string }{
		"connect_query has to set":                        {database.Pooler("").Address, database.Address},
		"SKEETER_DATABASE_DIRECT_URL has to be set":       {begun.Address, ""},
		"are two databases: skeeter of":                   {begun.Address, other.Address},
		"SKEETER_DATABASE_DIRECT_URL is the address of a": {begun.Address, begun.Address},
	} {
		s := skeetertest.On(t, wrong.address, "SKEETER_DATABASE_DIRECT_URL="+wrong.direct).Start()
		<-s.Ended()
		if code := s.Wait(); code == 0 || !strings.Contains(s.Log.String(), says) {
			t.Errorf("exit status %d, want %q: %s", code, says, s.Log)
		}
	}
}
