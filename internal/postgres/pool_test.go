package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestUnavailable lists the SQLSTATEs that are answered with 503.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		"08006": true,  // the connection failed
		"25P03": true,  // the session idled in its transaction for too long: the server stood still, or the clock jumped
		"40P01": true,  // deadlock
		"53100": true,  // the disk is full
		"55P03": true,  // a lock was not to be had in time
		"57014": true,  // the statement took too long
		"57P01": true,  // an administrator ended the session
		"22003": false, // a number out of range
		"23505": false, // not unique
		"25P02": false, // a statement after one that failed in the same transaction
		"42703": false, // no such column
	} {
		if err := fmt.Errorf("read records: %w", &pgconn.PgError{Code: code}); postgres.Unavailable(err) != want {
			t.Errorf("%s: %v, want %v", code, !want, want)
		}
	}
}

// TestUnavailableInGEOS: PostGIS has an error of its own for a statement that is cancelled while GEOS works.
func TestUnavailableInGEOS(t *testing.T) {
	t.Parallel()
	tx, err := pgtest.Pool(t).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	if _, err := tx.Exec(t.Context(), "set local statement_timeout = 20"); err != nil {
		t.Fatal(err)
	}
	const star = `select ST_IsValid(ST_MakePolygon(ST_MakeLine(array(select ST_Point((2 + i % 2) * cosd(i * 360e0 / 80000), (2 + i % 2) * sind(i * 360e0 / 80000))
		from generate_series(0, 80000) i))))`
	if _, err := tx.Exec(t.Context(), star); !postgres.Unavailable(err) {
		t.Errorf("a statement that took too long: %v", err)
	}
}

// TestCutConnections: what waits for an answer over connections that are cut gets an error by which it can be asked elsewhere, and the pool goes on.
func TestCutConnections(t *testing.T) {
	t.Parallel()
	dialed := new(nodes.Dialed)
	pool, err := postgres.NewPool(t.Context(), postgres.PoolOptions{URL: pgtest.URL(t), Dial: dialed.Dial})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	asked := make(chan error, 1)
	go func() {
		_, err := pool.Exec(t.Context(), "select pg_sleep(600)")
		asked <- err
	}()
	waitUntilRunning(t, pool, "select pg_sleep(600)")
	dialed.Cut()
	if err := <-asked; !postgres.Unavailable(err) {
		t.Errorf("the question that was cut off: %v", err)
	}
	if n := pgtest.Value[int](t, pool, "select 1"); n != 1 {
		t.Error("the pool does not go on")
	}
}
