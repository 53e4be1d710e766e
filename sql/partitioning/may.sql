-- Whether the role may put another table in the place of one.
-- Caller: partitioning.move.start
-- Index: none
select pg_has_role(relowner, 'USAGE') as may from pg_class where oid = to_regclass('public.' || @entity::text)
