-- The page of observations before a position, oldest first: list_after.sql with the indexes read backwards.
-- Caller: observe.store.page
-- Index: observations_time; or that of the filter
select
-- include: fragment/observation_columns.sql
from (
    (select * from observations o
     where o.observed_at = any(array[@at::timestamptz]) and o.id < @id::uuid
       and (@user_id::text is null or o.user_id = @user_id::text)
       and
-- include: fragment/filter.sql
     order by o.observed_at, o.id desc
     limit @limit::bigint)
    union all
    (select * from observations o
     where o.observed_at > @at::timestamptz
       and (@user_id::text is null or o.user_id = @user_id::text)
       and
-- include: fragment/filter.sql
     order by o.observed_at, o.id desc
     limit @limit::bigint)
    order by observed_at, id desc
    limit @limit::bigint
) o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
order by o.observed_at, o.id desc
