-- Sites of a tile and its buffer, summed up by squares of the tile, at their mean place in the units of the tile. The second box is null unless
-- the buffer lies beyond the antimeridian. The edge of the square of Web Mercator holds the places beyond it.
-- Caller: tiles.sites.make
-- Index: sites_geom
select floor(avg(x))::int as x, floor(avg(y))::int as y, count(*) as sites, sum(records)::bigint as records, sum(specimens)::bigint as specimens,
       min(first_day)::text as first_day, max(last_day)::text as last_day,
       case when count(*) = 1 then min(id::text) end as id, case when count(*) = 1 then min(species_count) end as species_count,
       case when count(*) = count(country_id) and min(country_id) = max(country_id) then min(country_id) end as country_id,
       case when count(*) = count(region_id) and min(region_id) = max(region_id) then min(region_id) end as region_id
from (
    select s.*, from_west - @extent::float8 * @side::float8 * round((from_west - @extent::float8 / 2) / (@extent::float8 * @side::float8)) as x
    from (
        select p.*, (least((ST_X(geom) + 180) / 360, 1 - 1e-10) * @side::float8 - @column::float8) * @extent::float8 as from_west,
               (greatest(0, least(0.5 - ln(tan(pi() / 4 + radians(greatest(-@limit::float8, least(@limit::float8, ST_Y(geom)))) / 2)) / (2 * pi()), 1 - 1e-10))
                * @side::float8 - @row::float8) * @extent::float8 as y
        from sites p
        where (p.geom && ST_MakeEnvelope(@west::float8, @south::float8, @east::float8, @north::float8, 4326)
               or p.geom && ST_MakeEnvelope(@beyond_west::float8, @south::float8, @beyond_east::float8, @north::float8, 4326))
          and (@predicate::boolean is null or @predicate::boolean)
    ) s
) placed
where x >= -@buffer::float8 and x < @extent::float8 + @buffer::float8 and y >= -@buffer::float8 and y < @extent::float8 + @buffer::float8
group by floor(x / @square::float8), floor(y / @square::float8)
order by 2, 1
