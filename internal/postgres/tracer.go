package postgres

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Names of statements that come from no file.
const (
	beginName    = "begin"
	commitName   = "commit"
	rollbackName = "rollback"
	otherName    = "other"
)

// slowQuery is how long a statement runs before it is logged, while it still runs.
const slowQuery = time.Second

// slowAcquire is the wait for a connection from which a trace shows it.
const slowAcquire = time.Millisecond

// tracer times every statement of a pool by its name, counts errors, makes spans of statements below those of requests, and logs
// slow ones. Names are those of sql files and of composed queries, so their number is bounded.
type tracer struct {
	log     *slog.Logger
	queries *prometheus.HistogramVec
	errors  *prometheus.CounterVec
}

var (
	_ pgx.QueryTracer       = (*tracer)(nil)
	_ pgx.BatchTracer       = (*tracer)(nil)
	_ pgxpool.AcquireTracer = (*tracer)(nil)
)

func newTracer(reg prometheus.Registerer, log *slog.Logger) *tracer {
	t := &tracer{
		log: log,
		queries: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:                        "skeeter_db_query_duration_seconds",
			Help:                        "Time from sending a query to its last row, by the query's name: a slow reader of a download counts as well.",
			Buckets:                     []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
			NativeHistogramBucketFactor: 1.1, NativeHistogramMaxBucketNumber: 100, NativeHistogramMinResetDuration: time.Hour,
		}, []string{"query"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_db_errors_total",
			Help: "Failed queries and acquisitions of a connection, by class: the first two characters of the SQLSTATE, canceled, timeout, connection or other.",
		}, []string{"class"}),
	}
	for _, class := range []string{classCanceled, classTimeout, classConnection, classOther} {
		t.errors.WithLabelValues(class) // rate() needs the series from 0 on
	}
	reg.MustRegister(t.queries, t.errors)
	return t
}

// statementName returns the name of a statement in metrics and spans.
func statementName(text string) string {
	if name := sql.NameOf(text); name != "" {
		return name
	}
	for _, name := range []string{beginName, commitName, rollbackName} {
		if strings.HasPrefix(text, name) {
			return name
		}
	}
	return otherName
}

type runningKey struct{}

// running is a statement, or a batch of statements, that was sent.
type running struct {
	name   string
	began  time.Time
	slow   *time.Timer
	span   trace.Span
	failed bool // an error of the batch was counted
	closed bool // the connection was closed before the statement: that error was counted already
}

func (t *tracer) start(ctx context.Context, conn *pgx.Conn, name string) (context.Context, *running) {
	run := &running{name: name, began: time.Now(), closed: conn.IsClosed()}
	pid := conn.PgConn().PID()
	run.slow = time.AfterFunc(slowQuery, func() {
		t.log.InfoContext(ctx, "a query takes long", "query", run.name, "backend_pid", pid)
	})
	return context.WithValue(ctx, runningKey{}, run), run
}

func (t *tracer) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	name := statementName(data.SQL)
	ctx, span := startStatement(ctx, name)
	ctx, run := t.start(ctx, conn, name)
	run.span = span
	return ctx
}

func (t *tracer) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	run, ok := ctx.Value(runningKey{}).(*running)
	if !ok {
		return
	}
	run.slow.Stop()
	took := time.Since(run.began)
	t.queries.WithLabelValues(run.name).Observe(took.Seconds())
	if !run.closed {
		t.countError(data.Err)
	}
	if took >= slowQuery {
		t.log.InfoContext(ctx, "a slow query ended", "query", run.name, "backend_pid", conn.PgConn().PID(),
			"duration_ms", took.Milliseconds(), "rows", data.CommandTag.RowsAffected(), "failed", data.Err != nil)
	}
	endStatement(run.span, data.CommandTag, data.Err)
}

func (t *tracer) TraceBatchStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	name := otherName // a batch is named after its last statement, the ones before prepare it
	if all := data.Batch.QueuedQueries; len(all) > 0 {
		name = statementName(all[len(all)-1].SQL)
	}
	ctx, _ = t.start(ctx, conn, name)
	return ctx
}

func (t *tracer) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	if run, ok := ctx.Value(runningKey{}).(*running); ok {
		run.failed = run.failed || data.Err != nil
	}
	name := statementName(data.SQL)
	t.queries.WithLabelValues(name).Observe(time.Since(data.ReadStartTime).Seconds())
	t.countError(data.Err)
	_, span := startStatement(ctx, name, trace.WithTimestamp(data.ReadStartTime))
	endStatement(span, data.CommandTag, data.Err)
}

func (t *tracer) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	run, ok := ctx.Value(runningKey{}).(*running)
	if !ok {
		return
	}
	run.slow.Stop()
	if took := time.Since(run.began); took >= slowQuery {
		t.log.InfoContext(ctx, "a slow query ended", "query", run.name, "backend_pid", conn.PgConn().PID(),
			"duration_ms", took.Milliseconds(), "failed", data.Err != nil)
	}
	if !run.failed && !run.closed { // otherwise the same error was counted
		t.countError(data.Err)
	}
}

type acquiringKey struct{}

func (t *tracer) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	if !telemetry.Recording(ctx) {
		return ctx
	}
	return context.WithValue(ctx, acquiringKey{}, time.Now())
}

func (t *tracer) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	t.countError(data.Err)
	began, ok := ctx.Value(acquiringKey{}).(time.Time)
	if !ok || time.Since(began) < slowAcquire {
		return
	}
	_, span := telemetry.Start(ctx, "wait for a database connection", trace.WithTimestamp(began))
	endStatement(span, pgconn.CommandTag{}, data.Err)
}

func startStatement(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	if !telemetry.Recording(ctx) {
		return telemetry.Start(ctx, name)
	}
	return telemetry.Start(ctx, name, append(options, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(semconv.DBSystemNamePostgreSQL, semconv.DBQuerySummary(name)))...)
}

// endStatement leaves out the text of an error, which may hold values.
func endStatement(span trace.Span, tag pgconn.CommandTag, err error) {
	if !span.IsRecording() {
		return
	}
	if err != nil {
		span.SetStatus(codes.Error, "")
		span.SetAttributes(semconv.ErrorTypeKey.String(errorClass(err)))
		if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) {
			span.SetAttributes(semconv.DBResponseStatusCode(pg.Code))
		}
	} else if tag.Select() {
		span.SetAttributes(semconv.DBResponseReturnedRows(int(tag.RowsAffected())))
	}
	span.End()
}

func (t *tracer) countError(err error) {
	if err != nil {
		t.errors.WithLabelValues(errorClass(err)).Inc()
	}
}
