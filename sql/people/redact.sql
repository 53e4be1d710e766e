-- Takes an account from the history, while its records still say whose they are.
-- Caller: erasures.erase
-- Index: history_actor, history_entity, observations_account, held_observations_account
select redact_account(@account::uuid)
