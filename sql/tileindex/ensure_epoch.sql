-- Gives the change log an epoch when it has none: at first use, and after a crash emptied the unlogged tables.
-- Caller: tileindex.Index.begin
insert into observation_epoch default values on conflict do nothing
