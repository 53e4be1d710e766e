-- The statement that makes a role that may log in; @verifier is PostgreSQL's SCRAM-SHA-256 form of the password. Names and
-- values cannot be parameters of such statements, so PostgreSQL quotes them itself. gis.Grant
select format('create role %I login password %L', @role::text, @verifier::text)
union all
select format('comment on role %I is %L', @role::text, @comment::text)
