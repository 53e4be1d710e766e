-- The few records that know no day: a time that falls into their days is found by this, others by observed_at.
create index observations_until on observations (observed_until) where observed_until is not null;
