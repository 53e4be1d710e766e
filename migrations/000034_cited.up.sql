-- A picture that a record cites is public while such a record is there and not rejected. One that was cited, and is no longer, is deleted.
alter table predictions add column cited_at timestamptz;
comment on column predictions.cited_at is 'when an observation first cited it; null for never';
update predictions p set cited_at = now() where exists (select from observations o where o.prediction_id = p.id);
