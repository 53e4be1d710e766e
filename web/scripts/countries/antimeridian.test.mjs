import { expect, test } from 'vitest'

import { unwrapLine, unwrapPolygon, unwrapRing } from './antimeridian.mjs'
import { signedArea } from './ring.mjs'

test('a line runs on over the antimeridian, there and back', () => {
  expect(unwrapLine([[170, 0], [-170, 1], [175, 2]])).toEqual([[170, 0], [190, 1], [175, 2]])
  expect(unwrapLine([[-170, 0], [170, 1]])).toEqual([[-170, 0], [-190, 1]])
})

test('the same place written as 180 and as -180 is one', () => {
  expect(unwrapLine([[180, 0], [-180, 5], [-179, 5]])).toEqual([[180, 0], [180, 5], [181, 5]])
})

test('a polygon lies on the turn where its centre is on the map, its hole inside', () => {
  const [exterior, hole] = unwrapPolygon([
    [[-170, 0], [100, 0], [100, 40], [-170, 40], [-170, 0]],
    [[-175, 10], [-172, 10], [-172, 20], [-175, 10]],
  ])
  expect(exterior).toEqual([[190, 0], [100, 0], [100, 40], [190, 40], [190, 0]])
  expect(hole).toEqual([[185, 10], [188, 10], [188, 20], [185, 10]])
})

test('a ring around a pole is closed through it', () => {
  const ring = unwrapRing([[0, -70], [90, -70], [170, -70], [-170, -80], [-90, -70], [0, -70]])
  expect(ring[0]).toEqual([-180, -75])
  expect(ring.slice(-4)).toEqual([[180, -75], [180, -90], [-180, -90], [-180, -75]])
  for (const [i, [lon]] of ring.entries()) if (i > 0 && ring[i][1] > -90) expect(Math.abs(lon - ring[i - 1][0])).toBeLessThan(180)
})

test('of a ring at the pole and the coast around it the coast is the exterior', () => {
  const around = (lat) => [[0, lat], [90, lat], [179, lat], [-179, lat], [-90, lat], [0, lat]]
  const [exterior] = unwrapPolygon([around(-89.999), around(-70)])
  expect(Math.max(...exterior.map(([, lat]) => lat))).toBe(-70)
})

test.each([
  ['far from it', [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]], 81],
  ['across it, clockwise', [[[170, 0], [170, 10], [-170, 10], [-170, 0], [170, 0]]], 200],
  ['across it with vertices on it', [[[-180, 0], [-170, 0], [-170, 10], [-180, 10], [175, 10], [175, 0], [180, 0], [-180, 0]]], 150],
  ['up to it, written on the other side', [[[170, 0], [-180, 0], [-180, 10], [170, 10], [170, 0]]], 100],
  ['twice across it, like a U', [[[170, 0], [-170, 0], [-170, 3], [175, 3], [175, 6], [-170, 6], [-170, 9], [170, 9], [170, 0]]], 135],
  [
    'a hole on either side',
    [
      [[160, 0], [-160, 0], [-160, 10], [160, 10], [160, 0]],
      [[165, 4], [170, 4], [170, 6], [165, 6], [165, 4]],
      [[-170, 4], [-165, 4], [-165, 6], [-170, 6], [-170, 4]],
    ],
    380,
  ],
  [
    'a hole across it',
    [
      [[160, 0], [-160, 0], [-160, 10], [160, 10], [160, 0]],
      [[175, 4], [-175, 4], [-175, 6], [175, 6], [175, 4]],
    ],
    380,
  ],
  ['around the south pole', [[[-90, -80], [0, -80], [90, -80], [170, -80], [-170, -80], [-90, -80]]], 3600],
  ['around the north pole, the other way', [[[90, 80], [0, 80], [-90, 80], [-180, 80], [90, 80]]], 3600],
])('a polygon keeps its area: %s', (_name, polygon, area) => {
  const [exterior, ...holes] = unwrapPolygon(polygon)
  const [west, east] = [Math.min(...exterior.map(([lon]) => lon)), Math.max(...exterior.map(([lon]) => lon))]
  for (const ring of [exterior, ...holes]) {
    expect(ring.at(-1)).toEqual(ring[0])
    for (const [lon] of ring) expect(lon).toSatisfy((lon) => lon >= west && lon <= east)
  }
  const enclosed = [exterior, ...holes].map((ring) => Math.abs(signedArea(ring)))
  expect(enclosed[0] - enclosed.slice(1).reduce((sum, hole) => sum + hole, 0)).toBeCloseTo(area, 6)
})

test('a ring around a pole that crosses the antimeridian three times is an error', () => {
  const ring = [[-90, -80], [0, -80], [90, -80], [170, -80], [-170, -80], [-170, -75], [170, -75], [170, -70], [-170, -70], [-90, -80]]
  expect(() => unwrapRing(ring)).toThrow('3 times')
})
