package observe_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe"
)

// rowCounter counts rows, which is what every Counter has to agree with.
type rowCounter struct {
	surveillance.Counter
	service
}

func (c rowCounter) ByStatus(ctx context.Context) (surveillance.StatusCounts, error) {
	out := surveillance.NewStatusCounts()
	rows, err := c.db.Query(ctx, "select coalesce(data_source_key, 0), status, count(*) from observations group by 1, 2")
	if err != nil {
		return out, err
	}
	for rows.Next() {
		var key int32
		var status string
		var n int64
		if err := rows.Scan(&key, &status, &n); err != nil {
			return out, err
		}
		out.Add(key, status, n)
	}
	if err := rows.Err(); err != nil {
		return out, err
	}
	return out, c.db.QueryRow(ctx, "select count(distinct taxon_key) from observations where status <> 'rejected'").Scan(&out.Taxa)
}

// storedMetrics are the metrics of a service, as of a version that the test sets.
type storedMetrics struct {
	service
	*observe.StoredMetrics
	version  string
	registry *prometheus.Registry
}

func newStoredMetrics(t *testing.T) *storedMetrics {
	h := &storedMetrics{service: setup(t), registry: prometheus.NewRegistry()}
	h.StoredMetrics = observe.NewStoredMetrics(observe.StoredMetricsOptions{
		DB: h.db, Log: slog.New(slog.DiscardHandler), Lookups: h.lookups, Counter: rowCounter{service: h.service}, Version: func() string { return h.version },
	})
	h.registry.MustRegister(h.StoredMetrics)
	return h
}

// at counts as of a version and returns the series.
func (h *storedMetrics) at(version string) map[string]float64 {
	h.t.Helper()
	h.version = version
	if did, err := h.Count(h.t.Context()); err != nil || !did {
		h.t.Fatalf("version %s was counted: %v, %v", version, did, err)
	}
	return h.series()
}

func (h *storedMetrics) series() map[string]float64 {
	h.t.Helper()
	families, err := h.registry.Gather()
	if err != nil {
		h.t.Fatal(err)
	}
	out := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			name := f.GetName()
			for _, l := range m.GetLabel() {
				name += " " + l.GetValue()
			}
			out[name] = m.GetGauge().GetValue()
		}
	}
	return out
}

// fill stores records of n data sources whose ids begin with a word: one more record for each source than for the next.
func (h *storedMetrics) fill(word string, n int) {
	h.t.Helper()
	h.exec(`with made as (
			insert into data_sources (id, name) select $1 || '-' || i, $1 || ' ' || i from generate_series(1, $2::int) i returning key, id
		), numbered as (select key, split_part(id, '-', 2)::int as i from made)
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, status)
		select gen_random_uuid(), (select key from taxa where id = 'aedes-aegypti'), 1, ST_SetSRID(ST_MakePoint(1, 2), 4326), '2024-05-06Z', 'day', key,
			(array['unverified', 'verified', 'rejected'])[1 + n % 3]
		from numbered, generate_series(0, least(($2 - i) / 10, 8) + 3) n`, word, n)
	h.refresh(context.Background())
}

func TestStoredMetricsHaveBoundedLabels(t *testing.T) {
	t.Parallel()
	h := newStoredMetrics(t)
	h.exec("insert into observations (id, taxon_key, count, geom, observed_at, date_precision) select gen_random_uuid(), (select key from taxa where id = 'culex-pipiens'), 1, ST_SetSRID(ST_MakePoint(1, 2), 4326), '2025-01-02Z', 'day'")
	h.fill("first", 100)
	before := h.at("1")
	if got := before["skeeter_observations _reports unverified"]; got != 1 {
		t.Errorf("%v records made through the API", got)
	}
	if before["skeeter_observations first-1 unverified"] == 0 || before["skeeter_observations _other unverified"] == 0 || before["skeeter_species_observed"] != 2 {
		t.Errorf("series: %v", before)
	}
	more := 200
	if testenv.Long() {
		more = 2000
	}
	h.fill("second", more)
	after := h.at("2")
	if len(after) > len(before) {
		t.Errorf("%d series after %d, with %d data sources more", len(after), len(before), more)
	}
	var told float64
	for name, n := range after {
		var family, source, status string
		if got, _ := fmt.Sscan(name, &family, &source, &status); got == 3 {
			told += n
		}
	}
	if stored := h.rows(); told != float64(stored) {
		t.Errorf("the series tell of %v records, there are %v", told, stored)
	}
}

func TestStoredMetricsAreFresh(t *testing.T) {
	t.Parallel()
	h := newStoredMetrics(t)
	if did, err := h.Count(t.Context()); did || err != nil || len(h.series()) != 0 {
		t.Errorf("without a version: counted %v, %v, %v", did, err, h.series())
	}
	if got := h.at("1"); !maps.Equal(got, map[string]float64{"skeeter_species_observed": 0}) {
		t.Errorf("nothing is stored, and %v is told", got)
	}
	if did, err := h.Count(t.Context()); did || err != nil {
		t.Errorf("counted again without a change: %v, %v", did, err)
	}
	const newest, written = "skeeter_observations_newest_timestamp_seconds", "skeeter_observations_last_write_timestamp_seconds"
	began := float64(time.Now().Unix())
	h.fill("one", 1)
	got := h.at("2")
	if got[newest] != 1714953600 || got[written] < began-1 || got[written] > began+3600 {
		t.Errorf("fresh: %v", got)
	}
	// A rejected record makes nothing fresh.
	h.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, status)
		select gen_random_uuid(), (select key from taxa where id = 'culex-pipiens'), 1, ST_SetSRID(ST_MakePoint(1, 2), 4326), '2026-01-02Z', 'day', 'rejected'`)
	if now := h.at("3"); now[newest] != got[newest] || now[written] < got[written] || now["skeeter_species_observed"] != 1 {
		t.Errorf("after a rejected record: %v", now)
	}
	// The log forgets; the time stays, on this server and, from the rows, on one that starts.
	h.exec("delete from observation_touches")
	h.exec("update observations set updated_at = '2026-02-03Z'")
	h.exec("delete from observation_touches")
	if now := h.at("4"); now[written] < began-1 {
		t.Errorf("after the log forgot: %v", now)
	}
	again := &storedMetrics{service: h.service, registry: prometheus.NewRegistry()}
	again.StoredMetrics = observe.NewStoredMetrics(observe.StoredMetricsOptions{
		DB: h.db, Log: slog.New(slog.DiscardHandler), Lookups: h.lookups, Counter: rowCounter{service: h.service}, Version: func() string { return again.version },
	})
	again.registry.MustRegister(again.StoredMetrics)
	if now := again.at("5"); now[written] != 1770076800 {
		t.Errorf("a server that starts: %v", now)
	}
}
