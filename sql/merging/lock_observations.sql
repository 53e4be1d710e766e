-- Keeps readers and writers out until the transaction ends.
-- Caller: importing.lockRecords
-- Index: none
lock table observations in access exclusive mode
