package snapshot

import (
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// InParallel calls do for each number below n, on all processors, until the first error.
func InParallel(n int, do func(i int) error) error {
	var group errgroup.Group
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := do(i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
