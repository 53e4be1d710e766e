package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// results are the answers that clients received, by route.
type results struct {
	mu     sync.Mutex
	routes map[string]*routeResults
	faults map[string]int // descriptions of wrong answers, and how often each came
}

type routeResults struct {
	times []time.Duration // of answers that were not refused
	codes map[int]int
}

func newResults() *results {
	return &results{routes: map[string]*routeResults{}, faults: map[string]int{}}
}

// add counts one answer; status 0 means that none came.
func (r *results) add(route string, status int, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.routes[route]
	if one == nil {
		one = &routeResults{codes: map[int]int{}}
		r.routes[route] = one
	}
	one.codes[status]++
	if status != 0 && status != http.StatusServiceUnavailable {
		one.times = append(one.times, took)
	}
}

func (r *results) fault(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults[what]++
}

// all returns the times of every route.
func (r *results) all() (out []time.Duration) {
	for _, one := range r.routes {
		out = append(out, one.times...)
	}
	return out
}

// answered returns how many requests were not refused.
func (r *results) answered() int { return len(r.all()) }

func (r *results) codes() map[int]int {
	out := map[int]int{}
	for _, one := range r.routes {
		for code, n := range one.codes {
			out[code] += n
		}
	}
	return out
}

func (r *results) print() {
	fmt.Printf("%-12s %9s %9s %9s %9s %9s   %s\n", "route, ms", "answers", "p50", "p95", "p99", "worst", "codes")
	for _, name := range slices.Sorted(maps.Keys(r.routes)) {
		printTimes(name, r.routes[name].times, r.routes[name].codes)
	}
	printTimes("all", r.all(), r.codes())
}

func printTimes(name string, times []time.Duration, codes map[int]int) {
	if len(times) == 0 {
		fmt.Printf("%-12s %9d %9s %9s %9s %9s   %s\n", name, 0, "-", "-", "-", "-", codesText(codes))
		return
	}
	fmt.Printf("%-12s %9d %9.1f %9.1f %9.1f %9.1f   %s\n", name, len(times), ms(median(times)), ms(quantile(times, .95)), ms(quantile(times, .99)), ms(slices.Max(times)),
		codesText(codes))
}

func codesText(codes map[int]int) (out string) {
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		name := fmt.Sprint(code)
		if code == 0 {
			name = "none"
		}
		out += fmt.Sprintf("%s:%d ", name, codes[code])
	}
	return out
}
