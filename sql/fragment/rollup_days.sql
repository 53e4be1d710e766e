       -- Whether no record that went since may have been the first or the last.
       coalesce(min(o.gone_earliest) > min(o.earliest), true) and coalesce(max(o.gone_latest) < max(o.latest), true) as exact
