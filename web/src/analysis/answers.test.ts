import { expect, test, vi } from 'vitest'

import type { Abundance, Anomaly, Infection, VectorIndex } from '../api/types'

vi.mock('../app/settings', () => ({ root: '', base: '/api/v1', embedded: false }))

const { ApiError } = await import('../api/client')
const { binNumber, codeOf, indexPoints, infectionPoints, lastBin, points, protocols, unitsIn, years } = await import('./answers')

const row = (bin: string, protocol: string | null, effort = 1) => ({ bin, protocol, effort, abundance: 2, lower: 1, upper: 4, events: 3, zero_events: 1, start: bin, end: bin }) as Abundance
const rows = [row('2012-07', 'gravid', 5), row('2012-08', 'gravid', 5), row('2011-07', 'gravid', 5), row('2013-07', null, 90)]

test.each([['2012-W07', 7], ['2012-B26', 26], ['2012-12', 12], ['2012', 2012]])('the number of %s', (bin, n) => expect(binNumber(bin)).toBe(n))

test('protocols by effort, and their years', () => {
  expect(protocols(rows)).toEqual(['', 'gravid'])
  expect(years(rows, 'gravid')).toEqual([2012, 2011])
})

test('bins of one protocol and year with the mean of the years before', () => {
  const before = [{ bin: '2012-07', protocol: 'gravid', mean: 3 }, { bin: '2012-08', protocol: null, mean: 9 }] as Anomaly[]
  expect(points(rows, before, 'gravid', 2012).map(({ at, mean }) => [at, mean])).toEqual([[7, 3], [8, null]])
  expect(points(rows, [], 'gravid', undefined).length).toBe(3)
})

test('infection has a lower bound where every pool is positive', () => {
  const tested = { bin: '2012-W32', protocol: 'gravid', lower: 11, upper: null, mir: 11 }
  const rows = [{ ...tested, estimate: null, reason: 'all_positive' }, { ...tested, estimate: 12, upper: 40, reason: null }, { ...tested, estimate: null, reason: 'inconclusive' }] as Infection[]
  expect(infectionPoints(rows, 'gravid', 2012).map(({ value, least, lower, upper }) => [value, least, lower, upper])).toEqual([
    [null, 11, null, null], [12, null, 11, 40], [null, null, null, null],
  ])
  expect(indexPoints([{ bin: '2012-W32', protocol: 'gravid', value: 0.5 }, { bin: '2011-W32', protocol: 'gravid', value: 1 }] as VectorIndex[], 'gravid', 2012).map(({ at, value }) => [at, value])).toEqual([[32, 0.5]])
})

test('a year has 52 weeks, or 53', () => {
  expect(lastBin('week', [20])).toBe(52)
  expect(lastBin('week', [53])).toBe(53)
})

test('why there is no answer', () => {
  const mixed = new ApiError(422, 'validation_error', 'x', [{ loc: ['query'], msg: '', type: 'mixed_units' }])
  expect(codeOf(mixed)).toBe('mixed_units')
  expect(codeOf(new Error())).toBe('')
  expect(unitsIn('the events have effort in several units, dip, trap_night: choose one with unit')).toEqual(['trap_night', 'collection', 'dip'])
})
