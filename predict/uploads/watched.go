package uploads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// askEvery is how often a silent store is asked whether it answers again.
const askEvery = 2 * time.Second

var (
	errSilent = errors.New("no answer")                             // of what was asked and may still happen
	errAway   = errors.New("the store of pictures does not answer") // of what was not asked
)

// watched are Files that are not asked while they are silent: no request waits for a store of which another one knows that it is away.
type watched struct {
	files  Files
	log    *slog.Logger
	errors *prometheus.CounterVec

	mu      sync.Mutex
	since   time.Time     // zero while the store answers
	back    time.Time     // when it answered again
	went    chan struct{} // wakes await
	refuses atomic.Bool   // the last picture was refused
}

func watch(o Options) *watched {
	w := &watched{files: o.Files, log: o.Log, went: make(chan struct{}, 1)}
	w.errors = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_predict_images_errors_total", Help: "Errors of the folder or bucket of saved pictures by operation: write, read, delete, list.",
	}, []string{"operation"})
	for _, operation := range []string{"write", "read", "delete", "list"} {
		w.errors.WithLabelValues(operation)
	}
	o.Registry.MustRegister(w.errors)
	return w
}

// away is whether the store is silent.
func (w *watched) away() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.since.IsZero()
}

// note notes what an operation answered that began then. What began before the store was back is no new silence.
func (w *watched) note(ctx context.Context, operation string, began time.Time, err error) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, context.Canceled) {
		return err
	}
	w.errors.WithLabelValues(operation).Inc()
	if !w.files.Silent(err) {
		return err
	}
	err = fmt.Errorf("%w: %w", errSilent, err)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since.IsZero() && began.After(w.back) {
		w.since = time.Now()
		w.log.ErrorContext(ctx, "the store of pictures does not answer: pictures are neither saved nor shown until it does", "error", err)
		w.went <- struct{}{} // has room: await took the last one before it ended the silence
	}
	return err
}

// Watch notices when a silent store answers again, until ctx ends. It needs no database.
func (s *Store) Watch(ctx context.Context) { s.where.await(ctx, s.sweepSoon) }

// await asks a silent store again and again until it answers, and then calls back, until ctx ends.
func (w *watched) await(ctx context.Context, back func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.went:
		}
		for w.silent(ctx) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(askEvery):
			}
		}
		w.mu.Lock()
		after := time.Since(w.since)
		w.since, w.back = time.Time{}, time.Now()
		w.mu.Unlock()
		w.log.InfoContext(ctx, "the store of pictures answers again", "after", after.Round(time.Millisecond))
		back()
	}
}

// silent asks for a file that nobody wrote.
func (w *watched) silent(ctx context.Context) bool {
	_, _, err := w.files.Open(ctx, uuid.NewString()+ending)
	return ctx.Err() != nil || w.files.Silent(err)
}

func (w *watched) Write(ctx context.Context, name string, data []byte) error {
	if w.away() {
		return errAway
	}
	began := time.Now()
	err := w.note(ctx, "write", began, w.files.Write(ctx, name, data))
	w.refuses.Store(err != nil && !errors.Is(err, errSilent))
	return err
}

func (w *watched) Open(ctx context.Context, name string) (io.ReadSeekCloser, time.Time, error) {
	if w.away() {
		return nil, time.Time{}, errAway
	}
	began := time.Now()
	file, since, err := w.files.Open(ctx, name)
	return file, since, w.note(ctx, "read", began, err)
}

func (w *watched) Remove(ctx context.Context, name string) error {
	if w.away() {
		return errAway
	}
	began := time.Now()
	return w.note(ctx, "delete", began, w.files.Remove(ctx, name))
}

func (w *watched) List(ctx context.Context, each func(name string, bytes int64, since time.Time) error) error {
	if w.away() {
		return errAway
	}
	began := time.Now()
	return w.note(ctx, "list", began, w.files.List(ctx, each))
}

// Health says whether pictures are saved. A server that cannot save them answers everything else, so it is healthy.
func (s *Store) Health(context.Context) httpapi.Check {
	switch {
	case s == nil:
		return httpapi.Check{Status: httpapi.StatusNotConfigured, Detail: "pictures of predictions are not saved"}
	case s.where.away():
		return httpapi.Check{Status: httpapi.StatusOK, Detail: "the store of pictures does not answer: they are neither saved nor shown"}
	case s.where.refuses.Load():
		return httpapi.Check{Status: httpapi.StatusOK, Detail: "the last picture could not be saved; the log says why"}
	}
	return httpapi.Check{Status: httpapi.StatusOK}
}
