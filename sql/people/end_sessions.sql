-- Ends the sessions of an account, but for one that may be kept.
-- Caller: accounts.EndSessions
-- Index: sessions_account
delete from sessions where account_id = @account_id and (@keep::uuid is null or id <> @keep)
