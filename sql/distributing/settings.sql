-- Settings of a transaction that makes or drops distributed tables: Citus does the same on the workers.
-- Caller: distributing.shaping
select set_config('citus.enable_ddl_propagation', 'on', true), set_config('client_min_messages', 'warning', true)
