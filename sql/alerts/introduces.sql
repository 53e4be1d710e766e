-- Whether a sighting would be the first of its species within a distance, or in an area of a rule, by what first_records.sql reads.
-- Caller: kinds.Introduces
-- Index: observations_taxon, areas_pkey
with here as materialized (
    select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom
), earlier as materialized (
    select o.geom
    from observations o
    where o.taxon_key = any(@taxa::int[]) and o.status <> 'rejected' and o.flags & 7 = 0 and o.last_day <= @day::date
      and (o.location_accuracy_m is null or o.location_accuracy_m <= @accuracy::float8)
), zones as materialized (
    select a.geom from areas a join here h on ST_Covers(a.geom, h.geom) where a.id = @area::text or a.set = @set::text
)
select (@area::text is null and @set::text is null or exists (select from zones))
   and case when @metres::float8 is null then exists (select from zones z where not exists (select from earlier e where ST_Covers(z.geom, e.geom)))
            else not exists (select from earlier e join here h on ST_DWithin(e.geom::geography, h.geom::geography, @metres::float8)) end
