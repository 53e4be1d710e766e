-- The catch of a sampling event e, as the Filter asks for it: in the parentheses of exists. The data source is compared as in
-- eventindex/changed_catch.sql.
select from observations o
where o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true and
-- include: fragment/filter_catch.sql
