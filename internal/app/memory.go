package app

import (
	"context"
	"log/slog"
	"math"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Shares of the control group's memory that Go may take. The model and its pictures are outside of Go's memory; the embedded
// PostgreSQL is in the same group.
const (
	memoryShare         = 0.8
	memoryShareEmbedded = 0.6
)

// limitMemory sets Go's memory limit to its share of what the control group may use. GOMEMLIMIT wins.
func limitMemory(ctx context.Context, embedded bool, log *slog.Logger) {
	share := memoryShare
	if embedded {
		share = memoryShareEmbedded
	}
	limit, err := memlimit.Set(memlimit.WithRatio(share), memlimit.WithProvider(memlimit.FromCgroup))
	switch {
	case err != nil:
		log.DebugContext(ctx, "Go's memory has no limit: the control group was not read", "error", err)
	case limit < math.MaxInt64:
		log.InfoContext(ctx, "Go's memory is limited", "bytes", limit)
	}
}
