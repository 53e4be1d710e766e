package telemetry

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// scope is OpenTelemetry's name of this instrumentation.
const scope = "github.com/skeeter-surveillance/skeeter"

// Start begins a child of the context's span, with the tracer of that span. Without a recorded span it costs two look-ups and no
// allocation, so hot code may call it without a condition. Attributes whose values are costly belong behind Recording.
func Start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, noop.Span{}
	}
	return parent.TracerProvider().Tracer(scope).Start(ctx, name, options...)
}

// Recording reports whether the context has a span that is recorded.
func Recording(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }

// StartRequest begins the span of a request to the server, as a part of the trace that its traceparent names (W3C Trace Context),
// if it has one. It is named by the method until the route is known. tracing may be nil: then there is no span.
func StartRequest(tracing trace.TracerProvider, r *http.Request, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	ctx := r.Context()
	if tracing == nil {
		return ctx, noop.Span{}
	}
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	return tracing.Tracer(scope).Start(ctx, name, append(options, trace.WithSpanKind(trace.SpanKindServer))...)
}
