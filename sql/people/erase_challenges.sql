-- Removes the challenges that name an account: by its id as text, or in base64 as passkeys do.
-- Caller: erasures.erase
-- Index: none, a scan of what waits for some minutes
delete from challenges
where position(@account::uuid::text in data::text) > 0 or position(rtrim(encode(uuid_send(@account::uuid), 'base64'), '=') in data::text) > 0
   or position(translate(rtrim(encode(uuid_send(@account::uuid), 'base64'), '='), '+/', '-_') in data::text) > 0
