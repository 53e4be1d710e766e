-- Whether a role other than its owner may use schema gis.
-- Caller: gis.Summaries.read
select exists (
    select from pg_namespace n
    cross join aclexplode(n.nspacl) a
    where n.nspname = 'gis' and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner)
