-- Settings of a transaction that moves rows: the change log does not hear of them, foreign keys hold without a check because no record goes
-- away, and the lock is waited for so briefly that requests behind it do not notice.
-- Caller: optimizing.movePart
select set_config('skeeter.moves', 'on', true), set_config('session_replication_role', 'replica', true), set_config('lock_timeout', '500ms', true)
