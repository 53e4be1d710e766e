-- The rules whose digest is due: the last one was for an earlier moment than the last Monday morning, or morning.
-- Caller: alerts.Alerts.sendDigests
select r.id, r.name, r.mail_to, r.digest from alert_rules r
where r.send = 'mail' and r.enabled
  and coalesce(r.mailed_at, r.send_since) < case r.digest when 'weekly' then @week::timestamptz else @day::timestamptz end
order by r.id
