-- Starts a session. It ends that of the browser before, those that are over, and the oldest ones of an account that has too many.
-- Caller: sessions.Start
-- Index: sessions_account, sessions_hash_key
with ended as (
    delete from sessions
    where hash = @before::bytea
       or account_id = @account_id and (created_at < now() - @life::interval or seen_at < now() - @idle::interval)
       or id in (select id from sessions where account_id = @account_id order by seen_at desc offset @others::int)
)
insert into sessions (id, account_id, hash, method, agent) values (@id, @account_id, @hash, @method, @agent)
