import { expect, test } from 'vitest'

import { countryFeatures } from './features.mjs'

/** A topology in whole degrees: each geometry is Lesotho, by its id. */
function topology(arcs, ...geometries) {
  const transform = { scale: [1, 1], translate: [0, 0] }
  const lesotho = geometries.map((polygons) => ({ type: 'MultiPolygon', id: '426', arcs: polygons, properties: { name: 'Lesotho' } }))
  return { type: 'Topology', transform, arcs, objects: { countries: { type: 'GeometryCollection', geometries: lesotho } } }
}

const square = [[0, 0], [9, 0], [0, 9], [-9, 0], [0, -9]]
const inner = [[3, 3], [3, 0], [0, 3], [-3, -3]]
const outer = [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]

test.each([
  ['one arc', topology([square], [[[0]]]), [[outer]]],
  ['backwards, turned counter-clockwise', topology([square], [[[-1]]]), [[outer]]],
  ['two arcs, the second backwards', topology([[[0, 0], [9, 0], [0, 9]], [[0, 0], [0, 9], [9, 0]]], [[[0, -2]]]), [[outer]]],
  ['a hole, turned clockwise', topology([square, inner], [[[0], [1]]]), [[outer, [[3, 3], [6, 6], [6, 3], [3, 3]]]]],
  [
    'a line becomes a box half a step wider',
    topology([[[3, 3], [2, 0], [-2, 0]]], [[[0]]]),
    [[[[2.5, 2.5], [5.5, 2.5], [5.5, 3.5], [2.5, 3.5], [2.5, 2.5]]]],
  ],
  [
    'neighbours are merged', // the arc between them, from (4,0) up, is used by both
    topology([[[4, 0], [0, 9]], [[4, 9], [-4, 0], [0, -9], [4, 0]], [[4, 0], [5, 0], [0, 9], [-5, 0]]], [[[0, 1]]], [[[2, -1]]]),
    [[[[4, 9], [0, 9], [0, 0], [4, 0], [9, 0], [9, 9], [4, 9]]]],
  ],
  ['what fills a hole is merged into it', topology([square, inner], [[[0], [1]]], [[[-2]]]), [[outer]]],
  [
    'a place on the antimeridian, written as 180 and as -180, is one position',
    topology([[[170, 0], [10, 0], [-360, 0], [0, 10], [350, 0], [0, -10]]], [[[0]]]),
    [[[[170, 0], [180, 0], [180, 10], [170, 10], [170, 0]]]],
  ],
])('a topology unfolds: %s', (_name, source, coordinates) => {
  const geometry = { type: 'MultiPolygon', coordinates }
  expect(countryFeatures(source)).toEqual([{ type: 'Feature', id: 'LS', properties: null, geometry }])
})

test.each([
  ['across the antimeridian', [[170, 0], [-340, 0], [0, 9], [340, 0], [0, -9]]],
  ['off the globe', [[0, 0], [0, 91], [9, 0], [-9, -91]]],
])('what GeoJSON cannot hold is an error: %s', (_name, arc) => {
  expect(() => countryFeatures(topology([arc], [[[0]]]))).toThrow('LS: ')
})
