-- Lets a transaction keep the plans of foreign keys, leaves the announcement of its changes to its server, and names the session after
-- its request, if it has one.
-- Caller: postgres.WriteOne
select set_config('plan_cache_mode', 'auto', true), set_config('skeeter.notify', 'later', true),
       set_config('application_name', coalesce(nullif(@name::text, ''), current_setting('application_name')), true)
