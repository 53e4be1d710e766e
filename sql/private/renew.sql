-- Makes the tables of private data sources anew that an earlier version of the schema made.
-- Caller: private.Renew
select renew_private_schemas()
