-- Notes what the rules were evaluated for.
-- Caller: alerts.store.noteEvaluation
insert into alert_evaluation (subject, evaluated_at) values (@subject::text, now())
on conflict (only_row) do update set subject = excluded.subject, evaluated_at = excluded.evaluated_at
