package gis_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
)

var noRight = regexp.MustCompile("SQLSTATE (42501|42704|55000)")

// TestReaderCannotGainRights: a session may set its own defaults otherwise, and that is all it gains.
func TestReaderCannotGainRights(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.grant("qgis", password)
	conn := o.mustConnect("qgis", password)
	run := func(statement string) error { _, err := conn.Exec(t.Context(), statement); return err }
	if err := run("create temporary table x (n int)"); err == nil || !strings.Contains(err.Error(), "read-only transaction") {
		t.Errorf("a session begins read-only: %v", err)
	}
	for _, allowed := range []string{"set default_transaction_read_only = off", "set statement_timeout = 0", "set search_path = public", "set session characteristics as transaction read write"} {
		if err := run(allowed); err != nil {
			t.Errorf("%s: %v", allowed, err)
		}
	}
	for _, forbidden := range []string{
		"select user_id from observations", "table observations", "delete from observations", "update observations set count = 1", "truncate observations",
		"delete from gis.observations", "update gis.observations set notes = ''", "insert into gis.species select * from gis.species", "drop view gis.observations",
		"create or replace view gis.observations as select 1", "create table x (n int)", "create table gis.x (n int)", "create schema x",
		"create function public.x() returns int language sql as 'select 1'", "refresh materialized view sites",
		"alter role qgis superuser", "alter role qgis createrole", "alter role qgis connection limit -1", "alter role skeeter password 'x'", "create role x", "grant skeeter to qgis",
		"set role skeeter", "set session authorization skeeter", "set session_replication_role = replica",
		"select * from pg_authid", "select pg_read_file('/etc/passwd')", "select pg_ls_dir('.')", "copy (select 1) to '/tmp/x'", "copy (select 1) to program 'id'",
		"select pg_terminate_backend(pid) from pg_stat_activity where usename = 'skeeter'", "select pg_reload_conf()", "alter system set jit = on",
		"create extension file_fdw", "create extension dblink", "alter database skeeter owner to qgis", "do $$ begin execute 'delete from observations'; end $$",
		"select pg_advisory_lock(1)", "select pg_try_advisory_xact_lock_shared(1, 2)", "select pg_advisory_unlock_all()",
		"select pg_logical_emit_message(false, 'a', 'b')", "select pg_notify('skeeter_observations', '')", "set temp_file_limit = -1",
		"select * from gis.history", "table history", "table held_observations", "table receipts", "table held_pools",
		"select redact_history('observation', '1', '{}', 'server', null)", "select lo_create(0)", "select lo_from_bytea(0, 'x')", "create temporary table x (n int)", "create temporary view x as select 1",
	} {
		// No right (42501), no such role or object for it (42704), or a view that takes no change from anybody (55000).
		if err := run(forbidden); err == nil || !noRight.MatchString(err.Error()) {
			t.Errorf("%s: %v", forbidden, err)
		}
	}
	if _, err := gis.Grant(t.Context(), o.db, gis.Reader{Role: "qgis", Auditor: true, Embedded: true}); err != nil {
		t.Fatal(err)
	}
	if err := run("select * from gis.history"); err != nil {
		t.Errorf("an auditor reads the history: %v", err)
	}
	if err := run("table history"); err == nil {
		t.Error("an auditor reads the table")
	}
	o.grant("qgis", password)
	if err := run("select * from gis.history"); err == nil {
		t.Error("who is no auditor any more reads the history")
	}
	want(t, "records", lines(t, o.db, "select (count(*) > 0)::text from observations"), "true")
}
