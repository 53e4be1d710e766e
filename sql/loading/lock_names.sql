-- Waits for imports that run, and makes new ones wait, because both write names.
-- Caller: catalog.load
lock table taxa, taxon_names in share row exclusive mode
