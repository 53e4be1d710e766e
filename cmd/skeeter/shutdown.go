package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// retire says that the server is not ready any more, and goes on for SKEETER_SHUTDOWN_DELAY: who balances load has to notice
// before the port closes. Somebody at the keyboard (Ctrl-C) does not wait for that.
func (s *service) retire(ctx, work context.Context) {
	delay := s.cfg.ShutdownDelay
	if told := (signalled{}); errors.As(context.Cause(ctx), &told) && told.Signal == os.Interrupt {
		delay = 0
	}
	s.stopping.Store(true)
	s.log.InfoContext(ctx, "stopping", "port_closes_in", delay)
	select {
	case <-time.After(delay):
	case <-work.Done():
	}
}

// lastAnswers tells clients of a server that stops to send their next request elsewhere.
func (s *service) lastAnswers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// shutDown closes the port, lets requests finish, and cuts what is left after shutdownTimeout.
func (s *service) shutDown(ctx context.Context, server *http.Server, cut context.CancelCauseFunc) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		s.log.WarnContext(ctx, "requests that did not finish are cut", "waited", shutdownTimeout)
		cut(httpapi.ErrStopped)
		_ = server.Close()
	}
}
