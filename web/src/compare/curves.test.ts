import { expect, test } from 'vitest'

import { everything, type Filter } from '../filter/filter'
import { axisOf, restOf, valuesOf, type Curve } from './curves'

const curve = (count: number, months: [string, number][], filter: Partial<Filter> = {}): Curve => ({
  filter: { ...everything(), ...filter }, stats: { count, months: months.map(([month, count]) => ({ month, count })) },
})
const a = curve(9, [['2020-01', 2], ['2020-03', 4]])
const b = curve(5, [['2020-03', 5], ['2020-05', 0]], { start_date: '2020-03-01', end_date: '2020-04-30' })

test('one axis holds the months of both', () => {
  expect(axisOf([a, b])).toEqual({ step: 'month', first: 2020 * 12, length: 5 })
  expect(axisOf([curve(1, [])])).toBeUndefined()
})

test('a month without records is zero, one that is not asked for is unknown', () => {
  const bins = axisOf([a, b])!
  expect(valuesOf(bins, a)).toEqual([2, 0, 4, 0, 0])
  expect(valuesOf(bins, b)).toEqual([null, null, 5, 0, null])
})

test('records without a month are counted', () => {
  expect(restOf(a)).toBe(3)
  expect(restOf(b)).toBe(0)
})
