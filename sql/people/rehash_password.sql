-- Stores a newer hash of the same password, unless another password was set meanwhile.
-- Caller: accounts.Rehash
-- Index: passwords_pkey
update passwords set hash = @hash where account_id = @account_id and hash = @old
