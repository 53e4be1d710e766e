import { expect, test } from 'vitest'

import { boxOf, snapped } from './box'

test('a view that moves a little keeps its box, and stays in the world', () => {
  expect(snapped([4.1, 43.2, 5.9, 44.8], 6)).toBe(snapped([4.2, 43.3, 5.7, 44.9], 6))
  expect(snapped([4.1, 43.2, 5.9, 44.8], 6)).toBe('2.8125,42.1875,8.4375,45')
  expect(snapped([-180, -85, 180, 85], 0)).toBe('-180,-90,180,90')
  expect(snapped([179.1, -1, -179.2, 1], 5)).toBe('174.375,-5.625,-174.375,5.625')
})

test('the box around features', () => {
  const point = (...coordinates: number[]) => ({ type: 'Feature' as const, properties: {}, geometry: { type: 'Point' as const, coordinates } })
  expect(boxOf([point(1, 9), point(-2, 8)])).toEqual([-2, 8, 1, 9])
  expect(boxOf([])).toBeUndefined()
})
