// Known sampling events for the tests: traps in the South Atlantic, a collection each in the middle of the months May to September.

export const traps = {
  source: 'traps',
  species: 'culex-pipiens',
  /** Caught nowhere: every cell with a trap was searched for it. */
  absent: 'aedes-vexans',
  latitude: -30,
  longitude: -20,
  /** Sites of gravid traps, a tenth of a degree apart to the east. The last one never catches anything. */
  gravid: 6,
  /** Sites of light traps, after those. */
  light: 2,
  firstYear: 2018,
  lastYear: 2023,
  /** Trap-nights of each collection. */
  nights: 2,
  /** Every collection with a catch was tested as one pool; those of the first trap are positive, and inconclusive in June of the last year. */
  pathogen: 'West Nile virus',
}

/** Specimens of a collection: more in July, twice as many in the last year, none in May and at the last gravid trap. */
const catches = `site % 6 * (array[0, 4, 12, 8, 2])[month - 4] * case when year = ${traps.lastYear} then 2 else 1 end`

/** Statements that store them. */
export const trapEvents = `
  insert into data_sources (id, name) values ('${traps.source}', 'Traps');
  create temp table collections as
  select s.key, site, year, month, ${catches} as caught, 'T' || site || '-' || year || '-' || month as event,
    ST_SetSRID(ST_MakePoint(${traps.longitude} + 0.1 * site, ${traps.latitude}), 4326) as place, make_timestamptz(year, month, 15, 0, 0, 0, 'UTC') as day,
    case when site <= ${traps.gravid} then 'gravid trap' else 'cdc light trap' end as protocol
  from data_sources s, generate_series(1, ${traps.gravid + traps.light}) site, generate_series(${traps.firstYear}, ${traps.lastYear}) year, generate_series(5, 9) month
  where s.id = '${traps.source}';
  insert into sampling_events (id, data_source_key, event_id, site_id, geom, location_accuracy_m, ended_at, date_precision, sampling_protocol, traps, nights,
    effort, effort_unit, effort_source)
  select gen_random_uuid(), key, event, 'T' || site, place, 10, day, 'day', protocol, 1, ${traps.nights}, ${traps.nights}, 'trap_night', 'stated' from collections;
  insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, sampling_protocol, sex, life_stage)
  select gen_random_uuid(), t.key, caught, place, day, 'day', c.key, event, protocol, 'female', 'adult'
  from collections c, taxa t where caught > 0 and t.id = '${traps.species}';
  insert into pools (id, data_source_key, pool_id, event_id, geom, location_accuracy_m, ended_at, date_precision, sampling_protocol, taxon_key, sex, life_stage, size, pathogen,
    disease_id, result)
  select gen_random_uuid(), c.key, event, event, place, 10, day, 'day', protocol, t.key, 'female', 'adult', caught, '${traps.pathogen}', 'west-nile-fever',
    case when site > 1 then 'negative' when year = ${traps.lastYear} and month = 6 then 'inconclusive' else 'positive' end
  from collections c, taxa t where caught > 0 and t.id = '${traps.species}';
  insert into alert_rules (id, kind, name, enabled) values ('00000000-0000-4000-8000-000000000001', 'silence', 'Silent traps', false);
  insert into alerts (id, rule_id, key, title, facts, geom, day, historical, closed_at, closed_reason)
  select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', site, 'Trap T' || site || ' is silent', jsonb_build_object('site_id', 'T' || site, 'last_event_on', day::date, 'usual_interval_days', 30), place, day, false, closed, closed_reason
  from (select site, place, max(day) as day from collections where site in (4, 5) group by site, place) s
  cross join lateral (select case when site = 5 then now() end as closed, case when site = 5 then 'site_reported' end as closed_reason) c`
