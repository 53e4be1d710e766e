import { expect, test } from 'vitest'

import { inside } from './inside'

const square = (a: number, b: number) => [[a, a], [b, a], [b, b], [a, b], [a, a]]
const area = { type: 'MultiPolygon' as const, coordinates: [[square(0, 10), square(4, 6)], [square(20, 22)]] }

test.each([
  [1, 1, true], [5, 5, false], [21, 21, true], [15, 15, false], [-1, 5, false],
])('%i, %i', (lng, lat, expected) => expect(inside({ lng, lat }, area)).toBe(expected))
