-- Names the session after the request that its transaction works for, until it ends.
-- Caller: postgres.NameSession
select set_config('application_name', @name::text, true)
