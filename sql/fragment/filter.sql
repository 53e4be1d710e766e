-- The Filter over observations or absences o. A parameter that is null asks for nothing and its condition is not sent (postgres.Args).
-- include: fragment/filter_catch.sql
and (@start_at::timestamptz is null or o.observed_at >= @start_at::timestamptz)
and (@end_at::timestamptz is null or o.observed_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
