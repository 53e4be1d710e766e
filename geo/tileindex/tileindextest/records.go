// Package tileindextest has records of every kind, Filters of every kind, and what compares the counts of an index with those of SQL.
package tileindextest

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Prepare fills a database with what the records of InsertRows refer to.
func Prepare(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, `
		insert into regions (id, m49) values ('western-europe', '155'), ('western-africa', '011');
		insert into countries (id, iso_a3, region_id, shape, centroid)
		select id, a3, region, ST_Multi(ST_MakeEnvelope(west, 40, west + 5, 45, 4326)), ST_SetSRID(ST_MakePoint(west + 1, 41), 4326)
		from (values ('fr', 'FRA', 'western-europe', 0), ('ng', 'NGA', 'western-africa', 10)) c (id, a3, region, west);
		insert into taxa (id, scientific_name, genus) select 'aedes-' || n, 'Aedes ' || n, 'Aedes' from generate_series(1, 40) n;
		insert into data_sources (id, name) values ('one', 'One'), ('two', 'Two')`)
	return err
}

// InsertRows makes %d rows of every kind: places at the antimeridian and the poles, every precision, every optional column.
const InsertRows = `
	insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id,
		region_id, location_accuracy_m, life_stage, sex, sampling_protocol, status, utc_offset, flags, identification_qualifier, event_id)
	select gen_random_uuid(), 1 + floor(random() * 40)::int, 1 + floor(random() * 50)::int,
		ST_SetSRID(ST_MakePoint((array[-180, 180, 0, round((random() * 360 - 180)::numeric, 7)])[1 + floor(random() * 4)::int]::float8,
			round((random() * 180 - 90)::numeric, 7)::float8), 4326),
		at, precision, case precision when 'month' then (date_trunc('month', at) + interval '1 month - 1 day')::date
			when 'year' then (date_trunc('year', at) + interval '1 year - 1 day')::date
			when 'interval' then (at + random() * 400 * interval '1 day')::date end,
		(array[null, 1, 2])[1 + floor(random() * 3)::int], country, case country when 'fr' then 'western-europe' when 'ng' then 'western-africa' end,
		(array[null, 10, 250.5, 5000])[1 + floor(random() * 4)::int], (array[null, 'Adult', 'larva'])[1 + floor(random() * 3)::int],
		(array[null, 'female', 'Male'])[1 + floor(random() * 3)::int], (array[null, 'CDC light trap', 'gravid trap'])[1 + floor(random() * 3)::int],
		(array['unverified', 'unverified', 'verified', 'rejected'])[1 + floor(random() * 4)::int],
		case when precision = 'time' then (array[0, 0, -300, 345, 840])[1 + floor(random() * 5)::int] else 0 end,
		(array[0, 0, 1, 64, 72])[1 + floor(random() * 5)::int], (array[null, null, 'cf.'])[1 + floor(random() * 3)::int],
		(array[null, 'E1', 'E2'])[1 + floor(random() * 3)::int]
	from (select case precision when 'month' then date_trunc('month', at) when 'year' then date_trunc('year', at) when 'time' then at
			else date_trunc('day', at) end as at, precision, country
		from (select '1998-01-01'::timestamptz + random() * 9000 * interval '1 day' as at,
				(array['time', 'day', 'month', 'year', 'interval'])[1 + floor(random() * 5)::int] as precision,
				(array[null, 'fr', 'ng'])[1 + floor(random() * 3)::int] as country
			from generate_series(1, %d)) drawn) dated`
