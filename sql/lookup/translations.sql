-- Names by kind, language and identifier. lookup.Refresh.
select kind, lang, id, name from translations order by kind, lang, id
