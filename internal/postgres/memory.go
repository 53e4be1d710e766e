package postgres

import "github.com/KimMachineGun/automemlimit/memlimit"

// Bounds of what the embedded database keeps of its tables in memory of its own, in MB.
const (
	minBuffers = 128
	maxBuffers = 8192
)

// sharedBuffers is a quarter of the memory of the machine, or of the container, in MB, as PostgreSQL's manual advises. A page
// takes room when it is first used, so a small database stays small.
func sharedBuffers() int {
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return minBuffers
	}
	return int(max(minBuffers, min(limit>>20/4, maxBuffers)))
}
