-- The page of observations before a position, oldest first: the list walked back. observe.store. Indexes as for list.sql,
-- read backwards.
select
-- include: fragment/observation_columns.sql
from (
    select * from observations o
    where (@user_id::text is null or o.user_id = @user_id::text)
      and o.observed_at >= @at::timestamptz and (o.observed_at > @at::timestamptz or o.id < @id::uuid)
      and
-- include: fragment/filter.sql
    order by o.observed_at, o.id desc
    limit @limit::bigint
) o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
order by o.observed_at, o.id desc
