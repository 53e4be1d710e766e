-- Whether there are distributed tables that may be read.
-- Caller: nodes.Nodes.lookForDistributed
-- Index: none, one row
select exists (select from distribution where position is not null)
