-- The records of a part are asked for one part after the other.
-- Caller: optimizing.divide
create index on parts (part)
