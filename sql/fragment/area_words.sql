-- What a search looks at of areas a, the name first. It is folded as lang.Fold does: lower case, without accents.
regexp_replace(lower(normalize(concat_ws(E'\n', a.name, a.id, a.set), NFKD)), '[\u0300-\u036f]', '', 'g')
