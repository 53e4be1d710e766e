       -- What the copy in memory keeps of a record o of a sampling event e.
       e.id, o.taxon_key, o.count, o.status, lower(o.sex) as sex, lower(o.life_stage) as life_stage, o.flags,
       o.identification_qualifier is not null as uncertain
