package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
)

// requestNote is what the outer middleware learns from the inner handlers.
type requestNote struct {
	id     string
	route  string
	status int
	gate   *gate // of a light route
}

type noteKey struct{}

func note(r *http.Request) *requestNote {
	if n, ok := r.Context().Value(noteKey{}).(*requestNote); ok {
		return n
	}
	return &requestNote{}
}

// annotate records the template of the matched route: the metric's label, never the path itself.
func annotate(r *http.Request, route string) { note(r).route = route }

// RequestID returns the id that X-Request-Id carries and the log line names.
func RequestID(r *http.Request) string { return note(r).id }

const maxRequestID = 64

// requestID takes the client's id when it is a plain token, so that a proxy's id is kept, else makes one.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	plain := func(c rune) bool {
		return c == '-' || c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	if id == "" || len(id) > maxRequestID || strings.ContainsFunc(id, func(c rune) bool { return !plain(c) }) {
		return uuid.NewString()
	}
	return id
}

// observed gives a request its id, a log line and its place in the metrics.
func observed(log *slog.Logger, metrics *Metrics, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		n := &requestNote{id: requestID(r), route: "unmatched"}
		rec := &recorder{ResponseWriter: w}
		w.Header().Set("X-Request-Id", n.id)
		metrics.inFlight.Inc()
		defer func() {
			metrics.inFlight.Dec()
			status := rec.status
			if n.status != 0 {
				status = n.status
			}
			took := time.Since(began)
			metrics.observe(n.route, r.Method, status, took, rec.bytes)
			log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("request_id", n.id), slog.String("method", r.Method),
				slog.String("path", r.URL.Path), slog.String("route", n.route), slog.Int("status", status),
				slog.Int64("bytes", rec.bytes), slog.Duration("took", took))
		}()
		next.ServeHTTP(rec, r.WithContext(context.WithValue(r.Context(), noteKey{}, n)))
	})
}

// recovered turns a panic into a 500, and lets http.ErrAbortHandler (a stream that broke) cut the connection.
func recovered(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler { //nolint:errorlint // a panic value, compared as net/http does
					panic(v)
				}
				log.ErrorContext(r.Context(), "panic", "request_id", note(r).id, "value", v, "stack", string(debug.Stack()))
				WriteError(w, asError(nil, nil))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// recorder sees the status and the bytes that really go out.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (rec *recorder) WriteHeader(status int) {
	if rec.status == 0 && status >= http.StatusOK {
		rec.status = status
	}
	rec.ResponseWriter.WriteHeader(status)
}

func (rec *recorder) Write(b []byte) (int, error) {
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	n, err := rec.ResponseWriter.Write(b)
	rec.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (rec *recorder) Unwrap() http.ResponseWriter { return rec.ResponseWriter }

// Flush lets streamed answers go out in pieces.
func (rec *recorder) Flush() { _ = http.NewResponseController(rec.ResponseWriter).Flush() }
