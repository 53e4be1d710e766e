-- A page of the observations that wait for a review, or were withdrawn, and why one is urgent: the first of its name in its country, outside the known
-- range, a vector of the catalog's highest status, named with confidence by a model. The most urgent first, or all by when they came.
-- Caller: observe.store.queue
-- Index: held_observations_since, observations_taxon, identifications_observation
with found as materialized (
    select o.* from held_observations o
    where o.removal is null and o.publication = @publication::text
      and
-- include: fragment/filter.sql
), firsts as materialized (
    select p.taxon_key, p.country_id
    from (select distinct taxon_key, country_id from found where country_id is not null) p
    where not exists (select from observations s where s.taxon_key = p.taxon_key and s.country_id = p.country_id and s.status <> 'rejected')
), queued as (
    select o.*, f.taxon_key is not null as new_to_country, (o.flags & 64) <> 0 as outside_range,
           coalesce(s.vector_status = 'High', false) as vector, coalesce(o.confidence >= 0.8, false) as confident
    from found o
    left join firsts f on f.taxon_key = o.taxon_key and f.country_id = o.country_id
    left join species s on s.taxon_key = o.taxon_key
), ranked as (
    select q.*, case when @urgent::boolean then q.new_to_country::int * 8 + q.outside_range::int * 4 + q.vector::int * 2 + q.confident::int else 0 end as urgency
    from queued q
)
select o.publication, o.held_reason, o.held_since, o.urgency, o.new_to_country, o.outside_range, o.vector, o.confident,
    (select count(*) from identifications i where i.observation_id = o.id) as identifications,
-- include: fragment/observation_columns.sql
from (
    select * from ranked r
    where (@after_since::timestamptz is null or r.urgency < @after_urgency::int
           or r.urgency = @after_urgency::int and (r.held_since, r.id) > (@after_since::timestamptz, @after_id::uuid))
    order by r.urgency desc, r.held_since, r.id
    limit @limit::bigint
) o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
order by o.urgency desc, o.held_since, o.id
