package citus_test

import (
	"context"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// TestDistributedTablesAreRefused: what opens a database stops where tables are distributed, and not where Citus is merely installed.
func TestDistributedTablesAreRefused(t *testing.T) {
	address := database(t)
	connect(t, address)
	steps(t, address, distribute)
	pool, err := postgres.Connect(context.Background(), postgres.PoolOptions{URL: address})
	if err == nil {
		pool.Close()
		t.Fatal("the database was opened")
	}
	for _, part := range []string{"Citus distributes tables", "observations", "sampling_events", "triggers"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}
