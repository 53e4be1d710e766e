package telemetry_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// TestOpen: nothing is exported unless an address is set, and what is wrong is said by the variable's name alone.
func TestOpen(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		env   map[string]string
		on    bool
		wrong string
	}{
		{env: nil},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": " "}},
		{env: map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, on: true},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://collector.example.org/v1/traces", "OTEL_TRACES_EXPORTER": "otlp"}, on: true},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, on: true},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "TRUE"}},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"}},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "console"}, wrong: "OTEL_TRACES_EXPORTER"},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "grpc"}, wrong: "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "hidden:4318"}, wrong: "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://u:hidden@127.0.0.1:4318"}, wrong: "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{env: map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:hidden"}, wrong: "OTEL_EXPORTER_OTLP_ENDPOINT"},
	} {
		lookup := func(name string) (string, bool) { v, ok := tc.env[name]; return v, ok }
		tracing, err := telemetry.Open(t.Context(), lookup, "test", slog.New(slog.DiscardHandler))
		if (err != nil) != (tc.wrong != "") || err != nil && (!strings.Contains(err.Error(), tc.wrong) || strings.Contains(err.Error(), "hidden")) {
			t.Errorf("%v: %v, want %q", tc.env, err, tc.wrong)
			continue
		}
		if err != nil {
			continue
		}
		if on := tracing.Provider() != nil; on != tc.on {
			t.Errorf("%v: spans are made: %v", tc.env, on)
		}
		tracing.Close()
	}
}
