-- The statements that make a role that may log in; @verifier is PostgreSQL's SCRAM-SHA-256 form of the password.
-- Caller: gis.Reader.shape
select format('create role %I login password %L', @role::text, @verifier::text)
union all
select format('comment on role %I is %L', @role::text, @comment::text)
