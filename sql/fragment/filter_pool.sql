-- The Filter over pools o, which are selected by the days of their collection as sampling events are. Pools have no status, which asks
-- nothing of them, and no flags: asking for one finds none.
-- include: fragment/filter_sampling.sql
and (@taxon::int is null or o.taxon_key = @taxon::int)
and (@taxa::int[] is null or o.taxon_key = any(@taxa::int[]))
and (@life_stages::text[] is null or lower(o.life_stage) = any(@life_stages::text[]))
and (@sexes::text[] is null or lower(o.sex) = any(@sexes::text[]))
and (@flags::smallint is null or false)
and (@uncertain::boolean is null or (o.identification_qualifier is not null) = @uncertain::boolean)
