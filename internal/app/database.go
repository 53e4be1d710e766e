package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/catalog/places"
	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/observe/private"
)

// Database is a pool of connections, and the embedded cluster when SKEETER_DATABASE_URL is not set.
type Database struct {
	URL     string // without a pooler in between
	Pool    *pgxpool.Pool
	Cluster *cluster.Cluster // nil: the database is external
	// health has one connection, of the server alone: a ping must not wait for a connection of a busy pool.
	health *pgxpool.Pool
	// imports has the connections of imports by HTTP, which last longer than requests. It is the server's alone, and goes to no pooler.
	imports *pgxpool.Pool
	pooled  bool // Pool and health go through PgBouncer
	// replica is whether the database was a streaming replica when it was prepared. It can be read only.
	replica atomic.Bool
	// distributed reads the tables that a Citus cluster distributes, where there are some.
	distributed *nodes.Replica
	follower    *pgxpool.Pool // brings them up to date
	// replicas are streaming replicas of Pool's database, for the server's reads.
	replicas []nodes.Replica
	// private are pools that Of opened.
	private []*pgxpool.Pool
}

// acquireTimeout is how long a request waits for a connection.
const acquireTimeout = 10 * time.Second

// importConnections are what an import by HTTP takes: one for its transaction, one beside it.
const importConnections = 2

// DatabaseUse says how a command uses the database.
type DatabaseUse struct {
	// Registry takes the metrics of the server's pool. Commands other than serve pass nil: they join an embedded cluster that
	// runs, and have neither the limits nor the port of the server.
	Registry prometheus.Registerer
	Existing bool // the embedded database must exist; else it is made when it is missing
	// Opened is called when the database was started or joined, before anything is read or changed. It may be nil.
	Opened func(*Database)
}

