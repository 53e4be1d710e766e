-- A page of observations from an offset, oldest first: list.sql with the index read backwards. Names are joined to the page alone.
-- Caller: observe.store.page
-- Index: observations_time; or that of the filter
select
-- include: fragment/observation_columns.sql
from (
    select * from observations o
    where (@user_id::text is null or o.user_id = @user_id::text)
      and
-- include: fragment/filter.sql
    order by o.observed_at, o.id desc
    limit @limit::bigint offset @offset::bigint
) o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
order by o.observed_at, o.id desc
