-- Drops what every reader has long read. tileindex.Forget, index observation_changes_logged_at.
delete from observation_changes where logged_at < now() - @keep::interval
