package cluster

import (
	"fmt"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	megabyte = 1 << 20
	gigabyte = 1 << 30
)

// Bounds of what PostgreSQL takes of the machine's memory. Server and database share it: the server takes up to 60 % (internal/app).
const (
	// shared_buffers is an eighth of the memory. PostgreSQL reads through the system's cache: 6 GB on a machine of 24 made loading the tile
	// index twice as slow and reading single rows no faster.
	minSharedBuffers, maxSharedBuffers = 128 * megabyte, gigabyte
	// maintenance_work_mem, a sixteenth, sorts the rows of new indexes and holds what VACUUM removes.
	minMaintenance, maxMaintenance = 64 * megabyte, 512 * megabyte
	// effective_cache_size, half of the memory, takes none: the planner expects so much in the caches.
	minCache, maxCache = 512 * megabyte, 64 * gigabyte
	// work_mem is taken by each sort, of up to max_connections sessions.
	workMem = 32 * megabyte
	// max_wal_size lets a large import run between two checkpoints, and is taken of the disk.
	maxWAL = 4 * gigabyte
	// unknownMemory is assumed of a machine that does not say its memory.
	unknownMemory = 2 * gigabyte
)

// sizes returns the settings of PostgreSQL for a memory of so many bytes.
func sizes(memory uint64) []string {
	return []string{
		inMegabytes("shared_buffers", min(max(memory/8, minSharedBuffers), maxSharedBuffers)),
		inMegabytes("maintenance_work_mem", min(max(memory/16, minMaintenance), maxMaintenance)),
		inMegabytes("effective_cache_size", min(max(memory/2, minCache), maxCache)),
		inMegabytes("work_mem", workMem),
		inMegabytes("max_wal_size", maxWAL),
	}
}

func inMegabytes(setting string, bytes uint64) string {
	return fmt.Sprintf("%s=%dMB", setting, bytes/megabyte)
}

// memory is the machine's memory in bytes, or the limit of the control group where that is lower.
func memory() uint64 {
	have, err := memlimit.FromSystem()
	if err != nil {
		have = unknownMemory
	}
	if limit, err := memlimit.FromCgroup(); err == nil && limit > 0 {
		have = min(have, limit)
	}
	return have
}
