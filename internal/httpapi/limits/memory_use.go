package limits

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// memoryMaxAge is how old a measurement of the memory may be.
const memoryMaxAge = 100 * time.Millisecond

// memoryUse returns a function that returns the percentage of Go's memory limit (GOMEMLIMIT) that live objects took at the last
// garbage collection; 0 without a limit. Garbage does not count, because near the limit it is collected continuously.
func memoryUse() func() int {
	var percent, next atomic.Int64
	began := time.Now()
	return func() int {
		due := next.Load()
		if now := int64(time.Since(began)); now >= due && next.CompareAndSwap(due, now+int64(memoryMaxAge)) {
			percent.Store(measureMemory())
		}
		return int(percent.Load())
	}
}

func measureMemory() int64 {
	limit := debug.SetMemoryLimit(-1)
	if limit <= 0 || limit == math.MaxInt64 {
		return 0
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(float64(live[0].Value.Uint64()) / float64(limit) * 100)
}
