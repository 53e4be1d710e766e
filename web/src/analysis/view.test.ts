import { expect, test } from 'vitest'

import { parseAnalysis, resolutionAt, timeParams } from './view'

const parsed = (query: string) => parseAnalysis(new URLSearchParams(query))

test('options of a link', () => {
  expect(parsed('analysis=anomaly&interval=week&weeks=mmwr&unit=dip&year=2012&protocol=gravid+trap&resolution=6&basis=share&ring=2&set=nuts3&pathogen=Usutu+virus&alerts=all')).toEqual({
    kind: 'anomaly', interval: 'week', weeks: 'mmwr', unit: 'dip', year: 2012, protocol: 'gravid trap', resolution: 6, basis: 'share', ring: 2, set: 'nuts3',
    pathogen: 'Usutu virus', alerts: 'all',
  })
})

test('what cannot be a value is the default', () => {
  expect(parsed('analysis=magic&interval=day&weeks=x&unit=kg&year=12&resolution=12&basis=count&ring=9&pathogen=+')).toEqual({
    kind: undefined, interval: 'month', weeks: 'iso', unit: undefined, year: undefined, protocol: '', resolution: undefined, basis: 'rate', ring: 1, set: '',
    pathogen: 'West Nile virus', alerts: 'open',
  })
})

test('infection is by week, unless the address says otherwise', () => {
  expect([parsed('analysis=infection').interval, parsed('analysis=infection&interval=month').interval]).toEqual(['week', 'month'])
})

test('cells grow finer with the zoom', () => {
  expect([0, 4, 6, 7.9, 9, 20].map(resolutionAt)).toEqual([3, 3, 4, 5, 6, 9])
})

test('weeks are a parameter where time is parted by weeks', () => {
  const params = (interval: string) => timeParams(parseAnalysis(new URLSearchParams({ interval, weeks: 'mmwr' })))
  expect(params('week')).toEqual({ interval: 'week', weeks: 'mmwr' })
  expect(params('biweek')).toEqual({ interval: 'biweek', weeks: 'mmwr' })
  expect(params('month')).toEqual({ interval: 'month' })
})
