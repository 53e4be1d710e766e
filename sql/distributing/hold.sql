-- Writes the statements that wait for readers of the distributed tables, briefly, and keep new ones out until the transaction ends.
-- Caller: distributing.drop, distributing.hold
select statement from (values
    (1, 'set local lock_timeout = ''50ms'''),
    (2, 'lock table distributed.gate in access exclusive mode'),
    (3, 'lock table distributed.observations, distributed.sampling_events, distributed.pools, distributed.absences in access exclusive mode')
) s (nth, statement)
order by nth
