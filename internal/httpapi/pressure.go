package httpapi

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// pressureEvery is how old a measurement of the memory may be.
const pressureEvery = 100 * time.Millisecond

// memoryPressure returns a function that says how much of Go's memory limit (GOMEMLIMIT) the objects take that the last garbage
// collection found in use, in percent; 0 without a limit. Garbage does not count: near the limit it is collected all the time.
func memoryPressure() func() int {
	var percent, next atomic.Int64
	began := time.Now()
	return func() int {
		due := next.Load()
		if now := int64(time.Since(began)); now >= due && next.CompareAndSwap(due, now+int64(pressureEvery)) {
			percent.Store(measurePressure())
		}
		return int(percent.Load())
	}
}

func measurePressure() int64 {
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
