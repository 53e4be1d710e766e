-- Waits for imports that are under way, and lets new ones wait: both write names.
-- Caller: catalog.load
lock table taxa, taxon_names in share row exclusive mode
