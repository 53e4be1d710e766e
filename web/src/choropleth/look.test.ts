import { expect, test } from 'vitest'

import { classMarks, decimalsAt, markOf, noneMark } from './look'

test('classes are powers of ten, and no record is no class', () => {
  expect([0, 1, 9, 10, 9_999, 10_000, 5_000_000].map((n) => classMarks.indexOf(markOf(n)))).toEqual([-1, 0, 0, 1, 3, 4, 4])
  expect(markOf(0)).toBe(noneMark)
})

test('outlines are as exact as the pixels', () => {
  expect([0, 2.9, 3, 6.9, 7, 12, 20].map(decimalsAt)).toEqual([1, 1, 2, 2, 3, 4, 5])
})
