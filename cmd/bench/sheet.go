package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// sheet is what clients saw, by route.
type sheet struct {
	mu     sync.Mutex
	routes map[string]*routeSheet
	faults map[string]int // what no answer should be, and how often
}

type routeSheet struct {
	times []time.Duration // of answers that were not refused
	codes map[int]int
}

func newSheet() *sheet { return &sheet{routes: map[string]*routeSheet{}, faults: map[string]int{}} }

// note keeps one answer; status 0 says that there was none.
func (s *sheet) note(route string, status int, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.routes[route]
	if r == nil {
		r = &routeSheet{codes: map[int]int{}}
		s.routes[route] = r
	}
	r.codes[status]++
	if status != 0 && status != 503 {
		r.times = append(r.times, took)
	}
}

func (s *sheet) fault(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[what]++
}

// all are the times of every route.
func (s *sheet) all() (out []time.Duration) {
	for _, r := range s.routes {
		out = append(out, r.times...)
	}
	return out
}

// answered is how many requests were not refused.
func (s *sheet) answered() int { return len(s.all()) }

func (s *sheet) codes() map[int]int {
	out := map[int]int{}
	for _, r := range s.routes {
		for code, n := range r.codes {
			out[code] += n
		}
	}
	return out
}

func (s *sheet) print() {
	fmt.Printf("%-12s %9s %9s %9s %9s %9s   %s\n", "route, ms", "answers", "p50", "p95", "p99", "worst", "codes")
	for _, name := range slices.Sorted(maps.Keys(s.routes)) {
		printTimes(name, s.routes[name].times, s.routes[name].codes)
	}
	printTimes("all", s.all(), s.codes())
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
