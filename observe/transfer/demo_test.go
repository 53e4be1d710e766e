package transfer_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

// fingerprint says everything that a set of records holds, but for what its making adds (keys, times of storage).
func fingerprint(t *testing.T, db *pgxpool.Pool) (n int, hash string) {
	t.Helper()
	err := db.QueryRow(context.Background(), `select count(*), coalesce(md5(string_agg(row::text, '' order by row::text)), '')
		from (select o.id, t.id, o.count, o.geom, o.observed_at, o.country_id, o.region_id, o.location_accuracy_m, o.life_stage, o.sex,
			o.sampling_protocol, o.event_id, o.metadata from observations o join taxa t on t.key = o.taxon_key) row`).Scan(&n, &hash)
	if err != nil {
		t.Fatal(err)
	}
	return n, hash
}

func TestDemoIsTheSameEveryTimeAndGoes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	a, b := pgtest.Pool(t), pgtest.Pool(t)
	const count = 3000
	for _, db := range []*pgxpool.Pool{a, a, b} { // on top of itself, and elsewhere
		if err := transfer.Demo(ctx, db, count, nil); err != nil {
			t.Fatal(err)
		}
	}
	n, hash := fingerprint(t, a)
	if m, other := fingerprint(t, b); n != count || m != count || hash != other {
		t.Errorf("%d records %s, then %d records %s", n, hash, m, other)
	}
	var synthetic bool
	var countries, species, seasons int
	if err := a.QueryRow(ctx, `select bool_and(d.synthetic), count(distinct o.country_id), count(distinct o.taxon_key),
		count(distinct extract(month from o.observed_at)) from observations o join data_sources d on d.key = o.data_source_key`).
		Scan(&synthetic, &countries, &species, &seasons); err != nil {
		t.Fatal(err)
	}
	if !synthetic || countries < 20 || species < 30 || seasons != 12 {
		t.Errorf("synthetic %v, %d countries, %d species, %d months", synthetic, countries, species, seasons)
	}
	if removed, err := transfer.RemoveDemo(ctx, a); err != nil || removed != count {
		t.Errorf("removed %d, %v", removed, err)
	}
	if n, _ := fingerprint(t, a); n != 0 {
		t.Errorf("%d records are left", n)
	}
	if removed, err := transfer.RemoveDemo(ctx, a); err != nil || removed != 0 {
		t.Errorf("removing nothing: %d, %v", removed, err)
	}
}

func TestDemonstrationIsForEmptyDatabasesAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	if made, err := transfer.Demonstrate(ctx, db); err != nil || !made {
		t.Fatalf("an empty database: %v, %v", made, err)
	}
	if made, err := transfer.Demonstrate(ctx, db); err != nil || made {
		t.Errorf("a second time: %v, %v", made, err)
	}
	if n, _ := fingerprint(t, db); n != transfer.DemonstrationCount {
		t.Errorf("%d records", n)
	}
}

func TestDemoTakesThePlaceOfTheDemonstrationSet(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	if _, err := transfer.Demonstrate(ctx, db); err != nil {
		t.Fatal(err)
	}
	// A record of somebody else's that has an id of the new set makes it fail at its end.
	const taken = `update observations set data_source_key = $1 where id = (select max(id::text)::uuid from observations)`
	pgtest.Run(t, db, taken, nil)
	if err := transfer.Demo(ctx, db, transfer.DemonstrationCount, nil); err == nil {
		t.Fatal("two records have the same id")
	}
	if n, _ := fingerprint(t, db); n != transfer.DemonstrationCount {
		t.Errorf("%d records after a run that failed", n)
	}
	pgtest.Run(t, db, "delete from observations where data_source_key is null")
	const count = 600
	if err := transfer.Demo(ctx, db, count, nil); err != nil {
		t.Fatal(err)
	}
	list, err := transfer.Datasets(ctx, db)
	if err != nil || len(list) != 1 || list[0].ID != transfer.SyntheticID || list[0].Observations != count {
		t.Errorf("data sources: %+v, %v", list, err)
	}
}

func TestRemoveDemoRemovesTheDemonstrationSet(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	if _, err := transfer.Demonstrate(ctx, db); err != nil {
		t.Fatal(err)
	}
	if removed, err := transfer.RemoveDemo(ctx, db); err != nil || removed != transfer.DemonstrationCount {
		t.Errorf("removed %d, %v", removed, err)
	}
	if list, err := transfer.Datasets(ctx, db); err != nil || len(list) != 0 {
		t.Errorf("data sources: %+v, %v", list, err)
	}
}
