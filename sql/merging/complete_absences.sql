-- Gives absences that did not change what is read from their rows today and was not when they were stored. What the metadata held of it
-- moves to its column.
-- Caller: importing.fileImport.merge
-- Index: absences_pkey
update absences o
set identification_qualifier = coalesce(o.identification_qualifier, r.identification_qualifier),
    basis_of_record = coalesce(o.basis_of_record, r.basis_of_record),
    licence = coalesce(o.licence, r.licence),
    utc_offset = case when o.observed_at = r.observed_at then r.utc_offset else o.utc_offset end,
    flags = r.flags,
    metadata = (o.metadata - array['identificationQualifier', 'basisOfRecord', 'license']) || coalesce(
        (select jsonb_object_agg(key, r.metadata -> key)
         from unnest(array['identificationQualifier', 'basisOfRecord', 'license']) key where r.metadata ? key), '{}'),
    updated_at = now()
from import_records r
where o.id = r.id and r.batch = @batch::int and r.absent and r.change = 'completed'
