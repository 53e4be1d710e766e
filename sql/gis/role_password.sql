-- The statement that changes the password of a role. gis.Grant
select format('alter role %I login password %L', @role::text, @verifier::text)
