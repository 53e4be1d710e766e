-- Deletes the alerts that say more than the public may know and that no evaluation has found anew: those about records, pools and data sources that left
-- the public while they were found, and those that were raised before a place was hidden, closed ones and those of rules that are off. They name the
-- exact place, the area around it, or the site.
-- Caller: alerts.Alerts.evaluateRules
-- Index: observations_pkey, pools_test, sampling_events_geom
delete from alerts a
where a.facts ->> 'record_id' is not null and not exists (select from observations o where o.id = (a.facts ->> 'record_id')::uuid)
   or a.facts ->> 'data_source' is not null and not exists (select from data_sources d where d.id = a.facts ->> 'data_source')
   or a.facts ->> 'pool_id' is not null
      and not exists (select from data_sources d join pools p on p.data_source_key = d.key
                      where d.id = a.facts ->> 'data_source' and p.pool_id = a.facts ->> 'pool_id')
   or exists (select from exact_places)
  and (exists (select from observations o
               where o.id = (a.facts ->> 'record_id')::uuid and o.cell_degrees > 0 and a.geom is distinct from o.geom)
    or exists (select from observations o
               where o.id = (a.facts #>> '{nearest_earlier,record_id}')::uuid and o.cell_degrees > 0
                 and (abs(ST_X(o.geom) - (a.facts #>> '{nearest_earlier,location,lng}')::float8) > 1e-6
                   or abs(ST_Y(o.geom) - (a.facts #>> '{nearest_earlier,location,lat}')::float8) > 1e-6))
    or exists (select from data_sources d join pools p on p.data_source_key = d.key
               where d.id = a.facts ->> 'data_source' and p.pool_id = a.facts ->> 'pool_id' and p.cell_degrees > 0 and a.geom is distinct from p.geom)
    or a.facts ? 'last_event_on'
       and exists (select from data_sources d
                   where d.id = a.facts ->> 'data_source'
                     and (d.obscured_degrees is not null or exists (select from obscured_events e where e.data_source_key = d.key))
                     and not exists (select from sampling_events e
                                     where e.data_source_key = d.key and e.site_id is not distinct from a.facts ->> 'site_id'
                                       and ST_DWithin(e.geom, a.geom, 1e-6))))
