package classify

import (
	"slices"
	"sync"
	"time"
)

// job is a picture that waits for its answer.
type job struct {
	input  []float32
	since  time.Time
	ready  chan struct{} // closed when result or err is there
	result Result
	err    error
}

// queue is a bounded line in which a place is free again when its client leaves.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	jobs    []*job
	most    int
	closed  bool
}

func newQueue(most int) *queue {
	q := &queue{most: most}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// put adds a job at the end.
func (q *queue) put(j *job) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return ErrClosed
	case len(q.jobs) == q.most:
		return ErrBusy
	}
	q.jobs = append(q.jobs, j)
	q.changed.Signal()
	return nil
}

// remove takes out a job that still waits.
func (q *queue) remove(j *job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.jobs, j)
	if i < 0 {
		return false
	}
	q.jobs = slices.Delete(q.jobs, i, i+1)
	return true
}

// take waits for jobs and returns a worker's fair share of them, batch at most, nil when the queue is closed.
func (q *queue) take(batch, workers int) []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return nil
	}
	n := min((len(q.jobs)+workers-1)/workers, batch)
	out := slices.Clone(q.jobs[:n])
	q.jobs = slices.Delete(q.jobs, 0, n)
	return out
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.jobs)
}

// close ends the workers; those that wait get ErrClosed.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, j := range q.jobs {
		j.err = ErrClosed
		close(j.ready)
	}
	q.jobs = nil
	q.changed.Broadcast()
}
