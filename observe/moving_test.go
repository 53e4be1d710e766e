package observe_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// TestARecordThatMovesIsFound: a record that becomes public and waits again all the time is there at every look.
func TestARecordThatMovesIsFound(t *testing.T) {
	t.Parallel()
	s := setup(t)
	rec := s.report("waits", nil)
	id, receipt := rec.text("id"), rec.text("receipt")
	ctx, stop := context.WithCancel(t.Context())
	var moving sync.WaitGroup
	publish, hold := sql.Get("observe/publish.sql"), sql.Get("observe/hold.sql")
	moving.Go(func() {
		for ctx.Err() == nil {
			_, _ = s.db.Exec(ctx, publish.String(), pgx.StrictNamedArgs{"id": id})
			_, _ = s.db.Exec(ctx, hold.String(), pgx.StrictNamedArgs{"id": id, "publication": "pending", "reason": "anonymous"})
		}
	})
	looks := 75
	if testenv.Long() {
		looks = 300
	}
	for range looks {
		s.do(http.MethodGet, "/observations/"+id, nil, as("nobody", receipt)...).want(http.StatusOK)
		s.do(http.MethodGet, "/observations/"+id+"/review", nil, as("nobody", receipt)...).want(http.StatusOK)
		s.patch(id, `{}`, as("nobody", receipt)...).want(http.StatusOK)
	}
	stop()
	moving.Wait()
}
