package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// EndpointVariable and its neighbours are the variables of the OpenTelemetry specification that decide whether and how spans are
// exported. The rest (headers, timeout,
// certificates, sampler, batches, limits, resource) are read by its library.
const (
	EndpointVariable       = "OTEL_EXPORTER_OTLP_ENDPOINT"
	tracesEndpointVariable = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	protocolVariable       = "OTEL_EXPORTER_OTLP_PROTOCOL"
	tracesProtocolVariable = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
	exporterVariable       = "OTEL_TRACES_EXPORTER"
	disabledVariable       = "OTEL_SDK_DISABLED"
)

const (
	flushTimeout  = 3 * time.Second // how long the end of the server waits for spans to go out
	complainEvery = time.Minute     // how often the log tells of an export that goes on failing
	maxComplaint  = 500             // bytes of what the receiver answered
)

// Tracing exports spans. The zero value exports none.
type Tracing struct {
	provider *sdktrace.TracerProvider
	exporter *exporter
}

// Open prepares the export that the variables of the environment ask for; without an endpoint there is none. Nothing is sent yet: a
// receiver that is away never keeps the server from starting. The error says which variable is wrong, and not what it holds.
func Open(ctx context.Context, lookup func(string) (string, bool), version string, log *slog.Logger) (*Tracing, error) {
	wanted, err := wanted(lookup)
	if err != nil || !wanted {
		return &Tracing{}, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.WarnContext(ctx, "tracing", "error", err) }))
	client, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("prepare the export of traces: %w", err)
	}
	e := &exporter{SpanExporter: client, log: log}
	// What the environment says of the resource comes last, and wins.
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "skeeter"), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return &Tracing{sdktrace.NewTracerProvider(sdktrace.WithBatcher(e), sdktrace.WithResource(about)), e}, nil
}

// wanted says whether spans are to be exported.
func wanted(lookup func(string) (string, bool)) (bool, error) {
	value := func(names ...string) string {
		for _, name := range names {
			if v, _ := lookup(name); strings.TrimSpace(v) != "" {
				return strings.TrimSpace(v)
			}
		}
		return ""
	}
	to := value(tracesEndpointVariable, EndpointVariable)
	if to == "" || strings.EqualFold(value(disabledVariable), "true") {
		return false, nil
	}
	switch value(exporterVariable) {
	case "", "otlp":
	case "none":
		return false, nil
	default:
		return false, errors.New(exporterVariable + ": want otlp or none")
	}
	var errs []error
	if u, err := url.Parse(to); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		errs = append(errs, errors.New(EndpointVariable+" or "+tracesEndpointVariable+": want an address such as http://127.0.0.1:4318, without user and password"))
	}
	if p := value(tracesProtocolVariable, protocolVariable); p != "" && p != "http/protobuf" && p != "http/json" {
		errs = append(errs, errors.New(protocolVariable+" or "+tracesProtocolVariable+": want http/protobuf or http/json"))
	}
	return len(errs) == 0, errors.Join(errs...)
}

// Provider returns what makes the spans of requests, nil when none are exported.
func (t *Tracing) Provider() trace.TracerProvider {
	if t.provider == nil { // a nil pointer in an interface is not nil
		return nil
	}
	return t.provider
}

// Close sends the spans that wait, for as long as a few seconds.
func (t *Tracing) Close() {
	if t.provider == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.exporter.log.WarnContext(ctx, "the last traces were not sent", "error", err)
	}
}

// exporter tells the log of failures once in a while. Spans that could not be sent are lost; requests do not notice.
type exporter struct {
	sdktrace.SpanExporter
	log *slog.Logger

	lock       sync.Mutex
	complained time.Time // when the log was told last
	failing    bool      // the log was told, and nothing was sent since
	lost       int       // spans, since the last complaint
}

// ExportSpans implements sdktrace.SpanExporter. Its error is the log's already.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	e.lock.Lock()
	defer e.lock.Unlock()
	if err == nil {
		if e.failing {
			e.log.InfoContext(ctx, "traces are sent again", "spans_lost", e.lost)
			e.failing, e.lost = false, 0
		}
		return nil
	}
	e.lost += len(spans)
	if time.Since(e.complained) >= complainEvery {
		text := err.Error()
		e.log.WarnContext(ctx, "traces could not be sent", "error", text[:min(len(text), maxComplaint)], "spans_lost", e.lost)
		e.complained, e.failing, e.lost = time.Now(), true, 0
	}
	return nil
}
