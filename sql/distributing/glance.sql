-- Up to where the distributed tables hold what was written, as node.sql says it, without a question to the workers; null while they change. closed is
-- true while nobody may read them.
-- Caller: nodes.replica.glance
-- Index: observation_touches_pkey
select case when d.number <> (select last_value from distribution_number) then null
            when (
-- include: fragment/undistributed.sql
       ) then d.position else greatest(d.position, @position::bigint) end as replayed,
       d.position is null as closed
from distribution d
