alter table observations drop constraint observations_day_limit;
