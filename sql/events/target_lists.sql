-- The lists of targets that sampling events name, each once with its hash: the index is read from one hash to the next.
-- Caller: events.store.targets
-- Index: sampling_events_targets
with recursive list as (
    (select hash_array_extended(o.target_taxa, 0) as hash, o.target_taxa
     from sampling_events o
     where o.target_taxa <> '{}'
     order by hash_array_extended(o.target_taxa, 0)
     limit 1)
    union all
    select next.hash, next.target_taxa
    from list
    cross join lateral (
        select hash_array_extended(o.target_taxa, 0) as hash, o.target_taxa
        from sampling_events o
        where o.target_taxa <> '{}' and hash_array_extended(o.target_taxa, 0) > list.hash
        order by hash_array_extended(o.target_taxa, 0)
        limit 1
    ) next
)
select hash, target_taxa from list order by hash
