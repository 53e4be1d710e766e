-- Of the tests of a pool for a pathogen by several methods, one decides: of the conclusive ones the latest, where each says its day and the
-- days differ, else a positive one; only where there is none an inconclusive one. The others are not among the pools e.
left join lateral (
    select (array_agg(t.id order by t.result = 'inconclusive', case when t.dated then t.tested_on end desc nulls last, t.result desc, t.id))[1] as id,
           count(distinct t.result) filter (where t.result <> 'inconclusive') > 1 as disagreed
    from (
        select t.*, count(*) over conclusive = count(t.tested_on) over conclusive
                    and min(t.repeats) over conclusive = 1 and max(t.repeats) over conclusive = 1 as dated
        from (
            select t.*, count(*) over (partition by t.result = 'inconclusive', t.tested_on) as repeats
            from pools t
            where again.retested and t.data_source_key = e.data_source_key and t.pool_id = e.pool_id and t.pathogen = e.pathogen
        ) t
        window conclusive as (partition by t.result = 'inconclusive')
    ) t
) deciding on again.retested
where (not again.retested or deciding.id = e.id)
