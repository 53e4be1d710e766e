package citus_test

import (
	"context"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestDistributedTablesAreRefused: what opens a database stops where the public tables are distributed, and not where Citus is merely installed.
func TestDistributedTablesAreRefused(t *testing.T) {
	address := database(t)
	db := connect(t, address)
	pgtest.Run(t, db, "select create_reference_table('pseudonym_key')")
	pool, err := postgres.Connect(context.Background(), postgres.PoolOptions{URL: address})
	if err == nil {
		pool.Close()
		t.Fatal("the database was opened")
	}
	for _, part := range []string{"Citus distributes tables", "pseudonym_key", "triggers"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}
