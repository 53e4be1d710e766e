-- Whether the database is a streaming replica, which nobody can write.
-- Caller: postgres.InRecovery
-- Index: none
select pg_is_in_recovery()
