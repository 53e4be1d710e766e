package schema_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/migrations"
)

// TestOldSchemasAreRefused: what a program before 0.1.0 left below version 13 is left as it is.
func TestOldSchemasAreRefused(t *testing.T) {
	t.Parallel()
	for _, version := range []int{1, 8, 9, 12} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			url := pgtest.EmptyURL(t)
			pgtest.RunOn(t, url, fmt.Sprintf("create table schema_migrations (version bigint not null primary key, dirty boolean not null); insert into schema_migrations values (%d, false)", version))
			if version >= migrations.First {
				pgtest.RunOn(t, url, "create table gis_counted (n int)")
			}
			mg, err := schema.NewMigrator(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer mg.Close()
			conn, err := pgx.Connect(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(ctx)
			for what, err := range map[string]error{"up": mg.Up(), "down": mg.Down(1), "all down": mg.Down(-1), "check": schema.Check(ctx, conn)} {
				want := fmt.Sprintf("has version %d, which is too old for this program: let a build of commit %s", version, migrations.LastBefore)
				if err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), "nothing was changed") {
					t.Errorf("%s: %v", what, err)
				}
			}
			if is, dirty, err := mg.Version(); is != uint(version) || dirty || err != nil {
				t.Errorf("version %d, dirty %v, %v", is, dirty, err)
			}
			if tables := pgtest.Value[int](t, conn, "select count(*) from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'gis_counted')"); tables != 0 {
				t.Errorf("%d tables were made", tables)
			}
		})
	}
}
