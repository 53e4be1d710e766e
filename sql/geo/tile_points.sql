-- The records of a window that match, as geo.readPoints reads them; names come from memory. Used for what the tile index does
-- not hold.
-- Caller: geo.sqlGrid.Points
-- Index: observations_geom; or that of a rare filter
select o.id, o.mercator_x, o.mercator_y, o.taxon_key, o.count, o.observed_at, o.utc_offset, o.date_precision, o.last_day - date '1700-01-01' as last_day,
       o.data_source_key, o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status
from observations o
where
-- include: fragment/grid_window.sql
and (@without::bigint[] is null
     or ((((o.mercator_x::bigint + 2147483648) >> @shift::int) << 32) | ((o.mercator_y::bigint + 2147483648) >> @shift::int))
        <> all(@without::bigint[]))
and
-- include: fragment/filter.sql
and (@predicate::boolean is null or @predicate::boolean)
