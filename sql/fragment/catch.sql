-- The catch of a sampling event o, as the Filter asks for it: in the parentheses of exists. The observations are called o here, because the
-- conditions name them so.
select from (select o.data_source_key as source, o.event_id as event) e
join observations o on o.event_id = e.event and o.data_source_key = e.source
where
-- include: fragment/filter_catch.sql
