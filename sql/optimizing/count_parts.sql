-- How many parts there are.
-- Caller: optimizing.Records
select coalesce(max(part) + 1, 0) as parts from parts
