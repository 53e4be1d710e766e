package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// kept is a log that can be read while it is written.
type kept struct {
	mu   sync.Mutex
	text strings.Builder
}

func (k *kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.Write(p)
}

func (k *kept) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}

// measured returns a pool with its metrics and its log.
func measured(t *testing.T) (*pgxpool.Pool, *prometheus.Registry, *kept) {
	t.Helper()
	registry, log := prometheus.NewRegistry(), new(kept)
	pool, err := postgres.NewPool(t.Context(), postgres.PoolOptions{
		URL: pgtest.URL(t), Size: 4, Registry: registry, Log: slog.New(telemetry.LogHandler(slog.NewJSONHandler(log, nil))),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, registry, log
}

// observed returns how often each query was timed, and how often errors of each class were counted.
func observed(t *testing.T, registry prometheus.Gatherer) (queries map[string]uint64, failed map[string]float64) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	queries, failed = map[string]uint64{}, map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			switch f.GetName() {
			case "skeeter_db_query_duration_seconds":
				queries[m.GetLabel()[0].GetValue()] = m.GetHistogram().GetSampleCount()
			case "skeeter_db_errors_total":
				if n := m.GetCounter().GetValue(); n > 0 {
					failed[m.GetLabel()[0].GetValue()] = n
				}
			}
		}
	}
	return queries, failed
}

func TestQueriesAreTimedByName(t *testing.T) {
	t.Parallel()
	db, registry, _ := measured(t)
	ctx := t.Context()
	if _, err := db.Exec(ctx, sql.Get("demo/any_observation.sql").String()); err != nil {
		t.Fatal(err)
	}
	for i := range 3 { // texts that differ are one series
		if _, err := db.Exec(ctx, sql.Named("ogc/items", "select "+strings.Repeat("1+", i)+"1")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec(ctx, "select 'a client''s word'"); err != nil {
		t.Fatal(err)
	}
	batch := &pgx.Batch{}
	batch.Queue("begin")
	batch.Queue(sql.Get("demo/any_observation.sql").String())
	batch.Queue("commit")
	if err := db.SendBatch(ctx, batch).Close(); err != nil {
		t.Fatal(err)
	}
	errGivenUp := errors.New("given up")
	if err := postgres.Transaction(ctx, db, pgx.TxOptions{}, func(pgx.Tx) error { return errGivenUp }); !errors.Is(err, errGivenUp) {
		t.Fatal(err)
	}

	got, failed := observed(t, registry)
	want := map[string]uint64{"demo/any_observation": 2, "ogc/items": 3, "other": 1, "begin": 2, "commit": 1, "rollback": 1}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s was timed %d times, want %d", name, got[name], n)
		}
	}
	if len(got) != len(want) || len(failed) > 0 {
		t.Errorf("timed %v, failed %v", got, failed)
	}
}

func TestErrorsAreCountedByClass(t *testing.T) {
	t.Parallel()
	db, registry, _ := measured(t)
	for _, text := range []string{"select 1/0", "select nothing from nowhere"} {
		if _, err := db.Exec(t.Context(), text); err == nil {
			t.Errorf("%s did not fail", text)
		}
	}
	over, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := db.Exec(over, "select pg_sleep(600)"); err == nil {
		t.Error("a query without time did not fail")
	}
	left, leave := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := db.Exec(left, "select pg_sleep(601)")
		failed <- err
	}()
	waitUntilRunning(t, db, "select pg_sleep(601)")
	leave()
	if err := testenv.Receive(t, "the query of a client that left ends", failed); err == nil {
		t.Error("the query of a client that left did not fail")
	}
	if _, err := db.Acquire(left); err == nil {
		t.Error("a connection for a client that left")
	}
	batch := &pgx.Batch{}
	batch.Queue("select 1")
	batch.Queue("select 1/0")
	if err := db.SendBatch(t.Context(), batch).Close(); err == nil {
		t.Error("the batch did not fail")
	}
	// A client that leaves in the middle of a transaction is one error, though its connection takes no rollback any more.
	leaving, gone := context.WithCancel(t.Context())
	go func() {
		failed <- postgres.Transaction(leaving, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
			_, err := tx.Exec(leaving, "select pg_sleep(602)")
			return err
		})
	}()
	waitUntilRunning(t, db, "select pg_sleep(602)")
	gone()
	if err := testenv.Receive(t, "the transaction of a client that left ends", failed); err == nil {
		t.Error("the transaction did not fail")
	}
	_, got := observed(t, registry)
	if got["connection"] > 0 {
		t.Errorf("connections that failed: %v", got)
	}
	for class, n := range map[string]float64{"22": 2, "42": 1, "canceled": 3, "timeout": 1} {
		if got[class] != n {
			t.Errorf("class %s: %v errors, want %v; all: %v", class, got[class], n, got)
		}
	}
}

