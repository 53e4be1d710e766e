-- Stores the password of an account.
-- Caller: accounts.SetPassword
-- Index: passwords_pkey
insert into passwords (account_id, hash) values (@account_id, @hash)
on conflict (account_id) do update set hash = excluded.hash, changed_at = now()
