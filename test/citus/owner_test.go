package citus_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/distributing"
)

// TestOwnerIsNoSuperuser: the owner of the database distributes its tables and removes the copies, though Citus has not made the role on the workers.
func TestOwnerIsNoSuperuser(t *testing.T) {
	db := connect(t, databaseOf(t, fmt.Sprintf("skeeter_test_owner_%d", time.Now().UnixNano())))
	made, err := distributing.Run(context.Background(), db, distributing.Options{Shards: 4})
	if err != nil || !made {
		t.Fatalf("distributed: %t, %v", made, err)
	}
	if n := pgtest.Value[int](t, db, "select count(*)::int from citus_shards where table_name = 'distributed.observations'::regclass"); n != 4 {
		t.Errorf("%d shards, want 4", n)
	}
	if dropped, err := distributing.Drop(context.Background(), db); err != nil || !dropped {
		t.Errorf("removed: %t, %v", dropped, err)
	}
}