func TestPoolMetrics(t *testing.T) {
	t.Parallel()
	db, registry, _ := measured(t)
	var taken []*pgxpool.Conn
	for range 4 {
		c, err := db.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, c)
	}
	waiting, giveUp := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer giveUp()
	if _, err := db.Acquire(waiting); err == nil {
		t.Fatal("a fifth connection of four")
	}
	taken[0].Release()
	want := `
# HELP skeeter_db_pool_connections Connections of the pool: idle, used (by a query or a transaction, or being opened), and max, how many there may be.
# TYPE skeeter_db_pool_connections gauge
skeeter_db_pool_connections{state="idle"} 1
skeeter_db_pool_connections{state="max"} 4
skeeter_db_pool_connections{state="used"} 3
# HELP skeeter_db_pool_canceled_acquires_total Waits for a connection that were given up: the client left, or the time was over.
# TYPE skeeter_db_pool_canceled_acquires_total counter
skeeter_db_pool_canceled_acquires_total 1
`
	testenv.Succeeds(t, "the pool says what its connections do", func() error {
		return testutil.GatherAndCompare(registry, strings.NewReader(want), "skeeter_db_pool_connections", "skeeter_db_pool_canceled_acquires_total")
	})
	for _, c := range taken[1:] {
		c.Release()
	}
}

// waitUntilRunning waits until a session of a pool's database runs a statement. It looks over a connection of its own.
func waitUntilRunning(t *testing.T, db *pgxpool.Pool, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	testenv.Eventually(t, "a session runs "+statement, func() bool {
		return pgtest.Value[int](t, conn, "select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and query = $1", statement) > 0
	})
}

// TestTransactionsAreNamedAfterTheirRequest: the session has the request's name during the transaction and its own afterwards.
func TestTransactionsAreNamedAfterTheirRequest(t *testing.T) {
	t.Parallel()
	db, _, _ := measured(t)
	name := func(db postgres.Querier) (s string) {
		t.Helper()
		if err := db.QueryRow(t.Context(), "select current_setting('application_name') || ' ' || current_setting('transaction_isolation')").Scan(&s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	long := strings.Repeat("x", 64)
	for id, want := range map[string]string{
		"":                "skeeter serializable",
		"7f1c-a_b.C":      "skeeter 7f1c-a_b.C serializable",
		"'; drop table x": "skeeter '; drop table x serializable",
		long:              "skeeter " + long[:55] + " serializable",
	} {
		err := postgres.Transaction(telemetry.WithRequest(t.Context(), id), db, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			if got := name(tx); got != want {
				t.Errorf("the session is %q, want %q", got, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := name(db); got != "skeeter read committed" {
			t.Errorf("afterwards the session is %q", got)
		}
	}
	err := postgres.Transaction(t.Context(), db, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "create table x ()")
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "25006") {
		t.Errorf("a write in a transaction that only reads: %v", err)
	}
}

// TestWritesKeepPlansOfForeignKeys: the session makes every plan with its values, a transaction that may write does not.
func TestWritesKeepPlansOfForeignKeys(t *testing.T) {
	t.Parallel()
	db, _, _ := measured(t)
	for mode, want := range map[pgx.TxAccessMode]string{"": "auto", pgx.ReadWrite: "auto", pgx.ReadOnly: "force_custom_plan"} {
		var got, after string
		err := postgres.Transaction(t.Context(), db, pgx.TxOptions{AccessMode: mode}, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "show plan_cache_mode").Scan(&got)
		})
		if err := errors.Join(err, db.QueryRow(t.Context(), "show plan_cache_mode").Scan(&after)); err != nil {
			t.Fatal(err)
		}
		if got != want || after != "force_custom_plan" {
			t.Errorf("a transaction %q plans by %s, want %s; afterwards by %s", mode, got, want, after)
		}
	}
}

// TestSlowQueriesAreLogged: the line comes while the query runs, so that its session can be found. The query waits for a lock until then.
func TestSlowQueriesAreLogged(t *testing.T) {
	t.Parallel()
	db, _, log := measured(t)
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	locked, err := pgx.Connect(t.Context(), db.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close(context.Background())
	pgtest.Run(t, locked, "select pg_advisory_lock(1)")
	ended := make(chan error, 1)
	go func() {
		_, err := conn.Exec(telemetry.WithRequest(t.Context(), "the-request"), sql.Named("geo/slow", "select pg_advisory_lock(1), 'a value'"))
		ended <- err
	}()
	testenv.Eventually(t, "a query that still runs is logged", func() bool { return log.String() != "" })
	pgtest.Run(t, locked, "select pg_advisory_unlock(1)")
	if err := testenv.Receive(t, "the query ends once it has the lock", ended); err != nil {
		t.Fatal(err)
	}
	var lines []map[string]any
	for line := range strings.Lines(log.String()) {
		var l map[string]any
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l["query"] != "geo/slow" || l["request_id"] != "the-request" || l["backend_pid"] != float64(conn.Conn().PgConn().PID()) {
			t.Errorf("%s", line)
		}
		lines = append(lines, l)
	}
	if len(lines) != 2 || lines[0]["msg"] != "a query takes long" || lines[1]["duration_ms"].(float64) < 1000 {
		t.Errorf("the log: %s", log)
	}
	if strings.Contains(log.String(), "value") {
		t.Errorf("the log holds more than the name: %s", log)
	}
}

// TestQuickQueriesAreNotLogged asserts nothing where the machine made the query slow.
func TestQuickQueriesAreNotLogged(t *testing.T) {
	t.Parallel()
	db, _, log := measured(t)
	began := time.Now()
	if _, err := db.Exec(t.Context(), "select pg_sleep(0.1)"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < time.Second && log.String() != "" {
		t.Errorf("after %s the log is %s", took, log)
	}
}
