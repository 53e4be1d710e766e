import { expect, test } from 'vitest'

import { covers, monthsOf } from './covered'

const now = Date.UTC(2024, 4, 20)
const filter = (start_date = '', end_date = '', months: string[] = []) => ({ start_date, end_date, months })
const list = (all: boolean[]) => all.flatMap((covered, i) => (covered ? [i + 1] : []))
const every = Array.from({ length: 12 }, (_, i) => i + 1)

test('a month that has not begun is not covered', () => {
  const covered = covers(filter(), now)
  expect(covered(2024, 5)).toBe(true)
  expect(covered(2024, 6)).toBe(false)
  expect(covered(1900, 1)).toBe(true)
})

test('a month outside of the dates or of the chosen months is not covered', () => {
  const covered = covers(filter('2020-03-15', '2021-02-01', ['3', '7']), now)
  expect(covered(2020, 3)).toBe(true)
  expect(covered(2020, 2)).toBe(false)
  expect(covered(2020, 8)).toBe(false)
  expect(covered(2021, 3)).toBe(false)
})

test('the months of the year are those of any year', () => {
  expect(list(monthsOf(filter(), now))).toEqual(every)
  expect(list(monthsOf(filter('2020-11-01', '2021-02-28'), now))).toEqual([1, 2, 11, 12])
  expect(list(monthsOf(filter('2001-06-01', '2020-02-28'), now))).toEqual(every)
  expect(list(monthsOf(filter('2024-01-01'), now))).toEqual([1, 2, 3, 4, 5])
  expect(list(monthsOf(filter('', '', ['1', '2']), now))).toEqual([1, 2])
})
