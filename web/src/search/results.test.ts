import { expect, test, vi } from 'vitest'

import type { SearchResult } from '../api/types'
import { everything } from '../filter/filter'
import { boxOf, filtered, grouped } from './results'

vi.mock('../app/settings', () => ({ root: '', base: '/api/v1', embedded: false }))

const result = (type: SearchResult['type'], id: string, more: Partial<SearchResult> = {}): SearchResult => ({ type, id, name: id, detail: '', bbox: null, point: null, species: null, filter: null, ...more })

test('results are grouped by type, in the order of the best of each', () => {
  const groups = grouped([result('area', 'a'), result('town', 'b'), result('area', 'c')])
  expect(groups.map(({ type, results }) => [type, results.map(({ result: { id }, index }) => [id, index])])).toEqual([['area', [['a', 0], ['c', 1]]], ['town', [['b', 2]]]])
})

test('what is chosen replaces its part of the Filter', () => {
  const before = { ...everything(), country: ['br'], species: ['culex-pipiens'] }
  expect(filtered(before, result('country', 'us', { filter: { country: 'us' } }))).toEqual({ ...before, country: ['us'] })
  expect(filtered(before, result('area', 'us-fl', { filter: { area: 'us-fl' } }))).toEqual({ ...before, area: ['us-fl'] })
  expect(filtered(before, { type: 'part', id: '2017', part: { start_date: '2017-01-01', end_date: '2017-12-31' } })).toEqual({ ...before, start_date: '2017-01-01', end_date: '2017-12-31' })
  expect(filtered(before, result('town', 'us-miami'))).toBeUndefined()
})

test('a genus takes the place of a species, and a species that of a genus', () => {
  const [genus, species] = [{ ...everything(), genus: ['Culex'] }, { ...everything(), species: ['aedes-aegypti'] }]
  expect(filtered(species, result('genus', 'Culex', { filter: { genus: 'Culex' } }))).toEqual(genus)
  expect(filtered(genus, result('species', 'aedes-aegypti', { filter: { species: 'aedes-aegypti' } }))).toEqual(species)
  expect(filtered(genus, result('country', 'us', { filter: { country: 'us' } }))).toEqual({ ...genus, country: ['us'] })
})

test('places are shown whole, points with what is around them', () => {
  expect(boxOf(result('country', 'fj', { bbox: [177, -20, -178, -16] }))).toEqual([177, -20, -178, -16])
  const [west, south, east, north] = boxOf(result('town', 'x', { point: [10, 0] }))!
  expect(east - west).toBeCloseTo(0.36, 1)
  expect((south + north) / 2).toBeCloseTo(0)
  expect(boxOf(result('species', 'x'))).toBeUndefined()
})
