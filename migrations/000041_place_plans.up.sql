-- What a create asks of its place. PostgreSQL parsed and planned the former bodies, which were SQL, anew for every statement: 0.4 ms of each create.
-- A session keeps the plans of these, which are the same for all values.
create or replace function place_of(place geometry, reach_m double precision default 10000) returns text
    language plpgsql stable strict parallel safe set plan_cache_mode = force_generic_plan
as $$
declare country text;
begin
    -- On a border the first by id, so that the answer never depends on the order of rows.
    select p.country_id into country from country_pieces p where ST_Intersects(p.shape, place) order by p.country_id limit 1;
    if found then
        return country;
    end if;
    return (select p.country_id
        -- A box that surely holds the circle: a degree of latitude is 110,574 metres at least, and a degree of longitude
        -- shrinks with the cosine of the latitude, so that near a pole the box goes round the world.
        from (select ST_X(place) as lon, ST_Y(place) as lat, reach_m / 110574 as height) here
        cross join lateral (
            select case when abs(lat) + height < 90 then least(height / cosd(abs(lat) + height), 180) else 180 end as width
        ) box
        -- What reaches over the antimeridian is looked for on the other side as well.
        join (values (0), (360), (-360)) turn (degrees)
            on lon + width + degrees >= -180 and lon - width + degrees <= 180
        join country_pieces p
            on p.shape && ST_MakeEnvelope(lon - width + degrees, lat - height, lon + width + degrees, lat + height, 4326)
        cross join lateral (select ST_Distance(p.shape::geography, place::geography) as metres) away
        where metres <= reach_m
        order by metres, p.country_id
        limit 1);
end $$;

create or replace function place_flags(place geometry, country text) returns smallint
    language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan
as $$
begin
    return ((case when ST_X(place) = 0 or ST_Y(place) = 0 then 2 else 0 end)
        | (case when exists (select from countries c where c.id = country and ST_DWithin(c.centre::geography, place::geography, 1000))
                then 4 else 0 end))::smallint;
end $$;

create or replace function range_flag(taxon integer, region text) returns smallint
    language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan
as $$
begin
    return (case when exists (select from species_regions s where s.taxon_key = taxon)
                  and not exists (select from species_regions s where s.taxon_key = taxon and s.region_id = region)
                  and region is not null then 64 else 0 end)::smallint;
end $$;
