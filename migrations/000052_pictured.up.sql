create index observations_pictured on observations (taxon_key, observed_at desc, id desc) where prediction_id is not null and status = 'verified';
comment on index observations_pictured is 'photographs of verified reports on the page of their species';
