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

// Variables of the OpenTelemetry specification that decide whether and how spans are exported. Its library reads the others:
// headers, timeout, certificates, sampler, batches, limits, resource.
const (
	EndpointVariable       = "OTEL_EXPORTER_OTLP_ENDPOINT"
	tracesEndpointVariable = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	protocolVariable       = "OTEL_EXPORTER_OTLP_PROTOCOL"
	tracesProtocolVariable = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
	exporterVariable       = "OTEL_TRACES_EXPORTER"
	disabledVariable       = "OTEL_SDK_DISABLED"
)

const (
	flushTimeout = 3 * time.Second // how long the server waits at its end until spans are sent
	warnEvery    = time.Minute     // how often a lasting failure is logged
	maxAnswer    = 500             // bytes of the receiver's answer that are logged
)

// Tracing exports spans. The zero value exports none.
type Tracing struct {
	provider *sdktrace.TracerProvider
	exporter *exporter
}

// Open prepares the export that the environment asks for; without an endpoint there is none. It sends nothing, so a receiver that
// is away does not keep the server from starting. The error names the variable that is wrong and never repeats its value.
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
	// The attributes of the environment come last, so they override these.
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "skeeter"), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return &Tracing{sdktrace.NewTracerProvider(sdktrace.WithBatcher(e), sdktrace.WithResource(about)), e}, nil
}

// wanted reports whether spans are to be exported.
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

// Provider returns the provider of spans for requests, nil if none are exported.
func (t *Tracing) Provider() trace.TracerProvider {
	if t.provider == nil { // a nil pointer in an interface is not nil
		return nil
	}
	return t.provider
}

// Close sends the spans that still wait, for flushTimeout at the most.
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

// exporter logs failures at most once in warnEvery. Spans that could not be sent are lost; requests are not affected.
type exporter struct {
	sdktrace.SpanExporter
	log *slog.Logger

	lock    sync.Mutex
	warned  time.Time // when a failure was logged last
	failing bool      // a failure was logged, and nothing has been sent since
	lost    int       // spans, since the last warning
}

// ExportSpans implements sdktrace.SpanExporter. It logs errors and returns none.
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
	if time.Since(e.warned) >= warnEvery {
		text := err.Error()
		e.log.WarnContext(ctx, "traces could not be sent", "error", text[:min(len(text), maxAnswer)], "spans_lost", e.lost)
		e.warned, e.failing, e.lost = time.Now(), true, 0
	}
	return nil
}
