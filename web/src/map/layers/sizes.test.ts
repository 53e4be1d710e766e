import { expect, test } from 'vitest'

import { examples, growth, radii, radius, referenceFor, roundDown, roundUp, steady } from './sizes'

test('more records, a larger circle', () => {
  expect(radius(1000, 1000)).toBe(radii.largest)
  expect(radius(1000, 1000) / radius(10, 1000)).toBeCloseTo(100 ** growth)
  expect(radius(1, 1_000_000)).toBe(radii.smallest)
})

test('the largest cell in view is the largest circle', () => {
  expect(referenceFor([1, 7, 300], 1_000_000)).toBe(300)
  expect(referenceFor([], 1_000_000)).toBeUndefined()
})

test('many equal cells do not cover the map', () => {
  const cells = Array<number>(10_000).fill(50)
  const reference = referenceFor(cells, 1_000_000)!
  const covered = cells.length * Math.PI * (radii.largest * (50 / reference) ** growth) ** 2
  expect(covered / 1_000_000).toBeLessThan(0.25)
})

test('round numbers', () => expect([1, 2, 3, 7, 10, 11, 450, 1_000_000].map(roundUp)).toEqual([1, 2, 5, 10, 10, 20, 500, 1_000_000]))

test('round numbers below', () => expect([1, 3, 7, 10, 11, 450, 999].map(roundDown)).toEqual([1, 2, 5, 10, 10, 200, 500]))

test('a little more or less changes nothing', () => {
  expect(steady(500, 480)).toBe(500)
  expect(steady(500, 200)).toBe(500)
  expect(steady(500, 150)).toBe(200)
  expect(steady(500, 510)).toBe(1000)
})

test('examples for the legend', () => {
  expect(examples(5000)).toEqual([5000, 500, 50])
  expect(examples(1)).toEqual([1])
})
