package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"
)

// Limits of restarts.
const (
	maxRestarts   = 5 // within restartWindow
	restartWindow = 10 * time.Minute
	restartPause  = time.Second // before the second restart, doubled before each further one
)

// Supervise restarts postgres whenever it ends by itself, until ctx ends. It calls down before each restart. It fails when postgres
// ended, or did not start, maxRestarts times within restartWindow.
func (c *Cluster) Supervise(ctx context.Context, log *slog.Logger, down func()) error {
	starts := restarts{}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-c.exited:
		}
		began := time.Now()
		log.ErrorContext(ctx, "the embedded PostgreSQL ended unexpectedly, starting it anew", "reason", exitReason(c.exit), "its_log", filepath.Join(c.dir, logFile))
		down()
		for back := false; !back; {
			if err := starts.next(ctx); err != nil {
				return fmt.Errorf("%w; the end of %s:\n%s", err, filepath.Join(c.dir, logFile), c.logTail())
			}
			select {
			case <-ctx.Done():
				return nil
			default:
			}
			err := c.restart(ctx)
			if back = err == nil; back {
				log.InfoContext(ctx, "the embedded PostgreSQL runs again", "took", time.Since(began))
			} else if ctx.Err() == nil {
				log.ErrorContext(ctx, "the embedded PostgreSQL did not start", "error", err)
			}
		}
	}
}

// restart starts postgres after it ended.
func (c *Cluster) restart(ctx context.Context) error {
	if err := stopOrphan(c.data()); err != nil {
		return err
	}
	return c.up(ctx)
}

// restarts are the times of the last restarts.
type restarts []time.Time

// next waits until the next restart is due. It fails when there were too many.
func (s *restarts) next(ctx context.Context) error {
	for len(*s) > 0 && time.Since((*s)[0]) > restartWindow {
		*s = (*s)[1:]
	}
	if len(*s) == maxRestarts {
		return fmt.Errorf("the embedded PostgreSQL was started anew %d times within %s", maxRestarts, restartWindow)
	}
	if len(*s) > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(restartPause << (len(*s) - 1)):
		}
	}
	*s = append(*s, time.Now())
	return nil
}
