-- The sessions of an account that are not over, the newest first.
-- Caller: sessions.List
-- Index: sessions_account
select id, method, agent, created_at, seen_at from sessions
where account_id = @account_id and created_at > now() - @life::interval and seen_at > now() - @idle::interval
order by created_at desc, id
