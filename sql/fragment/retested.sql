-- Whether a pool e has further tests for its pathogen, by other methods.
cross join lateral (
    select exists (
        select from pools t
        where t.data_source_key = e.data_source_key and t.pool_id = e.pool_id and t.pathogen = e.pathogen and t.id <> e.id
    ) as retested
) again
