package citus_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/distributing"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var update = flag.Bool("update", false, "write testdata/walk.txt anew")

// What becomes of a query on a cluster.
const (
	pushed      = "pushed"      // the workers do it
	pulled      = "pulled"      // rows of the workers come to the coordinator, which does a part of it
	coordinator = "coordinator" // it reads no distributed table
	refused     = "refused"     // Citus does not do it
	utility     = "utility"     // has no plan: a lock, a temporary table, a setting
)

// featureNotSupported is the SQLSTATE of what Citus does not do.
const featureNotSupported = "0A000"

// abortedByWorker is the SQLSTATE that hides the error of another session of the same query, such as one that does not see a temporary table.
const abortedByWorker = "25P02"

// TestWalk lets a session that reads the distributed tables plan and run every query that reads records, and compares what became of it with testdata/walk.txt.
// The primary answers those that are refused.
func TestWalk(t *testing.T) {
	ctx := context.Background()
	address := database(t)
	if _, err := distributing.Run(ctx, connect(t, address), distributing.Options{Shards: 8}); err != nil {
		t.Fatal(err)
	}
	reads, err := postgres.NewPool(ctx, postgres.PoolOptions{
		URL: address, Schema: nodes.DistributedSchema, Size: 1, Settings: map[string]string{"citus.enable_repartition_joins": "on"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer reads.Close()
	session, err := reads.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Release()
	conn := session.Conn()
	names, err := sql.Names()
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	pgtest.Run(t, conn, "set statement_timeout = '20s'") // what waits does not wait for ever
	sample := sampler(t, conn)
	lines, became := make([]string, 0, len(names)), map[string]int{}
	for _, name := range names {
		if !reading(name) {
			continue
		}
		kind, why := walk(t, conn, sample, name)
		became[kind]++
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%-11s %s %s", kind, name, why)))
	}
	for _, kind := range slices.Sorted(maps.Keys(became)) {
		t.Logf("%s: %d", kind, became[kind])
	}
	compare(t, "testdata/walk.txt", strings.Join(lines, "\n")+"\n")
}

// notReads are the folders of queries that no request which reads runs: they run on the primary.
var notReads = []string{"comparing/", "locating/", "staging/", "merging/", "importing/", "dataset/", "obscuring/", "optimizing/", "partitioning/", "distributing/", "private/", "demo/", "loading/",
	"synonyms/", "clearing/", "rollups/", "gis/", "session/", "backup/", "predict/", "people/", "accounts/", "sessions/"}

var (
	ofRecords = regexp.MustCompile(`\b(observations|absences|sampling_events|pools)\b`)
	writes    = regexp.MustCompile(`(?m)^\s*(insert into|update|delete from|copy|lock|create|select set_config) `)
)

// reading reports whether a query reads records and writes nothing.
func reading(name string) bool {
	text := sql.Get(name).String()
	return ofRecords.MatchString(text) && !writes.MatchString(text) && !slices.ContainsFunc(notReads, func(folder string) bool { return strings.HasPrefix(name, folder) })
}

var (
	createsTable = regexp.MustCompile(`(?m)^create temporary table (\w+)`)
	// some refusals of Citus are internal errors
	ofCitus = regexp.MustCompile(`(?i)distributed|repartition|no matching oid for function`)
	// errors that one database gives too: data, constraints, what functions raise, statements within a transaction, roles and views without content
	ofValues = regexp.MustCompile(`^(22|23|P0|25001|42704|55000)`)
	copies   = regexp.MustCompile(`(?m)^copy `)
)

// walk plans a query and runs it, with some value for each parameter, and undoes what it did.
func walk(t *testing.T, conn *pgx.Conn, sample func(oid uint32) []byte, name string) (kind, why string) {
	t.Helper()
	ctx := context.Background()
	text, _, err := pgx.NamedArgs{}.RewriteQuery(ctx, nil, sql.Get(name).String(), nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var plan string
	try := func(statement string, read bool) error {
		attempt, err := conn.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer attempt.Rollback(ctx)
		if made := createsTable.FindStringSubmatch(text); made != nil {
			pgtest.Run(t, attempt, "drop table if exists pg_temp."+made[1])
		}
		pg := attempt.Conn().PgConn()
		prepared, err := pg.Prepare(ctx, "", text, nil)
		if err != nil {
			return err
		}
		values := make([][]byte, len(prepared.ParamOIDs))
		for i, oid := range prepared.ParamOIDs {
			values[i] = sample(oid)
			if strings.HasPrefix(name, "ogc/") && string(values[i]) == "0" {
				values[i] = []byte("4326") // a system of coordinates
			}
		}
		result := pg.ExecParams(ctx, statement, values, prepared.ParamOIDs, nil, nil).Read()
		if read {
			var b strings.Builder
			for _, row := range result.Rows {
				b.Write(row[0])
				b.WriteByte('\n')
			}
			plan = b.String()
		}
		return result.Err
	}
	if copies.MatchString(text) {
		return utility, "" // waits for rows
	}
	err = try("explain (costs off) "+text, true)
	pg := (*pgconn.PgError)(nil)
	if errors.As(err, &pg) {
		switch {
		case pg.Code == "42601": // explain takes no such statement
			kind = utility
		case pg.Code == featureNotSupported || pg.Code == abortedByWorker || ofCitus.MatchString(pg.Message):
			return refused, pg.Message
		default:
			t.Errorf("%s is not planned: %v", name, err)
			return refused, pg.Message
		}
	} else if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := try(text, false); errors.As(err, &pg) && !ofValues.MatchString(pg.Code) {
		return refused, pg.Message
	}
	switch {
	case kind == utility:
		return utility, ""
	case !strings.Contains(plan, "Custom Scan (Citus"):
		return coordinator, ""
	case strings.Contains(plan, "Distributed Subplan") || strings.Contains(plan, "pull to coordinator"):
		return pulled, ""
	default:
		return pushed, ""
	}
}

// sampled is a value of each type that parameters have, as text. Types of arrays and domains have those of samples.
var sampled = map[string]string{
	"uuid": "01890a5d-ac96-774b-bcce-b302099a8057", "bool": "true", "interval": "1 day", "json": "{}", "jsonb": "{}", "bytea": `\x0101000000000000000000f03f000000000000f03f`,
	"tid":         "(0,1)",
	"pg_snapshot": "1:1:", "geometry": "SRID=4326;POINT(1 1)", "date": "2026-06-01", "timestamptz": "2026-06-01", "timestamp": "2026-06-01",
}

// sampler returns a value of a type, as text.
func sampler(t *testing.T, conn *pgx.Conn) func(oid uint32) []byte {
	type kind struct {
		Name     string `db:"name"`
		Category string `db:"category"`
	}
	known := map[uint32][]byte{}
	return func(oid uint32) []byte {
		if value, ok := known[oid]; ok {
			return value
		}
		k := pgtest.Rows[kind](t, conn, "select typname::text as name, typcategory::text as category from pg_type where oid = $1", oid)[0]
		value, ok := sampled[k.Name]
		switch {
		case ok:
		case k.Category == "A":
			value = "{}"
		case k.Category == "N":
			value = "0" // zoom 0 has a tile 0
		case k.Category == "S":
			value = "{}" // is a text, and JSON, and a list
		default:
			t.Fatalf("no value of type %s is known", k.Name)
		}
		known[oid] = []byte(value)
		return known[oid]
	}
}

// compare compares a text with a file, or writes it.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for _, line := range is {
		if !slices.Contains(was, line) {
			t.Errorf("%s does not have %q", file, line)
		}
	}
	for _, line := range was {
		if !slices.Contains(is, line) {
			t.Errorf("%s has %q, which is no more", file, line)
		}
	}
}
