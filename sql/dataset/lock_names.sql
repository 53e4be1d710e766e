-- Keeps other transactions from writing names; fails at once when one does, such as a running import.
-- Caller: datasets.RemoveUnusedNames
lock table taxa, taxon_names in share row exclusive mode nowait
