package main

import (
	"context"
	"fmt"
	"time"
)

// resources are what a server uses at a moment.
type resources struct {
	memory     float64 // MB of its own; pages of mapped files are the kernel's, which drops them when it needs memory
	goroutines float64
	files      float64
}

func (s *server) resources(ctx context.Context) resources {
	body, _ := s.get(ctx, "/metrics")
	return resources{memory: must(s.memory("RssAnon:")), goroutines: metric(body, "go_goroutines"), files: metric(body, "process_open_fds")}
}

// idleTime lets clients' connections close and the garbage collector run before the server is measured.
const idleTime = 3 * time.Second

// idle returns what the server uses while no client sends requests, for a load of a time: in a short one growth does not show, and nobody
// waits for it.
func (s *server) idle(ctx context.Context, d time.Duration) resources {
	if d >= minGrowthTime {
		time.Sleep(idleTime)
	}
	return s.resources(ctx)
}

func (r resources) String() string {
	return fmt.Sprintf("%5.0f MB, %4.0f goroutines, %4.0f open files", r.memory, r.goroutines, r.files)
}

// How much more a server may use after the load than after the warm-up.
const (
	memoryShare   = 1.10
	memoryMore    = 32          // MB
	handlesMore   = 16          // goroutines and files, for connections that the pool opened meanwhile
	minGrowthTime = time.Minute // shorter runs do not show growth
)

// growth describes each resource of which the server uses more than is allowed after a load.
func (r resources) growth(before resources) (broken []string) {
	for _, limit := range []struct {
		name      string
		now, most float64
	}{
		{"MB of memory", r.memory, before.memory*memoryShare + memoryMore},
		{"goroutines", r.goroutines, before.goroutines + handlesMore},
		{"open files", r.files, before.files + handlesMore},
	} {
		if limit.now > limit.most {
			broken = append(broken, fmt.Sprintf("%.0f %s after the load, at most %.0f by those after the warm-up", limit.now, limit.name, limit.most))
		}
	}
	return broken
}
