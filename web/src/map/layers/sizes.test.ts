import { expect, test } from 'vitest'

import { examples, growth, largest, radii, radius, referenceAt, referencesOf, roundDown, roundUp } from './sizes'

test('more records, a larger circle', () => {
  expect(radius(1000, 1000)).toBe(radii.largest)
  expect(radius(1000, 1000) / radius(10, 1000)).toBeCloseTo(100 ** growth)
  expect(radius(1, 1_000_000)).toBe(radii.smallest)
})

const at = (cells: number, blocks: number, most: number, count: number) => referencesOf({ count, density: [{ zoom: 0, cells, blocks, most }] })[0]!

test('where cells lie apart, the largest has the largest circle', () => expect(at(3, 3, 300, 320)).toBe(500))

test('one trap that is emptied every week does not make all others dots', () => {
  expect(at(250, 120, 20_000, 60_000)).toBe(5000)
})

test('where all cells are full, circles do not cover each other', () => {
  const reference = at(6400, 100, 60, 6400 * 50)
  const covered = Math.PI * radius(50, reference) ** 2
  expect(covered / (8 * 16)).toBeLessThan(0.95)
})

test('nothing matches', () => {
  expect(at(0, 0, 0, 0)).toBe(1)
  expect(referenceAt([], 3)).toBe(1)
})

test('a zoom of the map has the size of its tiles', () => {
  expect([-1, 0.4, 1, 1.99, 2, 19].map((zoom) => referenceAt([30, 20, 10], zoom))).toEqual([30, 30, 20, 20, 10, 10])
})

test('round numbers', () => expect([1, 2, 3, 7, 10, 11, 450, 1_000_000].map(roundUp)).toEqual([1, 2, 5, 10, 10, 20, 500, 1_000_000]))

test('round numbers below', () => expect([1, 3, 7, 10, 11, 450, 999].map(roundDown)).toEqual([1, 2, 5, 10, 10, 200, 500]))

test('examples for the legend', () => {
  expect(examples(5000)).toEqual([5000, 500, 50])
  expect(examples(1)).toEqual([1])
})

test('maps that are compared have the sizes of the one with more', () => {
  expect(largest([100, 50, 10], [20, 500])).toEqual([100, 500, 10])
  expect(largest([100, 50], [])).toEqual([100, 50])
})
