package faults_test

import (
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
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

// beforeLeast is how long there is load before a fault, at least.
const beforeLeast = 300 * time.Millisecond

// beforeMost is how long there is load before a fault, at most.
func beforeMost() time.Duration {
	if testenv.Long() {
		return 2500 * time.Millisecond
	}
	return 2 * beforeLeast
}

// after is how long there is load after a fault.
func after() time.Duration {
	if testenv.Long() {
		return 700 * time.Millisecond
	}
	return 300 * time.Millisecond
}

// waitBetween waits for a random time.
func (d *deployment) waitBetween(least, most time.Duration) {
	time.Sleep(least + time.Duration(d.random.Int64N(int64(most-least)+1)))
}
