    -- The Filter over sampling events o. An event of up to 31 days is selected by its last one, by which it lies in a bin; one that is
    -- spread over a month, a year or more days by all of them.
    (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
and (@start_day::date is null or case when o.date_precision in ('month', 'year') or o.last_day - o.first_day >= 31
                                      then o.first_day else o.last_day end >= @start_day::date)
and (@month_mask::smallint is null or (case when o.date_precision in ('month', 'year') or o.last_day - o.first_day >= 31
                                            then o.months::int else 1 << (extract(month from o.last_day)::int - 1) end
                                       & ~@month_mask::int) = 0)
-- include: fragment/filter_event.sql
