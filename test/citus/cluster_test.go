// Package citus_test asks a Citus cluster what of Skeeter runs on it. SKEETER_TEST_CITUS_URL is the address of a superuser on a coordinator that
// has workers, such as postgres://postgres@127.0.0.1:15500/postgres. Each test has a database of its own on all of them.
package citus_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
)

// clusterVariable names the coordinator.
const clusterVariable = "SKEETER_TEST_CITUS_URL"

// node is an instance of the cluster. The coordinator has group 0.
type node struct {
	Host  string `db:"nodename"`
	Port  int    `db:"nodeport"`
	Group int    `db:"groupid"`
}

// database makes a database with the newest schema on every node, and returns its address on the coordinator. Of its tables none is distributed.
func database(t *testing.T) string {
	t.Helper()
	return databaseOf(t, "")
}

// databaseOf is database for an owner who is no superuser. The role is made on every node, which has to let it in without a password.
func databaseOf(t *testing.T, owner string) string {
	t.Helper()
	coordinator := os.Getenv(clusterVariable)
	if coordinator == "" {
		t.Skip("SKEETER_TEST_CITUS_URL is not set: no Citus cluster is asked")
	}
	address, err := url.Parse(coordinator)
	if err != nil {
		t.Fatal("SKEETER_TEST_CITUS_URL is no address")
	}
	nodes := pgtest.Rows[node](t, connect(t, coordinator), "select nodename, nodeport, groupid from pg_dist_node order by groupid")
	name := fmt.Sprintf("skeeter_test_%d", time.Now().UnixNano())
	for _, n := range nodes {
		admin, own := *address, *address
		admin.Host = fmt.Sprintf("%s:%d", n.Host, n.Port)
		own.Host, own.Path = admin.Host, "/"+name
		create := "create database " + name
		if owner != "" {
			pgtest.RunOn(t, admin.String(), "set citus.enable_ddl_propagation = off; create role "+owner+" login")
			t.Cleanup(func() { pgtest.RunOn(t, admin.String(), "set citus.enable_ddl_propagation = off; drop role "+owner) })
			create += " owner " + owner
		}
		pgtest.RunOn(t, admin.String(), create)
		t.Cleanup(func() { pgtest.RunOn(t, admin.String(), "drop database if exists "+name+" with (force)") })
		pgtest.RunOn(t, own.String(), "create extension citus; create extension postgis")
	}
	address.Path = "/" + name
	db := connect(t, address.String())
	for _, n := range nodes {
		add := "select citus_add_node($1, $2)"
		if n.Group == 0 {
			add = "select citus_set_coordinator_host($1, $2)"
		}
		pgtest.Run(t, db, add, n.Host, n.Port)
	}
	if owner != "" {
		address.User = url.User(owner)
	}
	if err := schema.MigrateUp(context.Background(), address.String(), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	return address.String()
}

// connect returns a pool that is closed when the test ends.
func connect(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	db, err := postgres.Connect(context.Background(), postgres.PoolOptions{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}
