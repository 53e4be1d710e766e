import { expect, test, vi } from 'vitest'

import type { Alert } from '../api/types'

vi.mock('../filter/words.svelte', () => ({ valueName: (_list: string, id: string) => `name of ${id}` }))
vi.mock('../i18n/locale.svelte', () => ({ t: (key: string) => key, number: String }))

const { asCSV, placeOf, stateOf, subject } = await import('./words')

const alert = (members: Partial<Alert> = {}) => ({ rule: 'Tiger', facts: {}, location: null, area: null, state: 'new', closed_at: null, historical: false, ...members }) as Alert

test('what an alert is about', () => {
  expect([{ species: 'Aedes albopictus' }, { subject: 'Mosquitoes' }, { site_id: 'T4' }, { site_id: null }].map((facts) => subject(alert({ facts })))).toEqual([
    'Aedes albopictus', 'Mosquitoes', 'T4', 'Tiger',
  ])
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
