import { expect, test } from 'vitest'

import { weekDays, weeksOf } from './weeks'

test.each([
  [2012, 28, 'iso', '2012-07-09', '2012-07-15'],
  [2012, 28, 'mmwr', '2012-07-08', '2012-07-14'],
  [2020, 53, 'iso', '2020-12-28', '2021-01-03'],
  [2014, 53, 'mmwr', '2014-12-28', '2015-01-03'],
  [2021, 1, 'iso', '2021-01-04', '2021-01-10'],
] as const)('%i, week %i of %s', (year, week, weeks, start, end) => expect(weekDays(year, week, weeks)).toEqual({ start_date: start, end_date: end }))

test.each([[2020, 'iso', 53], [2021, 'iso', 52], [2014, 'mmwr', 53], [2020, 'mmwr', 53], [2012, 'mmwr', 52]] as const)('%i has weeks of %s', (year, weeks, n) =>
  expect(weeksOf(year, weeks)).toBe(n))
