package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// requestIDAttribute is the id by which the log lines of a span's request are found.
const requestIDAttribute = "skeeter.request_id"

// startSpan starts the span of a request, with the attributes of OpenTelemetry's HTTP conventions. It leaves out the query,
// which may name people.
func startSpan(tracing trace.TracerProvider, r *http.Request, id string) (ctx context.Context, span trace.Span) {
	if tracing == nil {
		return telemetry.StartRequest(nil, r, "")
	}
	method := spanMethod(r.Method)
	return telemetry.StartRequest(tracing, r, method, trace.WithAttributes(
		semconv.HTTPRequestMethodKey.String(method), semconv.URLPath(cut(r.URL.Path, maxLoggedPath)), attribute.String(requestIDAttribute, id),
	))
}

// spanMethod bounds the names of spans, because a client may send any word as its method.
func spanMethod(method string) string {
	if slices.Contains(knownMethods, method) {
		return method
	}
	return semconv.HTTPRequestMethodOther.Value.AsString()
}

// endSpan names the span after its route and ends it. The cause of an error goes to the log alone.
func endSpan(span trace.Span, r *http.Request, n *requestNote, status int) {
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(semconv.HTTPResponseStatusCode(status))
	if n.route != unmatched {
		span.SetName(spanMethod(r.Method) + " " + n.route)
		span.SetAttributes(semconv.HTTPRoute(n.route))
	}
	switch {
	case status >= http.StatusInternalServerError:
		span.SetStatus(codes.Error, "")
		span.SetAttributes(semconv.ErrorTypeKey.String(strconv.Itoa(status)))
	case n.err != nil && status < http.StatusBadRequest: // the answer was cut
		span.SetStatus(codes.Error, "")
		span.SetAttributes(semconv.ErrorTypeKey.String("aborted"))
	}
	span.End()
}
