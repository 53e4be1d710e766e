package faults_test

import (
	"fmt"
	"time"
)

// fault is something that goes wrong while records are written and read.
type fault struct {
	name  string
	short bool // a part of the short form
	// strike does it, and returns when the fault is over; what it broke may still be mending itself.
	strike func(w *world)
}

// suffer lets faults happen to a world, in random order, round after round.
func suffer(w *world, faults []fault) {
	n := rounds(w.t)
	if n == 0 {
		for _, f := range faults {
			if f.short {
				w.endure(f.name, f)
			}
		}
		return
	}
	for round := range n {
		for _, i := range w.random.Perm(len(faults)) {
			w.endure(fmt.Sprintf("%s/%d", faults[i].name, round+1), faults[i])
		}
	}
}

// Times of a fault: the load before it, at least and at most, and after it.
const (
	beforeLeast = 300 * time.Millisecond
	beforeMost  = 2500 * time.Millisecond
	after       = 700 * time.Millisecond
)

// moment waits for a random part of the time.
func (w *world) moment(least, most time.Duration) {
	time.Sleep(least + time.Duration(w.random.Int64N(int64(most-least)+1)))
}
