-- The statement that changes the password of a role.
-- Caller: gis.Reader.shape
select format('alter role %I login password %L', @role::text, @verifier::text)
