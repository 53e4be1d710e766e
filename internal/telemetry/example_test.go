package telemetry_test

import (
	"context"
	"log/slog"
	"os"

	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// Every line that is logged with the context of a request carries its id.
func ExampleLogHandler() {
	plain := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
	log := slog.New(telemetry.LogHandler(plain))
	ctx := telemetry.WithRequest(context.Background(), "7d1c")
	log.WarnContext(ctx, "slow query", "seconds", 3)
	// Output: level=WARN msg="slow query" seconds=3 request_id=7d1c
}
