package alerts_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// BenchmarkEvaluate evaluates 200 rules of every kind over 300,000 records and 100,000 sampling events of ten years.
func BenchmarkEvaluate(b *testing.B) {
	s := setup(b, options{})
	s.exec(`insert into sampling_events (id, data_source_key, event_id, site_id, geom, ended_at, date_precision, sampling_protocol, effort, effort_unit, effort_source)
		select md5('e' || n)::uuid, 2, 'e' || n, 's' || n % 200, ST_SetSRID(ST_MakePoint(n % 200 / 20.0, 40 + n % 200 * 7 % 100 / 10.0), 4326),
			'2016-07-01Z'::timestamptz + n / 200 * interval '7 days', 'day', 'BG', 1, 'trap_night', 'stated'
		from generate_series(1, 100000) n`)
	s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, sampling_protocol)
		select gen_random_uuid(), (array(select key from taxa where in_catalog order by id))[1 + (n * 7 + k * 31) % 50], 1 + n % 17, e.geom, e.ended_at, 'day', 2, e.event_id, 'BG'
		from (select *, substr(event_id, 2)::int as n from sampling_events) e, generate_series(1, 3) k`)
	s.exec("analyze")
	species := pgtest.Column[string](b, s.db, "select id::text from taxa where in_catalog order by id limit 50")
	for i := range 200 {
		name := species[i/4%len(species)]
		s.rule([]object{
			{"kind": "introduction", "species": name}, {"kind": "anomaly", "species": name, "set": "zones"},
			{"kind": "excess", "species": name, "area": []string{"west", "east"}[i%2]}, {"kind": "silence", "set": "zones"},
		}[i%4])
	}
	if err := s.index.CatchUp(context.Background()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.exec("update alert_rules set updated_at = clock_timestamp() where name = 'a rule'")
		if done, err := s.alerts.Evaluate(context.Background()); err != nil || !done {
			b.Fatal(done, err)
		}
	}
	b.ReportMetric(float64(len(s.list("?limit=1000"))), "alerts")
	if problems := pgtest.Column[string](b, s.db, "select distinct problem from alert_rules where problem is not null"); len(problems) > 0 {
		b.Error(fmt.Sprint(problems))
	}
}
