-- Forgets what an account's requests were, as hashes: whoever guesses one would see it confirmed.
-- Caller: erasures.erase
-- Index: observations_account, observation_requests_pkey
delete from observation_requests where id in (select id from observations where account = @account::uuid)
