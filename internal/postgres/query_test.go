package postgres_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/sql"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// TestEveryQueryPrepares asks PostgreSQL to parse every .sql file on the migrated schema.
func TestEveryQueryPrepares(t *testing.T) {
	t.Parallel()
	names, err := sql.Names()
	if err != nil || len(names) == 0 {
		t.Fatalf("no queries: %v", err)
	}
	ctx := context.Background()
	tx, err := pgtest.Pool(t).Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	// The importer's queries read temporary tables of its transaction.
	for _, stage := range []sql.Query{
		sql.Get("staging/create_rows.sql"), sql.Get("staging/create_rejected.sql"), sql.Get("staging/create_skipped.sql"), sql.Get("staging/create_sources.sql"),
		sql.Get("staging/create_event_rows.sql"), sql.Get("staging/create_pool_rows.sql"), sql.Get("locating/transform_place.sql"),
	} {
		pgtest.Run(t, tx, stage.String())
	}
	pgtest.Run(t, tx, sql.Get("locating/places.sql").String(), pgx.NamedArgs{"territories": []string{}, "states": []string{}})
	pgtest.Run(t, tx, sql.Get("locating/ranges.sql").String())
	pgtest.Run(t, tx, sql.Get("locating/mismatches.sql").String())
	pgtest.Run(t, tx, sql.Get("comparing/shared.sql").String())
	pgtest.Run(t, tx, sql.Get("comparing/records.sql").String(), pgx.NamedArgs{"batch": 1, "own": false})
	pgtest.Run(t, tx, sql.Get("comparing/recognize.sql").String(), pgx.NamedArgs{"keys": []int32{}, "of_others": []string{}})
	pgtest.Run(t, tx, sql.Get("comparing/events.sql").String(), pgx.NamedArgs{"batch": 1, "own": false})
	pgtest.Run(t, tx, sql.Get("comparing/pools.sql").String(), pgx.NamedArgs{"batch": 1, "own": false})
	pgtest.Run(t, tx, sql.Get("comparing/missing.sql").String(), pgx.NamedArgs{"keys": []int32{}})
	pgtest.Run(t, tx, sql.Get("merging/note_before.sql").String(), pgx.NamedArgs{"batch": 1})
	pgtest.Run(t, tx, sql.Get("merging/note_indexes.sql").String())
	pgtest.Run(t, tx, sql.Get("optimizing/create_parts.sql").String(), pgx.NamedArgs{"rows": 1})
	pgtest.Run(t, tx, sql.Get("rollups/create_deltas.sql").String()) // as folding does
	pgtest.Run(t, tx, sql.Get("rollups/name_kinds.sql").String())
	// The tables that a Citus cluster distributes, on one node.
	for _, statement := range pgtest.Column[string](t, tx, sql.Get("distributing/create.sql").String(), pgx.NamedArgs{"shards": 1}) {
		if !strings.Contains(statement, "create_distributed_table") {
			pgtest.Run(t, tx, statement)
		}
	}
	pgtest.Run(t, tx, "create function recover_prepared_transactions() returns int language sql as 'select 0'")
	pgtest.Run(t, tx, "create temporary table pg_dist_node (groupid int, isactive boolean, shouldhaveshards boolean)")
	for _, name := range names {
		text, _, err := pgx.NamedArgs{}.RewriteQuery(ctx, nil, sql.Get(name).String(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		attempt, err := tx.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := attempt.Conn().PgConn().Prepare(ctx, "", text, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := attempt.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// TestIndexesOfHeadersExist: each index that a file says it counts on, by `-- Index: name, name; more words`, is one of the schema.
func TestIndexesOfHeadersExist(t *testing.T) {
	t.Parallel()
	names, err := sql.Names()
	if err != nil {
		t.Fatal(err)
	}
	indexes := pgtest.Column[string](t, pgtest.Pool(t), "select relname::text from pg_class where relkind = 'i'")
	line := regexp.MustCompile(`(?m)^-- Index: ([^;\n]*)`)
	named := 0
	for _, name := range names {
		for _, found := range line.FindAllStringSubmatch(sql.Get(name).String(), -1) {
			for index := range strings.SplitSeq(found[1], ", ") {
				if index == "none" || strings.Contains(index, " ") {
					continue // words
				}
				if named++; !slices.Contains(indexes, index) {
					t.Errorf("%s counts on index %s, which does not exist", name, index)
				}
			}
		}
	}
	if named == 0 {
		t.Error("no file names an index")
	}
}
