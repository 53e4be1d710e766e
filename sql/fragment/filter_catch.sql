-- What the Filter asks of a record o itself.
    o.status = any(@statuses::text[])
and (@taxon::int is null or o.taxon_key = @taxon::int)
and (@taxa::int[] is null or o.taxon_key = any(@taxa::int[]))
and (@life_stages::text[] is null or lower(o.life_stage) = any(@life_stages::text[]))
and (@sexes::text[] is null or lower(o.sex) = any(@sexes::text[]))
and (@flags::smallint is null or o.flags & @flags::smallint <> 0)
and (@without_flags::smallint is null or o.flags & @without_flags::smallint = 0)
and (@uncertain::boolean is null or (o.identification_qualifier is not null) = @uncertain::boolean)
