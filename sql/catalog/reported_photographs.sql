-- The newest verified records of a species whose reporters let everybody see their photographs.
-- Caller: catalog.store.reported
-- Index: observations_pictured, predictions_pkey
select o.id, o.image_url, o.observed_at, o.utc_offset, o.date_precision, o.observed_until, o.country_id
from observations o
join predictions p on p.id = o.prediction_id and p.image_url = o.image_url
where o.taxon_key = any(@taxa::int[]) and o.prediction_id is not null and o.status = 'verified'
order by o.observed_at desc, o.id desc
limit @limit
