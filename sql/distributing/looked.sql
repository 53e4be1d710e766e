-- Notes that somebody looks after the distributed tables: the change log keeps what they have to be told.
-- Caller: distributing.advance, distributing.advanceClosed, distributing.copyNext, distributing.looking
update distribution set held_at = now()
