package databases_test

import (
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// sameAnswers compares what two servers answer to requests of each kind that asks the database.
func sameAnswers(t *testing.T, a, b *skeetertest.Server) {
	t.Helper()
	for _, target := range poolerReads {
		if strings.Contains(target, "/export") {
			continue // its answer has the time
		}
		if strings.Contains(target, "/sites") || strings.Contains(target, "/countries") { // a server counts them again after a rest
			testenv.Succeeds(t, "both have the newest count of "+target, func() error {
				if one, other := alike(a.Get(target), a, b), alike(b.Get(target), b, b); one != other {
					return fmt.Errorf("they differ: %s", skeetertest.FirstDifference(one, other))
				}
				return nil
			})
		}
		one, other := a.Get(target), b.Get(target)
		x, y := alike(one, a, b), alike(other, b, b)
		if one.Status != http.StatusOK || other.Status != http.StatusOK || x != y {
			t.Errorf("%s: %d and %d: %s", target, one.Status, other.Status, skeetertest.FirstDifference(x, y))
		}
		if strings.HasPrefix(target, "/api/") && one.Header.Get("ETag") != other.Header.Get("ETag") { // those of /ogc are about links of the server, too
			t.Errorf("%s: ETag %s and %s", target, one.Header.Get("ETag"), other.Header.Get("ETag"))
		}
	}
}

// alike is what a server answered, as if another had, without times.
func alike(a skeetertest.Answer, s, other *skeetertest.Server) string {
	return skeetertest.WithoutTimes(strings.ReplaceAll(string(a.Body), s.Base, other.Base))
}

// TestServerOnAReplica: a server whose database is a streaming replica reads everything, writes nothing, and writes when the replica is promoted.
func TestServerOnAReplica(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	d := skeetertest.New(t)
	primary := d.Serve()
	d.ImportFieldRecords()
	token := strings.TrimSpace(d.MustRun("token", "create", "--name", "tests", "--scope", "admin"))
	bearer := []string{"Authorization", "Bearer " + token, "Content-Type", "application/json"}
	replica := d.Replica()
	s := skeetertest.On(t, replica.Address).Serve()
	s.WaitIndexed()
	db, other := d.Connect(), d.Connect()
	pgtest.Run(t, db, "set lock_timeout = '5s'")
	pgtest.Run(t, other, "set lock_timeout = '5s'")
	sameCount := func(what string) {
		t.Helper()
		want := pgtest.Value[string](t, other, "select count(*) || ' records, ' || sum(count) || ' specimens' from observations")
		testenv.Succeeds(t, what, func() error {
			for _, server := range []*skeetertest.Server{primary, s} {
				if got := skeetertest.Decode[struct{ Count, Specimens int }](t, server.Get("/api/v1/stats"), http.StatusOK); fmt.Sprintf("%d records, %d specimens", got.Count, got.Specimens) != want {
					return fmt.Errorf("%s: %v, want %s", server.Base, got, want)
				}
			}
			return nil
		})
	}
	create := func() string {
		t.Helper()
		a := primary.Send(http.MethodPost, skeetertest.Observations, skeetertest.Observation, bearer...)
		if a.Status != http.StatusCreated {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return skeetertest.Decode[struct{ ID string }](t, a, http.StatusCreated).ID
	}
	sameCount("the replica has all records")
	sameAnswers(t, primary, s)

	// A replica does not say which transactions run. One that began before others and ends after them is counted once.
	times := 1
	if testenv.Long() {
		times = 3
	}
	for range times {
		tx, err := db.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pgtest.Run(t, tx, "delete from observations where id in (select id from observations order by id desc limit 1)")
		pgtest.Run(t, tx, "update observations set count = count + 5 where id in (select id from observations order by id desc limit 1)")
		for range 1 + times {
			create()
			sameCount("a record beside a transaction that runs")
		}
		pgtest.Run(t, other, "update observations set count = count + 1 where id = (select min(id::text)::uuid from observations)")
		sameCount("a change beside a transaction that runs")
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		sameCount("the records of a transaction that ended late")
		pgtest.Run(t, other, "delete from observations where id = (select min(id::text)::uuid from observations)")
		sameCount("a record that went")
	}
	testenv.Eventually(t, "the names are the same", func() bool {
		return len(s.Get("/api/v1/observations?limit=5").Body) == len(primary.Get("/api/v1/observations?limit=5").Body)
	})
	sameAnswers(t, primary, s)

	for _, w := range []struct{ method, target, body string }{
		{http.MethodPost, skeetertest.Observations, skeetertest.Observation},
		{http.MethodPost, "/api/v1/data_sources", `{"title":"New"}`},
		{http.MethodPost, "/api/v1/areas", `{"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,1]]]}`},
	} {
		a := s.Send(w.method, w.target, w.body, bearer...)
		if a.Status != http.StatusServiceUnavailable || !strings.Contains(string(a.Body), "replica") || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s %s: %d %s", w.method, w.target, a.Status, a.Body)
		}
	}
	if a := s.Get("/readyz"); a.Status != http.StatusOK {
		t.Errorf("readyz: %d %s", a.Status, a.Body)
	}
	if a := s.Get("/health"); !strings.Contains(string(a.Body), "a replica") {
		t.Errorf("health: %s", a.Body)
	}
	if log := s.Log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, skeetertest.LoadedAgain) {
		t.Errorf("the server on the replica logged errors, or loaded the table again: %s", log)
	}

	before := primary.Count("/api/v1/stats")
	primary.Stop(syscall.SIGTERM)
	replica.Promote()
	testenv.Succeeds(t, "the server on the new primary writes", func() error {
		if a := s.Send(http.MethodPost, skeetertest.Observations, skeetertest.Observation, bearer...); a.Status != http.StatusCreated {
			return fmt.Errorf("%d %s", a.Status, a.Body)
		}
		return nil
	})
	testenv.Succeeds(t, "the new record is counted", func() error {
		if now := s.Count("/api/v1/stats"); now != before+1 {
			return fmt.Errorf("%d records, %d before", now, before)
		}
		return nil
	})
}
