-- Tells readers that the distributed tables change.
-- Caller: distributing.swing
select nextval('distribution_number')
