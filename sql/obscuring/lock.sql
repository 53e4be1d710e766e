-- Waits for who writes records, and lets nobody else until the transaction ends. Readers go on.
-- Caller: obscuring.change
lock table observations, absences, sampling_events, pools in share row exclusive mode
