-- The statements that let a role through the embedded database's port. gis.Grant
select format('create role %I nologin', @group::text) where not exists (select from pg_roles where rolname = @group)
union all
select format('grant %I to %I', @group::text, @role::text)
