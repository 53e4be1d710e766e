-- Stores what people say of an alert.
-- Caller: alerts.store.mark
update alerts set state = @state::text, note = @note::text, updated_at = clock_timestamp()
where id = @id::uuid and (state, note) is distinct from (@state::text, @note::text)
