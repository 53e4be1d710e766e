-- The statement that removes a role that gis.Grant made. gis.Revoke
select format('drop role %I', @role::text)
