-- Tells readers that the distributed tables change.
-- Caller: distributing.advance
select nextval('distribution_number')
