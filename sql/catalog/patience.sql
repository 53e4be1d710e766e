-- No limit on the statements of this transaction: a load waits for imports. catalog.Load
set local statement_timeout = 0
