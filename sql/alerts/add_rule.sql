-- Stores a rule. An id that is taken stores nothing.
-- Caller: alerts.store.addRule
insert into alert_rules (id, kind, name, species, disease, area_id, area_set, parameters, enabled, send, webhook_url, mail_to, digest, send_since)
values (@id::uuid, @kind::text, @name::text, @species::text, @disease::text, @area::text, @set::text, @parameters::text::jsonb,
        @enabled::boolean, @send::text, @webhook_url::text, @mail_to::text[], @digest::text, case when @send::text <> 'none' then now() end)
on conflict (id) do nothing
