-- Settings of a transaction that locks tables: definitions are written with the schema of every name, and a lock is waited for so briefly that
-- requests behind it do not notice.
-- Caller: partitioning.move.once
select set_config('search_path', '', true), set_config('lock_timeout', '500ms', true), set_config('client_min_messages', 'warning', true)
