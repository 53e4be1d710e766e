import { expect, test } from 'vitest'

import { onlyYear } from './extent'

const months = [{ month: '1999-12', count: 2 }, { month: '2001-01', count: 1 }]

test('a year’s end without a record of its month is known by the year alone', () => {
  expect(onlyYear('1964-01-01', 'first', months)).toBe(true)
  expect(onlyYear('2014-12-31', 'last', months)).toBe(true)
  expect(onlyYear('1964-01-01', 'first', undefined)).toBe(true)
})

test('a day that a record may have been seen on stays one', () => {
  expect(onlyYear('2001-01-01', 'first', months)).toBe(false)
  expect(onlyYear('1999-12-31', 'last', months)).toBe(false)
  expect(onlyYear('1964-05-01', 'first', months)).toBe(false)
  expect(onlyYear('1964-12-31', 'first', months)).toBe(false)
})
