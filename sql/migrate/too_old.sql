-- The version of a schema that was left behind on its way to @oldest by a program before 0.1.0: those had versions below @first, and
-- made gis_counted with step 9, which is one of the last tables that are made now. No row for any other schema.
-- Caller: schema.Check
select version
from schema_migrations
where not dirty and version < @oldest and (version < @first or to_regclass('gis_counted') is not null)
