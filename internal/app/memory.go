package app

import (
	"context"
	"log/slog"
	"math"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Shares of the control group's memory limit that Go may use. The rest is for ONNX Runtime, which allocates outside of Go's
// memory, and for the embedded PostgreSQL, which runs in the same group.
const (
	memoryShare         = 0.8
	memoryShareEmbedded = 0.6
)

// limitMemory sets Go's memory limit to a share of the control group's. GOMEMLIMIT overrides it.
func limitMemory(ctx context.Context, embedded bool, log *slog.Logger) {
	share := memoryShare
	if embedded {
		share = memoryShareEmbedded
	}
	limit, err := memlimit.Set(memlimit.WithRatio(share), memlimit.WithProvider(memlimit.FromCgroup))
	switch {
	case err != nil:
		log.DebugContext(ctx, "the control group could not be read: Go's memory has no limit", "error", err)
	case limit < math.MaxInt64:
		log.InfoContext(ctx, "Go's memory is limited", "bytes", limit)
	}
}
