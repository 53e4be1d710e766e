-- Whether a move of rows cannot go on: a file was written anew, so that rows lie in other pages than those that were copied, or are gone and nobody
-- noted it (TRUNCATE), or the table has another schema than when the move began.
-- Caller: partitioning.move.stale
select exists (select from partitioning.parts where entity = @entity::text and file is distinct from pg_relation_filenode(to_regclass(part)))
    or exists (select from partitioning.moves where entity = @entity::text and version <> (select version from public.schema_migrations)) as stale
