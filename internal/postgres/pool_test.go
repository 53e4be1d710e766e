package postgres_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
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
