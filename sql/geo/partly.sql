-- Records that lie partly within the days @from to @till; the Filter comes without its dates. Used until the tile
-- index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select count(*) from observations o
where (@from::date is null or o.last_day >= @from::date)
  and (@till::date is null or o.first_day <= @till::date)
  and ((@from::date is not null and o.first_day < @from::date)
       or (@till::date is not null and o.last_day > @till::date))
  and
-- include: fragment/filter.sql
