package scale_test

import (
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects/objectstest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest/front"
)

const writeToken = "a token that is long enough for a test"

// maxLag is SKEETER_REPLICA_MAX_LAG of the servers.
const maxLag = 2 * time.Second

// layout is one database and what serves it.
type layout struct {
	t        *testing.T
	primary  *skeetertest.Postgres
	replicas []*skeetertest.Postgres
	pooler   *skeetertest.Pooler // nil: the servers find the primary by themselves
	store    *objectstest.Server
	servers  []*server
	balancer skeetertest.Endpoint
}

// server may be started again at the address that the balancer knows.
type server struct {
	*skeetertest.Server
	deployment *skeetertest.Deployment
}

// plan says what is in a layout.
type plan struct {
	pooled bool
	// synchronous is PostgreSQL's synchronous_standby_names of the primary and of the replicas.
	synchronous string
}

// newLayout starts everything. The servers find an empty database, all at the same moment.
func newLayout(t *testing.T, p plan) *layout {
	t.Helper()
	if testenv.Long() {
		front.Program(t, "nginx")
	}
	if p.pooled && skeetertest.Program("pgbouncer") == "" {
		if testenv.Long() {
			t.Skip("SKIPPED: pgbouncer is not installed")
		}
		t.Log("SKIPPED: pgbouncer is not installed: the servers find the primary by themselves")
		p.pooled = false
	}
	l := &layout{t: t, primary: skeetertest.NewPostgres(t), store: objectstest.Start(t, "")}
	l.empty()
	if p.synchronous != "" {
		pgtest.RunOn(t, l.primary.Address, "alter system set synchronous_standby_names = '"+p.synchronous+"'")
	}
	for range 2 {
		l.replicas = append(l.replicas, l.primary.Replica())
	}
	pgtest.RunOn(t, l.primary.Address, "select pg_reload_conf()") // the replicas have read it
	address := l.wherever()
	if p.pooled {
		l.pooler = l.primary.Pooler(skeetertest.PoolerSettings)
		address = l.pooler.Address
	}
	settings := skeetertest.ModelSettings(t, append(l.store.Settings(l.store.Address), "SKEETER_WRITE_TOKEN="+writeToken, "SKEETER_TRUSTED_PROXIES=127.0.0.1",
		"SKEETER_REPLICA_MAX_LAG="+maxLag.String(), "SKEETER_DATABASE_REPLICA_URLS="+l.replicas[0].Address+","+l.replicas[1].Address)...)
	if p.pooled {
		settings = append(settings, "SKEETER_DATABASE_DIRECT_URL="+l.wherever())
	}
	for range 3 {
		d := skeetertest.On(t, address, append(settings, "SKEETER_LISTEN_ADDR=127.0.0.1:"+skeetertest.Port(t))...)
		l.servers = append(l.servers, &server{d.Start(), d})
	}
	l.ready()
	l.balance()
	l.balancer.Client.Timeout = clientTimeout
	return l
}

// balance starts nginx before the servers. Where it is not installed, a proxy takes its place, which hands each request to the next server, and
// imports to one of them.
func (l *layout) balance() {
	l.t.Helper()
	if skeetertest.Program("nginx") != "" {
		l.balancer, _ = front.Nginx(l.t, l.servers[0].Server, l.servers[1].Server, l.servers[2].Server)
		return
	}
	l.t.Log("SKIPPED: nginx is not installed: a proxy of the test balances")
	var next atomic.Int64
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		s := l.servers[0]
		if !strings.HasPrefix(r.In.URL.Path, skeetertest.Imports) {
			s = l.servers[int(next.Add(1))%len(l.servers)]
		}
		r.Out.URL.Scheme, r.Out.URL.Host = "http", strings.TrimPrefix(s.Base, "http://")
		r.SetXForwarded()
	}})
	l.t.Cleanup(proxy.Close)
	l.balancer = skeetertest.NewEndpoint(proxy.URL)
}

