-- The sampling events e that the Filter selects. What it asks of records says what counts as the catch. @targets are the hashes of the
-- lists of targets that hold every taxon asked for; @caught and @uncaught, true or null, ask for events with catch and without, and
-- @asked, hashes as @targets, for those that look for these taxa or caught them. The parts of the Filter call both tables o.
from (
    select * from sampling_events o
    where (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
      and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
) e
where (@problem::boolean is null or e.problem = @problem::boolean)
  and (@targets::bigint[] is null or e.target_taxa = '{}' or hash_array_extended(e.target_taxa, 0) = any(@targets::bigint[]))
  and (@caught::boolean is null or exists (
-- include: fragment/catch.sql
      ))
  and (@uncaught::boolean is null or not exists (
-- include: fragment/catch.sql
      ))
  and (@asked::bigint[] is null or e.target_taxa = '{}' or hash_array_extended(e.target_taxa, 0) = any(@asked::bigint[]) or exists (
-- include: fragment/catch.sql
      ))
