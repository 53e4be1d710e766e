package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// window is the tile with its buffer of 64 units, in degrees for the spatial index and in the grid's numbers.
func (r mapRequest) window() string {
	shift, margin := 32-r.z, int64(1)<<(26-r.z)
	at := func(n int) (low, high int64) {
		low = int64(n)<<shift - margin - 1<<31
		return max(low, -1<<31), min(low+1<<shift+2*margin-1, 1<<31-1)
	}
	x0, x1 := at(r.x)
	y0, y1 := at(r.y)
	return fmt.Sprintf(`o.geom && ST_Transform(ST_TileEnvelope(%d, %d, %d, margin => 64.0 / 4096), 4326) and (o.mercator_x between %d and %d and o.mercator_y between %d and %d)::int <> 0`,
		r.z, r.x, r.y, x0, x1, y0, y1)
}

// bare fetches the rows of the tile as plain columns, and throws them away.
func (r mapRequest) bare(ctx context.Context, db *pgx.Conn) (n int, took time.Duration, err error) {
	began := time.Now()
	rows, err := db.Query(ctx, `select o.id, o.mercator_x, o.mercator_y, o.taxon_key, o.count, o.observed_at, o.date_precision, o.observed_until, o.data_source_key,
		o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status from observations o where `+r.window()+" and "+r.where, pgx.QueryExecModeCacheStatement)
	if err != nil {
		return 0, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		_ = rows.RawValues()
		n++
	}
	return n, time.Since(began), rows.Err()
}

// comparison is one tile made in three ways.
type comparison struct {
	records           int
	tile, bare, asMVT time.Duration
}

const compareRounds = 5

// compare takes medians of rounds in which each way has its turn.
func (r mapRequest) compare(ctx context.Context, db *pgx.Conn, c *client) (out comparison, err error) {
	var ours, bare, theirs []time.Duration
	if out.records, _, err = r.bare(ctx, db); err != nil || out.records < sizes[0].low || out.records > sizes[len(sizes)-1].high {
		return out, err
	}
	for range compareRounds {
		got, err := c.get(r.path(), "")
		if err != nil {
			return out, err
		}
		_, rows, err := r.bare(ctx, db)
		if err != nil {
			return out, err
		}
		_, made, err := r.asMVT(ctx, db)
		if err != nil {
			return out, err
		}
		ours, bare, theirs = append(ours, got.took), append(bare, rows), append(theirs, made)
	}
	out.tile, out.bare, out.asMVT = median(ours), median(bare), median(theirs)
	return out, nil
}

// asMVT has the database make the tile, as the public tile servers write it, with the same properties.
func (r mapRequest) asMVT(ctx context.Context, db *pgx.Conn) (bytes int, took time.Duration, err error) {
	began := time.Now()
	var tile []byte
	err = db.QueryRow(ctx, fmt.Sprintf(`select ST_AsMVT(f, 'observations', 4096, 'geom') from (
		select ST_AsMVTGeom(ST_Transform(o.geom, 3857), ST_TileEnvelope(%d, %d, %d), 4096, 64) as geom, 'point' as kind, 1 as records, o.count as specimens, o.id::text as id,
			t.id as species_id, t.scientific_name as species_scientific_name, s.vector_status, o.count, o.observed_at::text as observed_at, o.date_precision,
			o.observed_until::text as observed_until, d.id as data_source, o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status
		from observations o join taxa t on t.key = o.taxon_key left join species s on s.taxon_key = t.key left join data_sources d on d.key = o.data_source_key
		where `, r.z, r.x, r.y)+fmt.Sprintf(`o.geom && ST_Transform(ST_TileEnvelope(%d, %d, %d, margin => 64.0 / 4096), 4326)`, r.z, r.x, r.y)+" and "+r.where+") f", pgx.QueryExecModeCacheStatement).Scan(&tile)
	return len(tile), time.Since(began), err
}
