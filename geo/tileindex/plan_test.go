package tileindex_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// TestCatchOfAnUnknownTable: after a bulk write, of which PostgreSQL has no statistics or those from before, it finds the catch of sampling events by their
// ids, or in one scan. By the index of data sources, one alone or beside the other, it would read all records of the source for each event.
func TestCatchOfAnUnknownTable(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{
		"never analyzed":         "",
		"analyzed without event": "insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key) select gen_random_uuid(), 1, 1, 'SRID=4326;POINT(1 1)', date '2000-01-01' + n % 3000, 'day', (select key from data_sources where id = 'bulk') from generate_series(1, 5000) n; analyze",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.URL(t)
			pgtest.RunOn(t, url, `alter table observations set (autovacuum_enabled = false); alter table sampling_events set (autovacuum_enabled = false);
				insert into data_sources (id, name) values ('bulk', 'Bulk');`+before)
			pgtest.RunOn(t, url, `insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
					select gen_random_uuid(), key, 'E' || n, 'SRID=4326;POINT(1 1)', date '2000-01-01' + n % 3000, 'day' from generate_series(1, 20000) n, data_sources where id = 'bulk';
				insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id)
					select gen_random_uuid(), 1, 1, 'SRID=4326;POINT(1 1)', date '2000-01-01' + n % 3000, 'day', key, 'E' || n from generate_series(1, 20000) n, data_sources where id = 'bulk'`)
			conn, err := pgx.Connect(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			for _, events := range []int{1, 100, 3000} {
				ids := pgtest.Column[string](t, conn, "select id::text from sampling_events order by id limit $1", events)
				rows, err := conn.Query(t.Context(), "explain "+sql.Get("eventindex/changed_catch.sql").String(), pgx.QueryExecModeExec, pgx.NamedArgs{"ids": ids})
				if err != nil {
					t.Fatal(err)
				}
				lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
				plan := strings.Join(lines, "\n")
				if err != nil || strings.Contains(plan, "observations_data_source") || strings.Contains(plan, "Nested Loop") && !strings.Contains(plan, "observations_event") {
					t.Errorf("%d events: %v\n%.2000s", events, err, plan)
				}
			}
		})
	}
}
