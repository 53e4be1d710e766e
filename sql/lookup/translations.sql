-- Names by kind, language and identifier.
-- Caller: lookup.Snapshot.loadNames
select kind, lang, id, name from translations order by kind, lang, id
