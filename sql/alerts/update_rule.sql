-- Changes a rule. One that looks for something else was not evaluated yet. Alerts are sent that are raised after sending began.
-- Caller: alerts.store.updateRule
update alert_rules r set
    name = @name::text, species = @species::text, disease = @disease::text, area_id = @area::text, area_set = @set::text,
    parameters = @parameters::text::jsonb, enabled = @enabled::boolean, webhook_url = @webhook_url::text, mail_to = @mail_to::text[],
    digest = @digest::text, send = @send::text,
    send_since = case when @send::text = 'none' then null when r.send = @send::text then r.send_since else now() end,
    evaluated_at = case when (r.species, r.disease, r.area_id, r.area_set, r.parameters)
                             is not distinct from (@species::text, @disease::text, @area::text, @set::text, @parameters::text::jsonb)
                        then r.evaluated_at end,
    updated_at = greatest(clock_timestamp(), r.updated_at + interval '1 microsecond')
where r.id = @id::uuid
