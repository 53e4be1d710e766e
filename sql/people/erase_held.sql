-- Takes the person from the records of an account that are not public, or were removed and can be restored.
-- Caller: erasures.erase
-- Index: held_observations_account
update held_observations set account = null, user_id = null, observer_name = null, metadata = metadata - array['recordedBy', 'recordedByID'], request_hash = null,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
where account = @account::uuid
