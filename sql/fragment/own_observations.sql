    -- Where the observations of an account lie, public and held back, or those of a data source. What was removed with its data source is not there.
    select o.id, o.observed_at, false as held from observations o
    where o.account = @account::uuid and (@source::int is null or o.data_source_key = @source)
    union all
    select o.id, o.observed_at, true from held_observations o
    where o.account = @account::uuid and o.removal is null and (@source::int is null or o.data_source_key = @source)
