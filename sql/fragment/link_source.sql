-- The work w that a link v of a species and a disease rests on.
jsonb_build_object('id', w.id, 'citation', w.citation, 'url', w.url, 'unverified', v.unverified)
