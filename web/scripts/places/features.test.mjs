import { expect, test } from 'vitest'

import { states, towns } from './features.mjs'

const state = (iso_a2, name, gn_name, coordinates = [[[0, 0], [1, 0], [1, 1], [0, 0]]]) => ({ properties: { iso_a2, name, gn_name }, geometry: { type: 'Polygon', coordinates } })
const ids = (...features) => states(features).map(({ id }) => id)

test('a state has its code of ISO 3166-2', () => {
  expect(ids(state('US', 'Florida', 'Florida'))).toEqual(['us-fl'])
  expect(ids(state('SE', 'Östergötland', 'Ostergotlands Laen'))[0]).toMatch(/^se-/)
  expect(ids(state('IT', 'Messina', 'Provincia di Messina'))).toEqual(['it-me'])
})

test('the name of the region around it gives no code', () => {
  expect(ids(state('GN', 'Guéckédou', 'Nzerekore'))).not.toContain('gn-n')
  expect(ids(state('MD', 'Comrat', 'Gagauzia'))).toEqual(['md-comrat'])
})

test('parts of one name are one state, and no two states share an id', () => {
  const [one, ...others] = states([state('US', 'Hawaii'), state('US', 'Hawaii')])
  expect(others).toEqual([])
  expect(one.geometry.coordinates).toHaveLength(2)
  expect(new Set(ids(state('AA', 'São'), state('AA', 'Sao'), state('AA', 'sao'))).size).toBe(3)
})

test('without a name or a country there is no state', () => {
  expect(ids(state('US', null), state('-1', 'Nowhere'))).toEqual([])
})

test('towns come by importance, with what is known of them', () => {
  const town = (name, scalerank, pop_max) => ({ properties: { name, scalerank, pop_max, iso_a2: '-99', namealt: name === 'B' ? 'C|D' : null, adm0cap: 0 }, geometry: { type: 'Point', coordinates: [1, 2] } })
  expect(towns([town('A', 8, 5), town('B', 0, 0), town('C', 8, 9)]).map(({ properties }) => properties)).toEqual([
    { name: 'B', also: ['C', 'D'], rank: 0 },
    { name: 'C', rank: 8, population: 9 },
    { name: 'A', rank: 8, population: 5 },
  ])
})

test('towns of Senegal are not in San Marino', () => {
  const town = (name, lon) => ({ properties: { name, scalerank: 3, iso_a2: 'SM' }, geometry: { type: 'Point', coordinates: [lon, 14] } })
  expect(towns([town('Dakar', -17.5), town('Kaedi', -13.5), town('San Marino', 12.4)]).map(({ properties }) => properties.country)).toEqual(['SN', 'MR', 'SM'])
})
