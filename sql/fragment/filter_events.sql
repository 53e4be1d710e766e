-- The Filter over sampling events o. What it asks of records says what counts as the catch. @targets are the hashes of the lists of
-- targets that hold every taxon asked for; @caught and @uncaught, true or null, ask for events with catch and without, and @asked for
-- those that look for these taxa or caught them.
    (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
and (@problem::boolean is null or o.problem = @problem::boolean)
and (@targets::bigint[] is null or o.target_taxa = '{}' or hash_array_extended(o.target_taxa, 0) = any(@targets::bigint[]))
and (@caught::boolean is null or exists (
-- include: fragment/catch.sql
    ))
and (@uncaught::boolean is null or not exists (
-- include: fragment/catch.sql
    ))
and (@asked::bigint[] is null or o.target_taxa = '{}' or hash_array_extended(o.target_taxa, 0) = any(@asked::bigint[]) or exists (
-- include: fragment/catch.sql
    ))
