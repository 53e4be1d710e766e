package app

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// An answer that ends within shutdownTimeout is finished; one that does not is cut then, and the log says why.
func TestShutDownWaitsForRequests(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		takes, waits time.Duration
		whole        bool
	}{"in time": {shutdownTimeout - time.Second, shutdownTimeout - time.Second, true}, "too long": {time.Hour, shutdownTimeout, false}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said bytes.Buffer
				a := &App{log: slog.New(slog.NewTextHandler(&said, nil))}
				requests, cut := context.WithCancelCause(t.Context())
				defer cut(nil)
				server := &http.Server{
					Handler:     httpapi.New(httpapi.Options{Routes: []httpapi.Route{slowRoute(tc.takes)}, Log: a.log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry())}),
					BaseContext: func(net.Listener) context.Context { return requests }, ReadHeaderTimeout: headerTimeout,
				}
				pipes := testenv.NewPipes()
				served := make(chan error)
				go func() { served <- server.Serve(pipes) }()
				client := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return pipes.Dial() }}}
				resp, err := client.Get("http://skeeter/slow")
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				read := make(chan error)
				go func() {
					_, err := io.Copy(io.Discard, resp.Body)
					read <- err
				}()

				began := time.Now()
				a.shutDown(t.Context(), server, cut)
				if waited := time.Since(began); waited < tc.waits || waited > tc.waits+time.Second { // it looks twice a second
					t.Errorf("the server ended after %s, want %s", waited, tc.waits)
				}
				if err := <-read; (err == nil) != tc.whole {
					t.Errorf("the answer ended with %v", err)
				}
				<-served
				synctest.Wait() // the line of the request
				if log := said.String(); strings.Contains(log, httpapi.ErrStopped.Error()) == tc.whole || strings.Contains(log, "status=499") {
					t.Errorf("the log says\n%s", log)
				}
			})
		})
	}
}

// slowRoute begins an answer and ends it later.
func slowRoute(takes time.Duration) httpapi.Route {
	return httpapi.Route{Method: http.MethodGet, Path: "/slow", Name: "slow", Handler: func(w http.ResponseWriter, r *http.Request) error {
		_, _ = io.WriteString(w, "first")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(takes):
			_, _ = io.WriteString(w, "last")
		case <-r.Context().Done():
			httpapi.Abort(r, r.Context().Err())
		}
		return nil
	}}
}
