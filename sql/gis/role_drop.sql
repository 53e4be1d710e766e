-- The statement that removes a role that skeeter made.
-- Caller: gis.Revoke
select format('drop role %I', @role::text)
