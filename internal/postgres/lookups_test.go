package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestWhoLeavesIsNoFailure: a server that stops while it reads names says nothing of a failure, and one whose query fails does.
func TestWhoLeavesIsNoFailure(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	var log bytes.Buffer
	l := postgres.NewLookups(db, slog.New(slog.NewTextHandler(&log, nil)), prometheus.NewRegistry())
	left, leave := context.WithCancel(t.Context())
	leave()
	if err := l.Refresh(left); err == nil || log.Len() > 0 {
		t.Errorf("who left: %v, and the log says %s", err, &log)
	}
	pgtest.Run(t, db, "alter table taxa rename to taxa_before")
	if err := l.Refresh(t.Context()); err == nil || !bytes.Contains(log.Bytes(), []byte("lookup=species")) {
		t.Errorf("a query that fails: %v, and the log says %s", err, &log)
	}
}
