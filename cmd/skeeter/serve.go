package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/memory"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
	"github.com/skeeter-surveillance/skeeter/observe"
)

// Limits of the HTTP server. A body and an answer have none as a whole, but their client has to keep sending or taking
// (httpapi.BodyStall, httpapi.Patient): a download may take as long as its line needs.
const (
	headerTimeout   = 10 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 20 * time.Second // for the requests that run when the server stops; what is left is cut
	prepareRetry    = 2 * time.Second
)

// How often names and counts are looked at when no notification tells of a change, because one may go lost: counts are
// promised within two seconds.
const (
	lookupsEvery      = 30 * time.Second
	observationsEvery = 1500 * time.Millisecond
)

func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Start the server", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := loadConfig()
			if err != nil {
				return err
			}
			log := newLogger(cfg)
			if err = serve(c.Context(), cfg, log); err != nil && cfg.LogFormat == "json" {
				log.Error("the server ended", "error", err)
				return told{err}
			}
			return err
		},
	}
}

func serve(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	for _, name := range config.Unknown(os.Environ()) {
		log.Warn("a variable of the environment is no setting of skeeter; `skeeter settings` lists them", "name", name)
	}
	warnOfWriters(cfg, log)
	tracing, err := telemetry.Open(ctx, os.LookupEnv, version, log)
	if err != nil {
		return usageError{fmt.Errorf("settings are wrong:\n%w", err)}
	}
	defer tracing.Close()
	if limit := memory.SetLimit(cfg.DatabaseURL == ""); limit > 0 {
		log.InfoContext(ctx, "Go's memory is limited", "bytes", limit)
	}
	// The port first: when it is taken, nothing else has to be started and stopped.
	listener, err := net.Listen("tcp", cfg.ListenAddr)
	if err != nil {
		return fmt.Errorf("listen (SKEETER_LISTEN_ADDR): %w", err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	db, err := startDatabase(ctx, cfg, databaseUse{registry: registry}, log)
	if err != nil {
		return errors.Join(unlessTold(ctx, err, log), listener.Close())
	}
	service, err := newService(cfg, db, log, registry, tracing.Provider())
	if err != nil {
		return errors.Join(err, listener.Close(), db.close())
	}
	if err := service.prepareEmbedded(ctx); err != nil {
		return errors.Join(unlessTold(ctx, err, log), listener.Close(), service.close(), db.close())
	}
	own := "http://" + listener.Addr().String() + "/"
	if db.cluster == nil {
		fmt.Fprintf(os.Stdout, "Skeeter %s listens on %s and waits for its database\n", version, own)
	}
	ready := func() { fmt.Fprintf(os.Stdout, "Skeeter %s is ready: %s\n", version, addresses(cfg, own)) }
	return errors.Join(service.run(ctx, listener, ready), service.close(), db.close())
}

// unlessTold returns an error of the start, nil when it is that somebody told the server to stop meanwhile.
func unlessTold(ctx context.Context, err error, log *slog.Logger) error {
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

// prepareEmbedded brings the embedded database up before anything is answered. An external one may be away at start; run
// waits for it while /livez already answers.
func (s *service) prepareEmbedded(ctx context.Context) error {
	if s.db.cluster == nil {
		return nil
	}
	return s.prepare(ctx)
}

// prepare brings schema, catalog and names up to date, and gives an empty database its demonstration set when that is wanted.
func (s *service) prepare(ctx context.Context) error {
	if err := s.db.prepare(ctx, s.log); err != nil {
		return err
	}
	if s.cfg.Demo {
		made, err := observe.Demonstrate(ctx, s.db.pool)
		if err != nil {
			return fmt.Errorf("make the demonstration set: %w", err)
		}
		if made {
			s.log.InfoContext(ctx, "the database was empty: it holds a synthetic demonstration set now, until the first import", "records", observe.DemonstrationCount)
		}
	}
	_ = s.lookups.Refresh(ctx) // logged and counted there; it never keeps the server from starting
	s.prepared.Store(true)
	return nil
}

// run serves until ctx ends or something fails for good. It calls ready when the database is prepared.
func (s *service) run(ctx context.Context, listener net.Listener, ready func()) error {
	// Requests, and what keeps their answers up to date, go on for a while after ctx ended.
	requests, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	server := &http.Server{
		Handler: s.lastAnswers(s.handler), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: httpapi.MaxHeaderBytes,
		BaseContext: func(net.Listener) context.Context { return requests }, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	group, work := errgroup.WithContext(lasting)
	group.Go(func() error {
		if err := server.Serve(httpapi.Patient(listener)); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	group.Go(func() error { return s.follow(work, ready) })
	group.Go(func() error { s.index.Run(work); return nil })
	if s.db.cluster != nil {
		group.Go(func() error { return s.db.cluster.Supervise(work, s.log, s.db.reset) })
	}
	group.Go(func() error {
		select {
		case <-ctx.Done():
			s.retire(ctx, work)
		case <-work.Done():
		}
		s.shutDown(ctx, server, cut)
		end()
		return nil
	})
	return group.Wait()
}

// follow prepares an external database as soon as it answers, then keeps names and counts up with its changes. It calls ready
// in between.
func (s *service) follow(ctx context.Context, ready func()) error {
	for !s.prepared.Load() {
		err := s.prepare(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil && !postgres.Unavailable(err) {
			return err
		}
		s.outage.Noticed(ctx, err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(prepareRetry):
		}
	}
	s.outage.Answered(ctx)
	ready()
	var beside sync.WaitGroup
	defer beside.Wait()
	if s.gallery != nil {
		beside.Go(func() { s.gallery.Run(ctx) })
	}
	beside.Go(func() { s.sums.Run(ctx) })
	beside.Go(func() { s.holdings.Run(ctx) })
	postgres.Listen(ctx, s.db.pool, s.log, s.outage,
		postgres.Channel{Name: "skeeter_lookups", Every: lookupsEvery, Look: func(ctx context.Context) { _ = s.lookups.Refresh(ctx) }},
		postgres.Channel{Name: "skeeter_observations", Every: observationsEvery, Look: s.catchUp},
		s.imports.Channel(),
	)
	return nil
}
