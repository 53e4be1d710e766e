-- A picture is public while the record that cited it first cites it and is not rejected. Records that cite it later do not bring it back.
alter table predictions add column cited_by uuid;
comment on column predictions.cited_by is 'id of the observation that cited it first, at cited_at; null for none, or one that is unknown';
update predictions p set cited_by = (
    select o.id from observations o where o.prediction_id = p.id and o.created_at <= p.cited_at order by o.created_at, o.id limit 1
) where cited_at is not null;