// StartDatabase starts or joins the embedded cluster, or makes a pool for the external database. It does not wait for an
// external database to answer.
func StartDatabase(ctx context.Context, cfg config.Config, use DatabaseUse, log *slog.Logger) (*Database, error) {
	shared := use.Registry == nil
	db := &Database{URL: cmp.Or(cfg.DatabaseDirectURL, cfg.DatabaseURL), pooled: cfg.DatabaseDirectURL != "" && !shared}
	if db.URL == "" {
		o := cluster.Options{
			Dir: cfg.DatabasePath, BinDir: cfg.PostgresBin, Shared: shared, Existing: use.Existing, Log: func(text string) { log.InfoContext(ctx, text) },
		}
		if !shared {
			o.Port = cfg.DatabasePort // for programs that read the views of schema gis while the server runs
		}
		started, err := cluster.Start(ctx, o)
		if err != nil {
			return nil, err
		}
		db.Cluster, db.URL = started, started.URL()
	}
	address := db.URL
	if db.pooled {
		address = cfg.DatabaseURL
	}
	o := postgres.PoolOptions{
		URL: address, Pooled: db.pooled, Size: cfg.DatabasePoolSize, StatementTimeout: cfg.StatementTimeout, AcquireTimeout: acquireTimeout, Registry: use.Registry, Log: log,
	}
	if shared {
		o.Size, o.StatementTimeout, o.AcquireTimeout = 0, 0, 0
	}
	var err error
	if db.Pool, err = postgres.NewPool(ctx, o); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if use.Opened != nil {
		use.Opened(db)
	}
	if !shared {
		o = postgres.PoolOptions{URL: address, Pooled: db.pooled, Size: 1, StatementTimeout: cfg.StatementTimeout, ApplicationName: "skeeter health"}
		if db.health, err = postgres.NewPool(ctx, o); err != nil {
			return nil, errors.Join(err, db.Close())
		}
		o = postgres.PoolOptions{URL: db.URL, Size: importConnections, ApplicationName: "skeeter import"}
		if db.imports, err = postgres.NewPool(ctx, o); err != nil {
			return nil, errors.Join(err, db.Close())
		}
		if err := db.openReplicas(ctx, cfg); err != nil {
			return nil, errors.Join(err, db.Close())
		}
		if err := db.openDistributed(ctx, cfg); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return db, nil
}

// openReplicas makes pools for the replicas. Their names in metrics are their hosts.
func (db *Database) openReplicas(ctx context.Context, cfg config.Config) error {
	for i, address := range cfg.DatabaseReplicaURLs {
		r, err := openReader(ctx, postgres.PoolOptions{URL: address, Size: cfg.DatabasePoolSize, StatementTimeout: cfg.StatementTimeout, AcquireTimeout: acquireTimeout})
		if err != nil {
			return err
		}
		host := r.Pool.Config().ConnConfig
		r.Name = fmt.Sprintf("%d %s:%d", i+1, host.Host, host.Port)
		db.replicas = append(db.replicas, r)
	}
	return nil
}

// openDistributed makes pools for distributed tables. Those that read connect when there are some.
func (db *Database) openDistributed(ctx context.Context, cfg config.Config) error {
	dialed := new(nodes.Dialed)
	r, err := openReader(ctx, postgres.PoolOptions{
		URL: db.URL, Schema: nodes.DistributedSchema, Dial: dialed.Dial, ApplicationName: "skeeter distributed", Size: cfg.DatabasePoolSize, StatementTimeout: cfg.StatementTimeout,
		AcquireTimeout: time.Second, // then the primary answers
		Settings: map[string]string{
			"citus.enable_repartition_joins": "on", // records and events are joined by other columns than those they are distributed by
			"default_transaction_read_only":  "on",
		},
	})
	if err != nil {
		return err
	}
	r.Name, r.Cut = nodes.DistributedSchema, dialed.Cut
	db.distributed = &r
	db.follower, err = postgres.NewPool(ctx, postgres.PoolOptions{URL: db.URL, Size: 1, ApplicationName: "skeeter distribute"})
	return err
}

// openReader makes a pool for reads, and one of a connection that no request waits for.
func openReader(ctx context.Context, o postgres.PoolOptions) (r nodes.Replica, err error) {
	if r.Pool, err = postgres.NewPool(ctx, o); err != nil {
		return r, err
	}
	o.Size, o.ApplicationName = 1, "skeeter health"
	if r.Watch, err = postgres.NewPool(ctx, o); err != nil {
		r.Pool.Close()
	}
	return r, err
}

// String says which database it is: the folder of an embedded one, or the address without its password.
func (db *Database) String() string {
	if db.Cluster != nil {
		return db.Cluster.String()
	}
	address, err := url.Parse(db.URL)
	if err != nil {
		return "external" // the settings refuse such an address
	}
	if address.User != nil {
		address.User = url.User(address.User.Username())
	}
	query := address.Query()
	for name := range query {
		if strings.Contains(name, "password") {
			query.Del(name)
		}
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// prepare migrates the schema, loads the catalog and stores the built-in areas. A replica gets all that from its primary.
func (db *Database) prepare(ctx context.Context, log *slog.Logger) error {
	if err := postgres.CheckServer(ctx, db.Pool); err != nil {
		return err
	}
	if db.pooled {
		if err := postgres.CheckPooler(ctx, db.Pool, db.imports); err != nil {
			return err
		}
	}
	replica, err := postgres.InRecovery(ctx, db.Pool)
	if err != nil {
		return err
	}
	if db.replica.Store(replica); replica {
		return schema.CheckReplica(ctx, db.Pool)
	}
	if err := schema.MigrateUp(ctx, db.URL, log); err != nil {
		return err
	}
	db.Pool.Reset() // a session that began before PostGIS was installed does not know its types
	if db.imports != nil {
		db.imports.Reset()
	}
	if err := private.Renew(ctx, db.Pool); err != nil {
		return err
	}
	if err := catalog.Load(ctx, db.Pool, log); err != nil {
		return fmt.Errorf("load the catalog: %w", err)
	}
	return db.keepStates(ctx, log)
}

// statesSet is the built-in set of areas: the states and provinces of the world.
const statesSet = "admin1"

// keepStates stores the states and provinces as areas, once.
func (db *Database) keepStates(ctx context.Context, log *slog.Logger) error {
	digest, err := places.StatesDigest()
	if err != nil {
		return fmt.Errorf("read the states and provinces: %w", err)
	}
	began := time.Now()
	stored, err := areas.Keep(ctx, db.Pool, areas.BuiltIn{Set: statesSet, Digest: digest, Collection: places.StatesCollection})
	if err == nil && stored {
		log.InfoContext(ctx, "states and provinces stored as areas", "set", statesSet, "took", time.Since(began))
	}
	return err
}

// OpenDatabase starts the database and prepares it, for commands that work on the records and end.
func OpenDatabase(ctx context.Context, cfg config.Config, use DatabaseUse, log *slog.Logger) (*Database, error) {
	db, err := StartDatabase(ctx, cfg, use, log)
	if err != nil {
		return nil, err
	}
	if err := db.prepare(ctx, log); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Of returns a pool whose sessions see the records of a data source, by its id or name: its own where it is private. Close closes it.
func (db *Database) Of(ctx context.Context, source string) (*pgxpool.Pool, error) {
	all, err := private.List(ctx, db.Pool)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.ID == lang.Slug(source) || s.Name == source {
			return db.open(ctx, s)
		}
	}
	return db.Pool, nil
}

// All returns the pool whose sessions see what is public, and one for each private data source. Close closes them.
func (db *Database) All(ctx context.Context) ([]*pgxpool.Pool, error) {
	all, err := private.List(ctx, db.Pool)
	if err != nil {
		return nil, err
	}
	pools := []*pgxpool.Pool{db.Pool}
	for _, s := range all {
		pool, err := db.open(ctx, s)
		if err != nil {
			return nil, err
		}
		pools = append(pools, pool)
	}
	return pools, nil
}

func (db *Database) open(ctx context.Context, s private.Source) (*pgxpool.Pool, error) {
	pool, err := postgres.NewPool(ctx, postgres.PoolOptions{URL: db.URL, Schema: s.Schema()})
	if err != nil {
		return nil, err
	}
	db.private = append(db.private, pool)
	return pool, nil
}

// reset closes every connection, because the server behind them restarted.
func (db *Database) reset() {
	db.Pool.Reset()
	db.health.Reset()
	db.imports.Reset()
}

// closeTimeout is how long Close waits for connections in use before it stops the cluster.
const closeTimeout = 5 * time.Second

// Close closes the connections and stops an embedded cluster that this process started.
func (db *Database) Close() error {
	closed := make(chan struct{})
	go func() {
		readers := db.replicas
		if db.distributed != nil {
			readers = append(readers, *db.distributed)
		}
		for _, r := range readers {
			r.Pool.Close()
			r.Watch.Close()
		}
		for _, pool := range append(db.private, db.imports, db.health, db.follower, db.Pool) {
			if pool != nil {
				pool.Close()
			}
		}
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeTimeout):
	}
	if db.Cluster != nil {
		return db.Cluster.Stop()
	}
	return nil
}
