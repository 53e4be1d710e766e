package cluster

import (
	"slices"
	"strings"
	"testing"
)

func TestSizes(t *testing.T) {
	t.Parallel()
	for memory, want := range map[uint64]string{
		0:              "shared_buffers=128MB maintenance_work_mem=64MB effective_cache_size=512MB",
		512 * megabyte: "shared_buffers=128MB maintenance_work_mem=64MB effective_cache_size=512MB",
		2 * gigabyte:   "shared_buffers=256MB maintenance_work_mem=128MB effective_cache_size=1024MB",
		4 * gigabyte:   "shared_buffers=512MB maintenance_work_mem=256MB effective_cache_size=2048MB",
		24 * gigabyte:  "shared_buffers=1024MB maintenance_work_mem=512MB effective_cache_size=12288MB",
		1 << 50:        "shared_buffers=1024MB maintenance_work_mem=512MB effective_cache_size=65536MB",
	} {
		if got := strings.Join(sizes(memory), " "); got != want+" work_mem=32MB max_wal_size=4096MB" {
			t.Errorf("with %d MB: %s, want %s", memory/megabyte, got, want)
		}
	}
	if memory() < 128*megabyte {
		t.Errorf("the machine has %d bytes of memory", memory())
	}
}

// Tests start many clusters, each of them small.
func TestVolatileClustersAreSmall(t *testing.T) {
	t.Parallel()
	if c := (&Cluster{volatile: true}); !slices.Contains(c.arguments(), "shared_buffers=128MB") {
		t.Errorf("a cluster of tests takes %v", c.arguments())
	}
}
