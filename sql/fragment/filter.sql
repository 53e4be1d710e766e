-- The Filter over observations or absences o. A parameter that is null asks for nothing and its condition is not sent (postgres.Args).
-- include: fragment/filter_catch.sql
and (@start_at::timestamptz is null or o.observed_at >= @start_at::timestamptz)
and (@end_at::timestamptz is null or o.observed_at < @end_at::timestamptz)
and (@start_day::date is null or o.first_day >= @start_day::date)
and (@month_set::smallint is null or o.months = @month_set::smallint)
and (@month_sets::smallint[] is null or o.months = any(@month_sets::smallint[]))
-- include: fragment/filter_event.sql
