-- What an entry of the history is about.
-- Caller: history.Find
-- Index: history_pkey
select entity, entity_id from history where id = @id::bigint