// empty makes the database anew, without a schema.
func (l *layout) empty() {
	l.t.Helper()
	other := strings.Replace(l.primary.Address, "/skeeter?", "/postgres?", 1)
	pgtest.RunOn(l.t, other, "drop database skeeter")
	pgtest.RunOn(l.t, other, "create database skeeter")
	pgtest.RunOn(l.t, l.primary.Address, "create extension postgis")
}

// wherever is the address of the primary, whichever of the three that is.
func (l *layout) wherever() string {
	host := func(p *skeetertest.Postgres) string {
		_, after, _ := strings.Cut(p.Address, "host=")
		return strings.TrimSuffix(after, "&user=skeeter")
	}
	return "postgres:///skeeter?host=" + host(l.primary) + "," + host(l.replicas[0]) + "," + host(l.replicas[1]) + "&target_session_attrs=read-write&user=skeeter"
}

// ready waits until each server has its index and reads on replicas.
func (l *layout) ready() {
	l.t.Helper()
	var all sync.WaitGroup
	for _, s := range l.servers {
		all.Go(func() { s.WaitReady() })
	}
	all.Wait()
	for _, s := range l.servers {
		s.WaitIndexed()
		s.has(l.t, len(l.replicas))
	}
}

// has waits until a server has so many replicas to read.
func (s *server) has(t *testing.T, replicas int) {
	t.Helper()
	testenv.Succeeds(t, "the server reads on replicas", func() error {
		if up := s.MetricSum("skeeter_replica_up"); int(up) != replicas {
			return fmt.Errorf("%s has %v, want %d", s.Base, up, replicas)
		}
		return nil
	})
}

// failOver is what an operator does when the primary is gone: the replica that received most becomes the primary, the other one follows it,
// and PgBouncer asks it. docs/operations.md has the same.
func (l *layout) failOver() {
	l.t.Helper()
	next, other := l.replicas[0], l.replicas[1]
	if received(l.t, other) > received(l.t, next) {
		next, other = other, next
	}
	next.Promote()
	other.Follow(next)
	if l.pooler != nil {
		l.pooler.Point(next)
	}
	l.primary, l.replicas = next, []*skeetertest.Postgres{other}
}

// received is how far a replica has the write-ahead log of its primary.
func received(t *testing.T, replica *skeetertest.Postgres) nodes.Position {
	t.Helper()
	return parsed(t, pgtest.Value[string](t, replica.Connect(), "select pg_last_wal_receive_lsn()::text"))
}

func parsed(t *testing.T, text string) nodes.Position {
	t.Helper()
	p, err := nodes.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// alike are requests that every server answers with the same bytes, but for its address in links.
var alike = []string{"/api/v1/tiles/observations/0/0/0.mvt", "/api/v1/tiles/observations/5/10/16.mvt", tileOf(1), "/api/v1/geo/observations?limit=1000", "/api/v1/observations?limit=100",
	"/api/v1/stats/table?by=species,year", "/api/v1/filters/data_sources"}

// agree waits until all servers count what is stored, and answer the same bytes.
func (l *layout) agree() {
	l.t.Helper()
	stored := pgtest.Value[int](l.t, l.primary.Connect(), "select count(*)::int from observations")
	testenv.Succeeds(l.t, "the servers agree", func() error {
		for _, s := range l.servers {
			if n := s.Count("/api/v1/stats"); n != stored {
				return fmt.Errorf("%s counts %d, %d are stored", s.Base, n, stored)
			}
		}
		for _, target := range alike {
			want := l.servers[0].Get(target)
			for _, s := range l.servers[1:] {
				if got := s.Get(target); got.Status != want.Status || strings.ReplaceAll(string(got.Body), s.Base, l.servers[0].Base) != string(want.Body) || got.Header.Get("ETag") != want.Header.Get("ETag") {
					return fmt.Errorf("%s: %d, %d bytes, ETag %s, and at another server %d, %d bytes, ETag %s", target, want.Status, len(want.Body), want.Header.Get("ETag"),
						got.Status, len(got.Body), got.Header.Get("ETag"))
				}
			}
		}
		return nil
	})
}
