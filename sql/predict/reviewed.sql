-- Whether a record, public or not, that cites a prediction is one that a reviewer of taxa and countries decides on. Null is no limit.
-- Caller: uploads.Store.reviews
-- Index: observations_prediction, held_observations_prediction
select exists (
    select from (
        select taxon_key, country_id from held_observations where prediction_id = @id::uuid and removal is null
        union all
        select taxon_key, country_id from exact_observations where prediction_id = @id::uuid
    ) o
    where (@taxa::int[] is null or o.taxon_key = any(@taxa::int[])) and (@countries::text[] is null or o.country_id = any(@countries::text[]))
)
