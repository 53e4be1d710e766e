import { expect, test } from 'vitest'

import { boxAround, boxOf, circle, corners, wrap } from './area'

test('a box across the antimeridian', () => {
  expect(corners([170, -20, -175, -10])).toEqual([[170, -20], [185, -10]])
  expect(boxOf(170, -20, 185, -10)).toEqual([170, -20, -175, -10])
})

test('more than the world is the world', () => expect(boxOf(-250, -95, 200, 88)).toEqual([-180, -90, 180, 88]))

test('a circle of a degree along the meridian', () => {
  const [ring] = circle(20, 0, 111_195).geometry.coordinates
  const lats = ring!.map((p) => p[1]!)
  expect(Math.max(...lats)).toBeCloseTo(1, 3)
  expect(Math.min(...lats)).toBeCloseTo(-1, 3)
  expect(ring![0]).toEqual(ring!.at(-1))
})

test('records nearly all around are shown as the world', () => {
  expect(corners([-20, -40, -30, 60])).toEqual([[-180, -40], [180, 60]])
  expect(corners([60, -40, -60, 60])).toEqual([[60, -40], [300, 60]])
})

test('longitudes are wrapped', () => {
  expect([wrap(190), wrap(-190), wrap(540), wrap(180), wrap(-180), wrap(10)]).toEqual([-170, 170, -180, 180, -180, 10])
})

test.each([0, 48, -60])('a circle has its radius at latitude %d', (lat) => {
  const [, , east, north] = boxAround(10, lat, 1000)
  expect((north - lat) * 111_195).toBeCloseTo(1000, -1)
  expect((east - 10) * 111_195 * Math.cos((lat * Math.PI) / 180)).toBeCloseTo(1000, -1)
})
