-- Stores a challenge, and removes those that are over. It stores none when too many wait.
-- Caller: challenges.Add
-- Index: challenges_expires
with gone as (delete from challenges where expires_at < now())
insert into challenges (hash, data, expires_at) select @hash::bytea, @data::jsonb, now() + @life::interval
where (select count(*) from challenges where expires_at >= now()) < @most::bigint
