-- Whether anybody reads the summaries whose servers cannot count them: a role other than the owner that may use schema gis, or a replica.
-- Caller: gis.Summaries.read
select exists (
    select from pg_namespace n
    cross join aclexplode(n.nspacl) a
    where n.nspname = 'gis' and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner)
    or exists (select from pg_stat_replication)
