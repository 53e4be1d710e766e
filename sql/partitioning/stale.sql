-- Whether a move of rows cannot go on: a file was written anew, so that rows lie in other pages than those that were copied, or the table has
-- another schema than when the move began.
-- Caller: partitioning.move.stale
select exists (select from partitioning.parts where entity = @entity::text and page < pages and file is distinct from pg_relation_filenode(to_regclass(part)))
    or exists (select from partitioning.moves where entity = @entity::text and version <> (select version from schema_migrations)) as stale
