-- Keeps writers out until the transaction ends, so that none of them waits for a row that moves. Readers go on.
-- Caller: optimizing.movePart
-- Index: none
lock table observations in exclusive mode
