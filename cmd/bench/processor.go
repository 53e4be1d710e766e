package main

import (
	"fmt"
	"os"
	"time"
)

// spent returns the processor time that processes have used so far. On a shared machine it varies less than elapsed time. It reads
// /proc, so it needs Linux.
func spent(processes ...int) (total time.Duration, err error) {
	for _, pid := range processes {
		threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
		if err != nil {
			return 0, err
		}
		for _, thread := range threads {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, thread.Name()))
			if err != nil {
				continue // the thread has ended
			}
			var nanoseconds int64
			if _, err := fmt.Sscan(string(text), &nanoseconds); err != nil {
				return 0, err
			}
			total += time.Duration(nanoseconds)
		}
	}
	return total, nil
}

// cost is elapsed time and processor time.
type cost struct{ clock, processor time.Duration }

// over returns the ratio of two costs; one second means 1.
func (c cost) over(o cost) cost {
	ratio := func(a, b time.Duration) time.Duration {
		return time.Duration(float64(time.Second) * float64(a) / float64(b))
	}
	return cost{ratio(c.clock, o.clock), ratio(c.processor, o.processor)}
}

// measure runs work a few times and returns the cost of one run, with the processor time of this process and of another one.
func measure(pid int, once func()) (c cost) {
	const times = 4 // more than one, because the kernel counts processor time to some microseconds only
	before := must(spent(pid, os.Getpid()))
	began := time.Now()
	for range times {
		once()
	}
	c.clock = time.Since(began) / times
	c.processor = (must(spent(pid, os.Getpid())) - before) / times
	return c
}
