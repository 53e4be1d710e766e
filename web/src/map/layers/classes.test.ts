import { expect, test } from 'vitest'

import { dateClasses, monthNumber, monthText } from './classes'

test('months', () => {
  expect(monthText(monthNumber('2024-08-13'))).toBe('2024-08')
  expect(monthText(monthNumber('1899-12-01'))).toBe('1899-12')
})

test.each([
  ['2015-03-02', '2024-11-30', true, ['2015-01', '2017-01', '2019-01', '2021-01', '2023-01']],
  ['2020-01-01', '2024-12-31', true, ['2020-01', '2021-01', '2022-01', '2023-01', '2024-01']],
  ['2024-03-01', '2024-05-31', false, ['2024-03', '2024-04', '2024-05']],
  ['2024-03-01', '2024-03-01', false, ['2024-03']],
] as const)('%s to %s', (first, last, years, starts) => {
  const classes = dateClasses(first, last)
  expect([classes.years, classes.starts.map(monthText)]).toEqual([years, starts])
})
