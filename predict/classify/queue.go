package classify

import (
	"slices"
	"sync"
	"time"
)

// job is a picture in the queue or in a batch.
type job struct {
	input  []float32
	since  time.Time
	ready  chan struct{} // closed when result or err is set
	result Result
	err    error
}

// queue is a bounded queue from which a job can be removed before its turn. A channel could not do that.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	jobs    []*job
	size    int
	closed  bool
}

func newQueue(size int) *queue {
	q := &queue{size: size}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// put appends a job. The error is ErrClosed or ErrBusy.
func (q *queue) put(j *job) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return ErrClosed
	case len(q.jobs) == q.size:
		return ErrBusy
	}
	q.jobs = append(q.jobs, j)
	q.changed.Signal()
	return nil
}

// remove removes a job. It returns false when a worker has taken the job.
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

// take waits for jobs and returns a worker's share of them, at most batch. It returns nil when the queue is closed.
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

// close ends the workers. Jobs that wait fail with ErrClosed.
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
