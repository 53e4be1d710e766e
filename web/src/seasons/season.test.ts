import { expect, test } from 'vitest'

import { season, total, without } from './season'

const months = [
  { month: '2005-01', count: 1 },
  { month: '2019-12', count: 4 },
  { month: '2024-01', count: 2 },
]

test('years are added up by month', () => {
  expect(season(months)).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4])
  expect(season([])).toEqual(new Array(12).fill(0))
})

test('the north is the whole without the south', () => {
  const north = without(season(months), season([{ month: '2024-01', count: 2 }]))
  expect(north).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4])
  expect(total(north)).toBe(5)
})
