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
  from collections c, taxa t where caught > 0 and t.id = '${traps.species}'`
