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

// Names of statements that are no query of a file: what transactions send, and the rest.
const (
	beginName    = "begin"
	commitName   = "commit"
	rollbackName = "rollback"
	otherName    = "other"
)

// slowQuery is how long a statement runs before the log tells of it, while it still runs.
const slowQuery = time.Second

// slowAcquire is how long a request waits for a connection before its trace shows that.
const slowAcquire = time.Millisecond

// tracer times every statement of a pool by its name, counts errors, makes spans of statements below those of requests, and tells
// the log of slow ones. Names are those of the sql files and of composed queries, so they are as many as the program has.
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
		t.errors.WithLabelValues(class) // a rate needs the 0 that it began at
	}
	reg.MustRegister(t.queries, t.errors)
	return t
}

// statementName returns the name that a statement's metrics and span have.
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

// running is a statement, or a batch of them, that was sent.
type running struct {
	name   string
	began  time.Time
	slow   *time.Timer
	span   trace.Span
	failed bool // an error of the batch was counted
	broken bool // the connection was closed before: an error says so once more
}

func (t *tracer) start(ctx context.Context, conn *pgx.Conn, name string) (context.Context, *running) {
	run := &running{name: name, began: time.Now(), broken: conn.IsClosed()}
	pid := conn.PgConn().PID()
	asked := ctx
	run.slow = time.AfterFunc(slowQuery, func() {
		t.log.InfoContext(asked, "a query takes long", "query", run.name, "backend_pid", pid)
	})
	return context.WithValue(ctx, runningKey{}, run), run
}

// TraceQueryStart implements pgx.QueryTracer.
func (t *tracer) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	name := statementName(data.SQL)
	ctx, span := startStatement(ctx, name)
	ctx, run := t.start(ctx, conn, name)
	run.span = span
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (t *tracer) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	run, ok := ctx.Value(runningKey{}).(*running)
	if !ok {
		return
	}
	run.slow.Stop()
	took := time.Since(run.began)
	t.queries.WithLabelValues(run.name).Observe(took.Seconds())
	if !run.broken {
		t.failed(data.Err)
	}
	if took >= slowQuery {
		t.log.InfoContext(ctx, "a slow query ended", "query", run.name, "backend_pid", conn.PgConn().PID(),
			"duration_ms", took.Milliseconds(), "rows", data.CommandTag.RowsAffected(), "failed", data.Err != nil)
	}
	endStatement(run.span, data.CommandTag, data.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (t *tracer) TraceBatchStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	name := otherName // the last of a batch is what it is for
	if all := data.Batch.QueuedQueries; len(all) > 0 {
		name = statementName(all[len(all)-1].SQL)
	}
	ctx, _ = t.start(ctx, conn, name)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (t *tracer) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	if run, ok := ctx.Value(runningKey{}).(*running); ok {
		run.failed = run.failed || data.Err != nil
	}
	name := statementName(data.SQL)
	t.queries.WithLabelValues(name).Observe(time.Since(data.ReadStartTime).Seconds())
	t.failed(data.Err)
	_, span := startStatement(ctx, name, trace.WithTimestamp(data.ReadStartTime))
	endStatement(span, data.CommandTag, data.Err)
}

// TraceBatchEnd implements pgx.BatchTracer.
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
	if !run.failed && !run.broken { // else it is the same error
		t.failed(data.Err)
	}
}

type acquiringKey struct{}

// TraceAcquireStart implements pgxpool.AcquireTracer.
func (t *tracer) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	if !telemetry.Recording(ctx) {
		return ctx
	}
	return context.WithValue(ctx, acquiringKey{}, time.Now())
}

// TraceAcquireEnd implements pgxpool.AcquireTracer.
func (t *tracer) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	t.failed(data.Err)
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

// endStatement never shows the text of an error: it may hold values.
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

// Classes of errors that PostgreSQL did not name itself.
const (
	classCanceled   = "canceled"   // the client left, or the work was given up
	classTimeout    = "timeout"    // a deadline passed
	classConnection = "connection" // the server is away, or went away
	classOther      = "other"      // what was sent or came was not understood
)

func (t *tracer) failed(err error) {
	if err != nil {
		t.errors.WithLabelValues(errorClass(err)).Inc()
	}
}

// sqlState is the length of a SQLSTATE, sqlClass that of its class (PostgreSQL manual, appendix A).
const (
	sqlState = 5
	sqlClass = 2
)

// errorClass returns the class of an error: one of the SQL standard's or PostgreSQL's some forty, or one of the four above.
func errorClass(err error) string {
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg) && len(pg.Code) == sqlState:
		return pg.Code[:sqlClass]
	case errors.Is(err, context.Canceled):
		return classCanceled
	case errors.Is(err, context.DeadlineExceeded):
		return classTimeout
	case Unavailable(err):
		return classConnection
	default:
		return classOther
	}
}
