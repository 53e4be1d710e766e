package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"
)

// acquireLimit bounds the wait for a connection of a pool. pgxpool has no setting for that, but it waits with the context that
// a tracer returns.
type acquireLimit struct {
	multitracer.Tracer // implements the other methods, without tracing
	limit              time.Duration
}

type acquireKey struct{}

// TraceAcquireStart implements pgxpool.AcquireTracer.
func (l *acquireLimit) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	return context.WithValue(ctx, acquireKey{}, cancel)
}

func (l *acquireLimit) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	if cancel, ok := ctx.Value(acquireKey{}).(context.CancelFunc); ok {
		cancel()
	}
}
