import { expect, test } from 'vitest'

import { unwrapLine, unwrapPolygon, unwrapRing, visibleParts } from './antimeridian.mjs'

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

test('cuts of the source at the antimeridian and what lies beyond the map are not drawn', () => {
  expect(visibleParts([[179, 60], [180, 60], [180, 65], [179, 65]])).toEqual([[[179, 60], [180, 60]], [[180, 65], [179, 65]]])
  expect(visibleParts([[0, 80], [1, 86], [2, 86], [3, 80]])).toEqual([[[0, 80], [1, 86]], [[2, 86], [3, 80]]])
})
