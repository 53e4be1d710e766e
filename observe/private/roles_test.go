package private_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// layOut gives the database a writer by deploy/roles.sql, as an operator does, and an analyst who reads all public tables, and every table to come.
func (w world) layOut() {
	w.t.Helper()
	pgtest.RunOn(w.t, w.url, "create role skeeter_owner; create role skeeter_writer; create role analyst;"+
		"grant usage on schema public to analyst; grant select on all tables in schema public to analyst;"+
		"alter default privileges grant select on tables to analyst; alter default privileges grant usage on schemas to analyst;"+
		"alter default privileges grant select on tables to public")
	w.t.Cleanup(func() { // roles are those of all databases of the cluster
		pgtest.RunOn(w.t, w.url, "reassign owned by skeeter_writer to current_user; drop owned by skeeter_owner, skeeter_writer, analyst; drop role skeeter_owner, skeeter_writer, analyst")
	})
	roles, err := os.ReadFile("../../deploy/roles.sql")
	if err != nil {
		w.t.Fatal(err)
	}
	for range 2 { // it may run again
		pgtest.RunOn(w.t, w.url, string(roles))
	}
}

// as is a pool of a role, of the public or of a schema.
func (w world) as(role, schema string) *pgxpool.Pool {
	w.t.Helper()
	w.url += "&role=" + role
	return w.pool(schema)
}

// rightsHold holds that the writer has in the schema of the private data source the rights that it has on public tables, and nobody else has any.
func (w world) rightsHold(after string) {
	w.t.Helper()
	all, err := private.List(w.t.Context(), w.db)
	if err != nil || len(all) != 1 {
		w.t.Fatalf("private are %v: %v", all, err)
	}
	schema := all[0].Schema()
	if has := pgtest.Value[bool](w.t, w.db, "select has_schema_privilege('skeeter_writer', $1, 'usage')", schema); !has {
		w.t.Fatalf("%s: the writer may not use the schema", after)
	}
	const differ = `with rights as (
			select n.nspname, c.relname, array_agg(a.privilege_type || a.is_grantable order by a.privilege_type) filter (where a.grantee = 'skeeter_writer'::regrole) as of_writer,
				bool_or(a.grantee not in ('skeeter_writer'::regrole, c.relowner)) as of_others
			from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
			where c.relkind in ('r', 'p', 'v', 'S') group by 1, 2)
		select i.relname::text from rights i left join rights o on o.nspname = 'public' and o.relname = i.relname
		where i.nspname = $1 and (i.of_others or i.of_writer is null or (i.of_writer = o.of_writer) is not true)`
	if wrong := pgtest.Column[string](w.t, w.db, differ, schema); len(wrong) > 0 {
		w.t.Errorf("%s: other rights than those on public tables: %v", after, wrong)
	}
	for _, role := range []string{"analyst", "public"} {
		if has := pgtest.Value[bool](w.t, w.db, "select has_schema_privilege($1, $2, 'usage') or has_table_privilege($1, $2 || '.observations', 'select')", role, schema); has {
			w.t.Errorf("%s: %s sees the private records", after, role)
		}
	}
}

// TestRolesOfPrivateSources: by deploy/roles.sql the writer works with private data sources that the owner made, and with their records as with public
// ones. It neither makes nor ends them, and who may only read public tables sees nothing of them.
func TestRolesOfPrivateSources(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set(true, nil) // before there were roles
	w.layOut()
	w.rightsHold("roles.sql")

	writer := w.as("skeeter_writer", "")
	all, err := private.List(t.Context(), writer)
	if err != nil || len(all) != 1 {
		t.Fatalf("private are %v: %v", all, err)
	}
	room := w.as("skeeter_writer", all[0].Schema())
	if taken := pgtest.Column[string](t, writer, "select taken_elsewhere(array(select id from "+all[0].Schema()+".observations))::text"); len(taken) != 2 {
		t.Errorf("ids that private records have: %v", taken)
	}
	before := w.content(room)
	more := rows + "trace-5,Culex pipiens,48.8912345,2.3912345,2019-06-05,1,,,,,,,,,,,\n"
	if r := w.must(room, "Secret", more); r.Inserted != 1 {
		t.Errorf("a new row: %+v", r)
	}
	pgtest.Run(t, room, "delete from observations where occurrence_id = 'trace-5'")
	if got := w.content(room); !slices.Equal(got, before) {
		t.Errorf("the same file again leaves\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
	}
	removed, err := datasets.Remove(t.Context(), room, "Secret")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := datasets.Restore(t.Context(), room, removed.ID); err != nil {
		t.Fatal(err)
	}

	tomorrow := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	if err := private.Set(t.Context(), writer, "secret", true, &tomorrow); err != nil {
		t.Errorf("another day: %v", err) // no record moves
	}
	if err := private.Set(t.Context(), writer, "secret", false, nil); !errors.Is(err, private.ErrNotOwner) {
		t.Errorf("made public by the writer: %v", err)
	}
	pgtest.Run(t, w.db, "update all_data_sources set public_from = current_date where private")
	if _, err := private.Publish(t.Context(), writer); !errors.Is(err, private.ErrNotOwner) {
		t.Errorf("published by the writer: %v", err)
	}
	w.set(false, nil)
	if got := w.content(w.db); !slices.Equal(got, before) {
		t.Errorf("public again are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
	}
	if err := private.Set(t.Context(), writer, "secret", true, nil); !errors.Is(err, private.ErrNotOwner) {
		t.Errorf("made private by the writer: %v", err)
	}

	w.set(true, nil)
	w.rightsHold("made private once more")
	pgtest.Run(t, w.db, "update all_data_sources set tables_version = 1 where private")
	if err := private.Renew(t.Context(), writer); err == nil || !strings.Contains(err.Error(), "let the owner of the database run skeeter migrate up") {
		t.Errorf("made anew by the writer: %v", err)
	}
	if err := private.Renew(t.Context(), w.db); err != nil {
		t.Fatal(err)
	}
	w.rightsHold("made anew")
	if err := private.Renew(t.Context(), writer); err != nil {
		t.Errorf("with nothing to do: %v", err)
	}
	pgtest.RunOn(t, w.url, "revoke insert on observations from skeeter_writer; select share_private_schema(key) from all_data_sources where private")
	if has := pgtest.Value[bool](t, w.db, "select has_schema_privilege('skeeter_writer', $1, 'usage')", all[0].Schema()); has {
		t.Error("a role that may no longer write public records still sees private ones")
	}
}
