package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// window returns the SQL condition for the tile with its buffer of 64 units: in degrees for the spatial index, and in grid coordinates.
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

// bare reads the rows of the tile as plain columns, discards them and returns their number.
func (r mapRequest) bare(ctx context.Context, db *pgx.Conn) (n int, err error) {
	rows, err := db.Query(ctx, `select o.id, o.mercator_x, o.mercator_y, o.taxon_key, o.count, o.observed_at, o.date_precision, o.observed_until, o.data_source_key,
		o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status from observations o where `+r.window()+" and "+r.where, pgx.QueryExecModeCacheStatement)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		_ = rows.RawValues()
		n++
	}
	return n, rows.Err()
}

// comparison is the cost of one tile in three ways.
type comparison struct {
	records           int
	tile, bare, asMVT cost
}

const compareRounds = 5

// compare runs the three ways in turn and returns the median of each.
func (r mapRequest) compare(ctx context.Context, db *pgx.Conn, c *client, server int) (out comparison, err error) {
	if out.records, err = r.bare(ctx, db); err != nil || out.records < sizes[0].low || out.records > sizes[len(sizes)-1].high {
		return out, err
	}
	database := int(db.PgConn().PID())
	ways := []struct {
		process int
		once    func() error
		into    *cost
	}{
		{server, func() error { _, err := c.get(r.path(), ""); return err }, &out.tile},
		{database, func() error { _, err := r.bare(ctx, db); return err }, &out.bare},
		{database, func() error { _, _, err := r.asMVT(ctx, db); return err }, &out.asMVT},
	}
	seen := make([][]cost, len(ways))
	for range compareRounds {
		for i, way := range ways {
			took, err := measure(way.process, way.once)
			if err != nil {
				return out, err
			}
			seen[i] = append(seen[i], took)
		}
	}
	for i, way := range ways {
		way.into.clock = median(each(seen[i], func(c cost) time.Duration { return c.clock }))
		way.into.processor = median(each(seen[i], func(c cost) time.Duration { return c.processor }))
	}
	return out, nil
}

func each[T any](items []T, get func(T) time.Duration) (out []time.Duration) {
	for _, item := range items {
		out = append(out, get(item))
	}
	return out
}

// asMVT makes the tile with ST_AsMVT in PostGIS, as public tile servers do, with the same properties.
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
