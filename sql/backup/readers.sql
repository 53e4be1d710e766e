-- The roles that skeeter grant-readonly let through the port, with the SCRAM form of their passwords. Only a superuser may read
-- that, as the embedded database's owner is.
-- Caller: backup.note.leave
select a.rolname as role, coalesce(a.rolpassword, '') as verifier
from pg_authid a
join pg_auth_members m on m.member = a.oid
join pg_roles g on g.oid = m.roleid
where g.rolname = @group and a.rolcanlogin
order by a.rolname
