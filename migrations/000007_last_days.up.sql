-- The tile index counts days from 1700 to 2399. What came in beyond them before stays, and SQL counts it.
alter table observations
    add constraint observations_day_limit check (observed_at < '2400-01-01Z' and (observed_until is null or observed_until < '2400-01-01')) not valid;
