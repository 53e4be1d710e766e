package faults_test

import (
	"fmt"
	"time"
)

// fault is a failure of a part while records are written and read.
type fault struct {
	name  string
	short bool // a part of the short form
	// cause returns when the fault is over; the servers may still be recovering.
	cause func(d *deployment)
}

// inject causes faults, in random order, round after round.
func inject(d *deployment, faults []fault) {
	n := rounds(d.t)
	if n == 0 {
		for _, f := range faults {
			if f.short {
				d.inject(f.name, f)
			}
		}
		return
	}
	for round := range n {
		for _, i := range d.random.Perm(len(faults)) {
			d.inject(fmt.Sprintf("%s/%d", faults[i].name, round+1), faults[i])
		}
	}
}

// Times of a fault: the load before it, at least and at most, and after it.
const (
	beforeLeast = 300 * time.Millisecond
	beforeMost  = 2500 * time.Millisecond
	after       = 700 * time.Millisecond
)

// waitBetween waits for a random time.
func (d *deployment) waitBetween(least, most time.Duration) {
	time.Sleep(least + time.Duration(d.random.Int64N(int64(most-least)+1)))
}
