import { expect, test } from 'vitest'

import { binsOf, countsIn, countsOf, firstDay, lastDay, rangeOf, stepFor, ticks, windowOf } from './bins'

const months = [
  { month: '2019-11', count: 3 },
  { month: '2020-02', count: 5 },
]
const byMonth = binsOf(months, 'month')!
const byYear = binsOf(months, 'year')!

test('months without records have a bar too', () => {
  expect(byMonth.length).toBe(4)
  expect(countsIn(byMonth, months)).toEqual([3, 0, 0, 5])
  expect(countsIn(byYear, months)).toEqual([3, 5])
})

test('months outside the bars are left out', () => {
  expect(countsIn(byMonth, [...months, { month: '2019-10', count: 9 }, { month: '2020-03', count: 9 }])).toEqual([3, 0, 0, 5])
})

test('no months, no bars', () => expect(binsOf([], 'month')).toBeUndefined())

test('many months are shown by year', () => {
  const years = [{ year: '2019', count: 3 }, { year: '2020', count: 5 }]
  expect(stepFor({ months, years })).toBe('month')
  expect(stepFor({ months: [...months, { month: '1999-01', count: 1 }], years })).toBe('year')
})

test('records that say only their year are counted by year, and shown so where they are most', () => {
  const years = [{ year: '2019', count: 30 }, { year: '2021', count: 7 }]
  expect(stepFor({ months, years })).toBe('year')
  const counts = countsOf({ months, years }, 'year')
  expect(countsIn(binsOf(counts, 'year')!, counts)).toEqual([30, 0, 7])
  expect(countsOf({ months, years }, 'month')).toBe(months)
})

test.each([['half', 16, 'month'], ['less than half', 17, 'year']] as const)('%s of the records know their month', (_, count, step) => {
  expect(stepFor({ months, years: [{ year: '2019', count }] })).toBe(step)
})

test('days of a bar', () => {
  expect([firstDay(byMonth, 0), lastDay(byMonth, 0)]).toEqual(['2019-11-01', '2019-11-30'])
  expect([firstDay(byMonth, 3), lastDay(byMonth, 3)]).toEqual(['2020-02-01', '2020-02-29'])
  expect([firstDay(byYear, 1), lastDay(byYear, 1)]).toEqual(['2020-01-01', '2020-12-31'])
})

test('a window of whole bars comes back', () => {
  for (const bins of [byMonth, byYear]) {
    for (let from = 0; from < bins.length; from++) {
      for (let to = from + 1; to <= bins.length; to++) expect(rangeOf(bins, windowOf(bins, [from, to]))).toEqual([from, to])
    }
  }
})

test('all bars ask for no dates', () => {
  expect(windowOf(byMonth, [0, 4])).toEqual({ start_date: '', end_date: '' })
})

test('a window of days lies within a bar', () => {
  expect(rangeOf(byMonth, { start_date: '2019-11-16', end_date: '2019-11-30' })).toEqual([0.5, 1])
  expect(rangeOf(byMonth, { start_date: '1900-01-01', end_date: '2100-01-01' })).toEqual([0, 4])
})

test('a window that ends before it starts is empty', () => {
  expect(rangeOf(byMonth, { start_date: '2020-01-01', end_date: '2019-11-30' })).toEqual([2, 2])
})

test('labels stand at round years', () => {
  const years = binsOf([{ month: '1958-03', count: 1 }, { month: '2014-01', count: 1 }], 'year')!
  expect(ticks(years, 6).map((i) => years.first + i)).toEqual([1960, 1970, 1980, 1990, 2000, 2010])
  const long = binsOf([{ month: '2018-05', count: 1 }, { month: '2022-01', count: 1 }], 'month')!
  expect(ticks(long, 6).map((i) => firstDay(long, i))).toEqual(['2019-01-01', '2020-01-01', '2021-01-01', '2022-01-01'])
})
