-- A data source by its id or name, and whether it stays when its records are removed: a private one, whose schema has what can be restored, and
-- one whose places are obscured, so that the same file again finds the rule.
-- Caller: datasets.Remove
-- Index: data_sources_id_key
select key, id, name, synthetic, obscured_degrees is not null or (select a.private from all_data_sources a where a.key = d.key) as stays from data_sources d where id = @id or name = @name
