package databases_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestReadsWhileWritesWait: after a failover no synchronous replica may be there for a while. Commits wait for one then; what reads does not, though the
// server has to begin an epoch of the change log and notes who reads.
func TestReadsWhileWritesWait(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	d := skeetertest.New(t)
	s := d.Serve()
	d.ImportFieldRecords()
	token := strings.TrimSpace(d.MustRun("token", "create", "--name", "tests", "--scope", "admin"))
	bearer := []string{"Authorization", "Bearer " + token, "Content-Type", "application/json"}
	s.WaitIndexed()
	want := s.Count("/api/v1/stats")
	db := d.Connect()
	waits := func(names string) {
		t.Helper()
		pgtest.Run(t, db, "alter system set synchronous_standby_names = '"+names+"'")
		pgtest.Run(t, db, "select pg_reload_conf()")
	}
	pgtest.Run(t, db, "set synchronous_commit = local")
	waits("ANY 1 (nobody)")
	testenv.Eventually(t, "the names are set", func() bool { return pgtest.Value[string](t, db, "show synchronous_standby_names") != "" })
	pgtest.Run(t, db, "update tokens set last_used_at = now() - interval '1 hour'")
	pgtest.Run(t, db, "update observation_epoch set run = gen_random_uuid()") // as a promotion does

	written := make(chan int, 1)
	go func() {
		a, err := s.Try(t.Context(), http.MethodPost, skeetertest.Observations, skeetertest.Observation, bearer...)
		if err != nil {
			t.Error(err)
		}
		written <- a.Status
	}()
	times := 1
	if testenv.Long() { // once more, when the server knows of it
		times = 2
	}
	for range times {
		for _, target := range append([]string{"/readyz", "/", "/api/v1/observations?status=unverified&limit=5"}, poolerReads...) {
			if a := s.Send(http.MethodGet, target, "", bearer...); a.Status != http.StatusOK {
				t.Errorf("%s: %d %.200s", target, a.Status, a.Body)
			}
		}
	}
	s.WaitIndexed()
	if got := s.Count("/api/v1/stats"); got < want {
		t.Errorf("%d records, want %d", got, want)
	}
	select {
	case status := <-written:
		t.Errorf("a write got %d, though no replica has it", status)
	default:
	}
	waits("")
	if status := <-written; status != http.StatusCreated {
		t.Errorf("the write that waited got %d", status)
	}
	testenv.Eventually(t, "it is counted", func() bool { return s.Count("/api/v1/stats") == want+1 })
}
