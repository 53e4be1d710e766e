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
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// Limits of the HTTP server. A body and an answer have none as a whole, but their client has to keep sending or taking
// (httpapi.BodyStall, httpapi.LimitStalls): a download may take as long as its line needs.
const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 20 * time.Second // for the requests that run when the server stops; what is left is cut
	prepareRetry    = 2 * time.Second
)

// SettingsError is a mistake in the settings, which the operator can mend.
type SettingsError struct{ error }

// Unwrap returns the mistake.
func (e SettingsError) Unwrap() error { return e.error }

// Run opens the port and the database and serves until ctx ends or something fails for good.
func Run(ctx context.Context, o Options) error {
	cfg, log := o.Config, o.Log
	if o.Out == nil {
		o.Out = io.Discard
	}
	for _, name := range config.Unknown(os.Environ()) {
		log.Warn("a variable of the environment is no setting of skeeter; `skeeter settings` lists them", "name", name)
	}
	warnOfWriters(cfg, log)
	tracing, err := telemetry.Open(ctx, os.LookupEnv, o.Version, log)
	if err != nil {
		return SettingsError{fmt.Errorf("settings are wrong:\n%w", err)}
	}
	defer tracing.Close()
	limitMemory(ctx, cfg.DatabaseURL == "", log)
	// The port first: when it is taken, nothing else has to be started and stopped.
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
	a, err := New(o, db)
	if err != nil {
		return errors.Join(err, listener.Close(), db.Close())
	}
	if err := a.prepareEmbedded(ctx); err != nil {
		return errors.Join(unlessStopped(ctx, err, log), listener.Close(), a.Close(), db.Close())
	}
	own := "http://" + listener.Addr().String() + "/"
	if db.Cluster == nil {
		fmt.Fprintf(o.Out, "Skeeter %s listens on %s and waits for its database\n", o.Version, own)
	}
	ready := func() { fmt.Fprintf(o.Out, "Skeeter %s is ready: %s\n", o.Version, addresses(cfg, own)) }
	return errors.Join(a.run(ctx, listener, ready), a.Close(), db.Close())
}

// unlessStopped returns an error of the start, nil when ctx ended: then the server was asked to stop.
func unlessStopped(ctx context.Context, err error, log *slog.Logger) error {
	if ctx.Err() == nil {
		return err
	}
	log.Info("stopped while starting", "because", context.Cause(ctx), "during", err)
	return nil
}

// warnOfWriters says who may change records, when that may be more than the operator thinks.
func warnOfWriters(cfg config.Config, log *slog.Logger) {
	switch {
	case cfg.WriteToken != "" && len(cfg.WriteToken) < config.MinWriteToken:
		log.Warn("SKEETER_WRITE_TOKEN is short enough to be tried out", "characters", len(cfg.WriteToken), "wanted", config.MinWriteToken)
	case cfg.WriteToken == "" && !onLoopback(cfg.ListenAddr):
		log.Warn("anybody who reaches the server may create and change records: SKEETER_WRITE_TOKEN is not set", "address", cfg.ListenAddr)
	}
}

func onLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// addresses says where the server is reached: own is where it listens, which a public address does not tell.
func addresses(cfg config.Config, own string) string {
	if cfg.PublicURL != "" {
		return cfg.PublicURL + "/, listening on " + own
	}
	return own
}

// run serves until ctx ends or something fails for good. It calls ready when the database is prepared.
func (a *App) run(ctx context.Context, listener net.Listener, ready func()) error {
	// Requests, and what keeps their answers up to date, go on for a while after ctx ended.
	requests, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	server := &http.Server{
		Handler: a.lastAnswers(a.handler), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: httpapi.MaxHeaderBytes,
		BaseContext: func(net.Listener) context.Context { return requests }, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	group, work := errgroup.WithContext(lasting)
	group.Go(func() error {
		if err := server.Serve(httpapi.LimitStalls(listener)); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	group.Go(func() error { return a.follow(work, ready) })
	group.Go(func() error { a.index.Run(work); return nil })
	if a.db.Cluster != nil {
		group.Go(func() error { return a.db.Cluster.Supervise(work, a.log, a.db.reset) })
	}
	group.Go(func() error {
		select {
		case <-ctx.Done():
			a.retire(ctx, work)
		case <-work.Done():
		}
		a.shutDown(ctx, server, cut)
		end()
		return nil
	})
	return group.Wait()
}
