package main

import (
	"context"
	"fmt"
	"time"
)

// vitals are what a server holds at a moment.
type vitals struct {
	memory     float64 // MB, VmRSS
	goroutines float64
	files      float64
}

func (s *server) vitals(ctx context.Context) (v vitals, err error) {
	body, _, err := s.get(ctx, "/metrics")
	if err != nil {
		return v, err
	}
	v.goroutines, v.files = metric(body, "go_goroutines"), metric(body, "process_open_fds")
	v.memory, err = s.resident()
	return v, err
}

// restTime is what clients' connections and the garbage collector are given before the server is looked at.
const restTime = 3 * time.Second

// resting is what the server holds when nobody asks anything.
func (s *server) resting(ctx context.Context) (vitals, error) {
	time.Sleep(restTime)
	return s.vitals(ctx)
}

func (v vitals) String() string {
	return fmt.Sprintf("%5.0f MB, %4.0f goroutines, %4.0f open files", v.memory, v.goroutines, v.files)
}

// What a server may hold more after the load than after the warm-up.
const (
	memoryShare  = 1.10
	memoryMore   = 32 // MB
	handlesMore  = 16 // goroutines, files: connections that the pool opened meanwhile
	minSteadiest = time.Minute
)

// growth says what a server holds more of than it did.
func (v vitals) growth(before vitals) (broken []string) {
	for _, r := range []struct {
		name       string
		now, limit float64
	}{
		{"MB of memory", v.memory, before.memory*memoryShare + memoryMore},
		{"goroutines", v.goroutines, before.goroutines + handlesMore},
		{"open files", v.files, before.files + handlesMore},
	} {
		if r.now > r.limit {
			broken = append(broken, fmt.Sprintf("%.0f %s after the load, at most %.0f by those after the warm-up", r.now, r.name, r.limit))
		}
	}
	return broken
}
