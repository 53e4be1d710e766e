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

// TestEveryStepIsOnTheWay: a schema between two of today's steps is none of those that are too old.
func TestEveryStepIsOnTheWay(t *testing.T) {
	t.Parallel()
	mg, err := schema.NewMigrator(context.Background(), pgtest.EmptyURL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer mg.Close()
	if err := mg.Up(); err != nil {
		t.Fatal(err)
	}
	newest, _, err := mg.Version()
	if err != nil || newest < migrations.Oldest {
		t.Fatal(newest, err)
	}
	for version := newest; version >= migrations.First; version-- {
		if err := mg.Down(1); err != nil {
			t.Errorf("down from version %d: %v", version, err)
		}
	}
	if version, _, err := mg.Version(); version != 0 || err != nil {
		t.Errorf("below the first step is version %d, %v", version, err)
	}
	if err := mg.Up(); err != nil {
		t.Error(err)
	}
}
