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
func (r mapRequest) bare(ctx context.Context, db *pgx.Conn) (n int) {
	rows := must(db.Query(ctx, `select o.id, o.mercator_x, o.mercator_y, o.taxon_key, o.count, o.observed_at, o.date_precision, o.observed_until, o.data_source_key,
		o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status from observations o where `+r.window()+" and "+r.where, pgx.QueryExecModeCacheStatement))
	defer rows.Close()
	for rows.Next() {
		_ = rows.RawValues()
		n++
	}
	check(rows.Err())
	return n
}

// comparison is the cost of one tile in three ways.
type comparison struct {
	records           int
	tile, bare, asMVT cost
}

const compareRounds = 5

// compare runs the three ways in turn and returns the median of each.
func (r mapRequest) compare(ctx context.Context, db *pgx.Conn, c *client, server int) (out comparison) {
	if out.records = r.bare(ctx, db); out.records < sizes[0].low || out.records > sizes[len(sizes)-1].high {
		return out
	}
	database := int(db.PgConn().PID())
	ways := []struct {
		process int
		once    func()
		into    *cost
	}{
		{server, func() { must(c.get(r.path(), "")) }, &out.tile},
		{database, func() { r.bare(ctx, db) }, &out.bare},
		{database, func() { check(r.asMVT(ctx, db).err) }, &out.asMVT},
	}
	seen := make([][]cost, len(ways))
	for range compareRounds {
		for i, way := range ways {
			seen[i] = append(seen[i], measure(way.process, way.once))
		}
	}
	for i, way := range ways {
		way.into.clock = median(each(seen[i], func(c cost) time.Duration { return c.clock }))
		way.into.processor = median(each(seen[i], func(c cost) time.Duration { return c.processor }))
	}
	return out
}

func each[T any](items []T, get func(T) time.Duration) (out []time.Duration) {
	for _, item := range items {
		out = append(out, get(item))
	}
	return out
}

// mvtTile is a tile of PostGIS. Where it has too many points PostgreSQL may fail.
type mvtTile struct {
	bytes int
	took  time.Duration
	err   error
}

// asMVT makes the tile with ST_AsMVT in PostGIS, as public tile servers do, with the same properties.
func (r mapRequest) asMVT(ctx context.Context, db *pgx.Conn) (out mvtTile) {
	began := time.Now()
	var tile []byte
	out.err = db.QueryRow(ctx, fmt.Sprintf(`select ST_AsMVT(f, 'observations', 4096, 'geom') from (
		select ST_AsMVTGeom(ST_Transform(o.geom, 3857), ST_TileEnvelope(%d, %d, %d), 4096, 64) as geom, 'point' as kind, 1 as records, o.count as specimens, o.id::text as id,
			t.id as species_id, t.scientific_name as species_scientific_name, s.vector_status, o.count, o.observed_at::text as observed_at, o.date_precision,
			o.observed_until::text as observed_until, d.id as data_source, o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status
		from observations o join taxa t on t.key = o.taxon_key left join species s on s.taxon_key = t.key left join data_sources d on d.key = o.data_source_key
		where `, r.z, r.x, r.y)+fmt.Sprintf(`o.geom && ST_Transform(ST_TileEnvelope(%d, %d, %d, margin => 64.0 / 4096), 4326)`, r.z, r.x, r.y)+" and "+r.where+") f", pgx.QueryExecModeCacheStatement).Scan(&tile)
	out.bytes, out.took = len(tile), time.Since(began)
	return out
}
