-- Nobody brings a name while its meaning changes: waits for imports that are under way, and new ones wait. catalog.Load
lock table taxa, taxon_names in share row exclusive mode
