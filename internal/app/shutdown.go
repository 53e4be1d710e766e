package app

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Signal is the cause of a context that a signal ended.
type Signal struct{ os.Signal }

func (s Signal) Error() string { return s.String() }

// awaitBalancers makes /readyz fail and waits for SKEETER_SHUTDOWN_DELAY, so that load balancers notice before the port
// closes. An interrupt from the keyboard (Ctrl-C) skips the delay.
func (a *App) awaitBalancers(ctx, work context.Context) {
	delay := a.cfg.ShutdownDelay
	if signal := (Signal{}); errors.As(context.Cause(ctx), &signal) && signal.Signal == os.Interrupt {
		delay = 0
	}
	a.stopping.Store(true)
	a.log.InfoContext(ctx, "stopping", "port_closes_in", delay)
	select {
	case <-time.After(delay):
	case <-work.Done():
	}
}

// closingConnections closes the connection after each answer of a stopping server, so that clients send their next request to
// another one.
func (a *App) closingConnections(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// shutDown closes the port, waits for requests to finish, and cuts the rest after shutdownTimeout.
func (a *App) shutDown(ctx context.Context, server *http.Server, cut context.CancelCauseFunc) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		a.log.WarnContext(ctx, "requests that did not finish in time are cut", "waited", shutdownTimeout)
		cut(httpapi.ErrStopped)
		_ = server.Close()
	}
}
