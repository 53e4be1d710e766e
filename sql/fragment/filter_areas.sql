-- What a list asks of areas a. The text of a search is folded as lang.Fold does: lower case, without accents.
    a.set is not null
and (@set::text is null or a.set = @set::text)
and (@search::text is null or position(@search::text in regexp_replace(lower(normalize(concat_ws(E'\n', a.name, a.id, a.set), NFKD)), '[\u0300-\u036f]', '', 'g')) > 0)
