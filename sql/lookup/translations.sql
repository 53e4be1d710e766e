-- Names by kind, language and identifier.
-- Caller: postgres.Lookups.loadTranslations
select kind, lang, id, name from translations order by kind, lang, id
