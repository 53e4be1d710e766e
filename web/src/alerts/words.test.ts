import { expect, test, vi } from 'vitest'

import type { Alert } from '../api/types'

vi.mock('../filter/words.svelte', () => ({ valueName: (_list: string, id: string) => `name of ${id}` }))
vi.mock('../api/client', () => ({ ApiError: class extends Error {} }))
vi.mock('../filter/chips', () => ({ protocolName: (id: string) => id }))
vi.mock('../i18n/locale.svelte', () => ({
  t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '), number: String, day: String, monthName: (n: number) => `month ${n}`, language: () => 'en',
}))

const { asCSV, placeOf, stateOf, titleOf } = await import('./words')

const alert = (members: Partial<Alert> = {}) => ({ rule: 'Tiger', facts: {}, location: null, area: null, state: 'new', closed_at: null, historical: false, ...members }) as Alert

test('what an alert says', () => {
  const species = 'Aedes albopictus'
  const week = { subject: 'Mosquitoes', bin: '2024-W30', protocol: 'CDC' }
  const said = (kind: Alert['kind'], facts: object, members: Partial<Alert> = {}) => titleOf(alert({ kind, facts: facts as Alert['facts'], title: 'English', ...members }))
  expect([
    said('introduction', { species, distance_km: 50, nearest_earlier: { distance_km: 159.4 } }),
    said('introduction', { species, distance_km: null, nearest_earlier: null }, { area: 'a1' }),
    said('excess', { ...week, specimens: 12, upper: 7 }),
    said('anomaly', { subject: 'Vectors of Malaria', bin: '2024-07', protocol: null, percent: 312.4, years: [2023, 2022] }),
    said('infection', { pathogen: 'WNV', season: 2024, species }),
    said('infection', { ...week, pathogen: 'WNV', pools: 9, positive: 2, estimate: null, mir: 4 }),
    said('silence', { site_id: 'T4', last_event_on: '2024-07-01', usual_interval_days: 7 }),
    said('silence', { site_id: null, last_event_on: '2024-07-01', usual_interval_days: 7 }, { location: { lat: 1, lng: 2 } }),
  ]).toEqual([
    'alerts.fact.firstWithin Aedes albopictus 50; alerts.fact.nearest 159',
    'alerts.fact.first Aedes albopictus name of a1; alerts.fact.noEarlier',
    'alerts.fact.excess alerts.mosquitoes alerts.fact.bin analysis.week 30 2024 12 7 CDC',
    'alerts.fact.anomaly alerts.vectors Malaria alerts.fact.bin month 7 2024 312 2 analysis.noMethod',
    'alerts.fact.firstPositive WNV 2024 Aedes albopictus',
    'alerts.fact.infection WNV alerts.fact.bin analysis.week 30 2024 4 2 9 CDC',
    'alerts.fact.silence T4 2024-07-01 7',
    'alerts.fact.silence 1, 2 2024-07-01 7',
  ])
  expect(said('infection', { pathogen: 'WNV', another: 1 })).toBe('English')
})

test('where it is', () => {
  const location = { lat: 41.9, lng: -87.7 }
  expect([alert({ area: 'a1', location }), alert({ location }), alert()].map(placeOf)).toEqual(['name of a1', '41.9, -87.7', 'alerts.everywhere'])
})

test('its state', () => {
  expect(stateOf(alert())).toBe('alerts.state.new')
  expect(stateOf(alert({ state: 'seen', closed_at: '2026-07-01T00:00:00Z', historical: true }))).toBe('alerts.state.seen, alerts.closed, alerts.historical')
})

test('a table quotes what has to be quoted', () => {
  const [head, row] = asCSV([alert({ title: 'One, "two"', location: { lat: 1, lng: 2 } })]).split('\r\n')
  expect(head).toMatch(/^id,rule,kind,title,day,latitude,longitude,/)
  expect(row).toBe(',Tiger,,"One, ""two""",,1,2,,false,new,,,,')
})
