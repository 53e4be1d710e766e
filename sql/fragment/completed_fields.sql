    -- What today's rules read from a row r and older ones did not, in a stored record o. A field that a person emptied since stays empty.
    identification_qualifier = case when o.import_rules < 1 then coalesce(o.identification_qualifier, r.identification_qualifier)
        else o.identification_qualifier end,
    basis_of_record = case when o.import_rules < 1 then coalesce(o.basis_of_record, r.basis_of_record) else o.basis_of_record end,
    licence = case when o.import_rules < 1 then coalesce(o.licence, r.licence) else o.licence end,
    sex = case when o.import_rules < 1 then coalesce(o.sex, r.sex) else o.sex end,
    life_stage = case when o.import_rules < 1 then coalesce(o.life_stage, r.life_stage) else o.life_stage end,
    utc_offset = case when o.import_rules < 1 and o.observed_at = r.observed_at then r.utc_offset else o.utc_offset end,
    flags = case when o.taxon_key = r.taxon_key and o.geom = r.geom and o.location_accuracy_m is not distinct from r.location_accuracy_m
        then r.flags else o.flags end,
    metadata = case when o.import_rules < 1 then (o.metadata - array['identificationQualifier', 'basisOfRecord', 'license']) || coalesce(
        (select jsonb_object_agg(key, r.metadata -> key)
         from unnest(array['identificationQualifier', 'basisOfRecord', 'license']) key where r.metadata ? key), '{}')
        else o.metadata end,
    import_rules = default,
    updated_at = now()
