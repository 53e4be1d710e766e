    -- The observations of a page of places, with their exact places.
    select 'public' as publication, null::text as held_reason,
-- include: fragment/observation_columns.sql
    from page p
    join exact_observations o on o.id = p.id
    join taxa t on t.key = o.taxon_key
    left join data_sources d on d.key = o.data_source_key
    where not p.held
    union all
    select o.publication, o.held_reason,
-- include: fragment/observation_columns.sql
    from page p
    join held_observations o on o.id = p.id and o.removal is null
    join taxa t on t.key = o.taxon_key
    left join data_sources d on d.key = o.data_source_key
    where p.held
