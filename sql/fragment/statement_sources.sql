-- The works that the texts e of a species or disease rest on.
(select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'citation', w.citation, 'url', w.url, 'unverified', v.unverified,
                                              'statements', v.statements) order by v.rank), '[]')
 from statement_sources v join catalog_references w on w.id = v.reference_id
 where v.kind = e.kind and v.id = e.id)
