package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// Timeouts of the HTTP server. Reading a body and writing an answer have no timeout as a whole, because a download takes as
// long as its line needs; limits.BodyStall and limits.NewListener end those that make no progress.
const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 20 * time.Second // for requests that run when the server stops; then they are cut
	prepareRetry    = 2 * time.Second
)

// SettingsError is an invalid setting, which the operator has to correct.
type SettingsError struct{ error }

func (e SettingsError) Unwrap() error { return e.error }

// Run opens the port and the database and serves until ctx ends, or until the port, the schema or the cluster fails for good.
func Run(ctx context.Context, o Options) error {
	cfg, log := o.Config, o.Log
	if o.Out == nil {
		o.Out = io.Discard
	}
	for _, name := range config.Unknown(os.Environ()) {
		log.Warn("unknown variable in the environment; `skeeter settings` lists the settings", "name", name)
	}
	warnOfWriters(cfg, log)
	tracing, err := telemetry.Open(ctx, os.LookupEnv, o.Version, log)
	if err != nil {
		return SettingsError{fmt.Errorf("settings are wrong:\n%w", err)}
	}
	defer tracing.Close()
	limitMemory(ctx, cfg.DatabaseURL == "", log)
	listener, err := net.Listen("tcp", cfg.ListenAddr)
	if err != nil {
		return fmt.Errorf("listen (SKEETER_LISTEN_ADDR): %w", err)
	}
	o.Registry, o.Tracing = prometheus.NewRegistry(), tracing.Provider()
	o.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	db, err := StartDatabase(ctx, cfg, DatabaseUse{Registry: o.Registry}, log)
	if err != nil {
		return errors.Join(unlessStopped(ctx, err, log), listener.Close())
	}
	a, err := New(ctx, o, db)
	if err != nil {
		return errors.Join(err, listener.Close(), db.Close())
	}
	a.starting = make(starting)
	own := "http://" + listener.Addr().String() + "/"
	if db.Cluster == nil { // an external database may be away: follow waits for it while /livez answers
		fmt.Fprintf(o.Out, "Skeeter %s listens on %s and waits for its database\n", o.Version, own)
	} else if err := a.prepare(ctx); err != nil {
		return errors.Join(unlessStopped(ctx, err, log), listener.Close(), a.Close(), db.Close())
	}
	address := own
	if cfg.PublicURL != "" {
		address = cfg.PublicURL + "/, listening on " + own
	}
	ready := func() { fmt.Fprintf(o.Out, "Skeeter %s is ready: %s\n", o.Version, address) }
	return errors.Join(a.run(ctx, listener, ready), a.Close(), db.Close())
}

// unlessStopped returns an error of the start. It returns nil when ctx ended, because the server was then asked to stop.
func unlessStopped(ctx context.Context, err error, log *slog.Logger) error {
	if ctx.Err() == nil {
		return err
	}
	log.Info("stopped while starting", "because", context.Cause(ctx), "during", err)
	return nil
}

// warnOfWriters warns of a server to which anybody may report, and of a token that can be guessed.
func warnOfWriters(cfg config.Config, log *slog.Logger) {
	switch {
	case cfg.WriteToken != "" && len(cfg.WriteToken) < config.MinWriteToken:
		log.Warn("SKEETER_WRITE_TOKEN is short enough to be guessed", "characters", len(cfg.WriteToken), "wanted", config.MinWriteToken)
	case cfg.WriteToken == "" && !onLoopback(cfg.ListenAddr) && cfg.AnonymousReports == "auto":
		log.Warn("SKEETER_WRITE_TOKEN is not set: until a token or an account is made, every client that reaches the server may report observations", "address", cfg.ListenAddr)
	}
}

func onLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// run serves until ctx ends or part of the server fails for good. It calls ready when the database is prepared.
func (a *App) run(ctx context.Context, listener net.Listener, ready func()) error {
	// Requests and background work outlive ctx: shutDown lets requests finish, which need current answers, and then ends both.
	requests, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	server := &http.Server{
		Handler: a.closingConnections(a.handler), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: httpapi.MaxHeaderBytes,
		BaseContext: func(net.Listener) context.Context { return requests }, ConnContext: limits.WithConnection, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	group, work := errgroup.WithContext(lasting)
	group.Go(func() error {
		if err := server.Serve(limits.NewListener(listener)); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	group.Go(func() error { return a.follow(work, ready) })
	group.Go(func() error { a.index.Run(work); return nil })
	if a.uploads != nil {
		group.Go(func() error { a.uploads.Watch(work); return nil })
	}
	if a.db.Cluster != nil {
		group.Go(func() error { return a.db.Cluster.Supervise(work, a.log, a.db.reset) })
	}
	group.Go(func() error {
		select {
		case <-ctx.Done():
			a.awaitBalancers(ctx, work)
		case <-work.Done():
		}
		a.shutDown(ctx, server, cut)
		end()
		return nil
	})
	return group.Wait()
}
