       -- What features show of an observation o and the tile index keeps in a file, as tileindex.detailsColumns reads it.
       ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.notes, o.occurrence_id, o.identification_qualifier, o.basis_of_record, o.licence
