-- Names by kind, language and identifier. postgres.Lookups.Refresh.
select kind, lang, id, name from translations order by kind, lang, id
