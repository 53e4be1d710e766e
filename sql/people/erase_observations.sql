-- Takes the person from the records of an account that are public. No id stands in the place of user_id: the places of one person's records tell
-- together where the person lives.
-- Caller: erasures.erase
-- Index: observations_account
update observations set account = null, user_id = null, observer_name = null, metadata = metadata - array['recordedBy', 'recordedByID'],
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
where account = @account::uuid
