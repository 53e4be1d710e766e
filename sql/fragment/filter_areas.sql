-- What a list asks of areas a.
    a.set is not null
and (@set::text is null or a.set = @set::text)
and (@search::text is null or position(@search::text in
-- include: fragment/area_words.sql
    ) > 0)
