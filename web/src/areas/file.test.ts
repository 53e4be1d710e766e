import { expect, test } from 'vitest'

import { polygonOf } from './file'

const ring = [[0, 0], [1, 0], [1, 1], [0, 0]]
const polygon = { type: 'Polygon', coordinates: [ring] }
const two = { type: 'MultiPolygon', coordinates: [[ring], [ring]] }
const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry })

test.each([
  ['a polygon', polygon, 1],
  ['polygons', two, 2],
  ['a feature', feature(polygon), 1],
  ['a collection', { type: 'FeatureCollection', features: [feature(polygon), feature(two), feature(null), feature({ type: 'Point', coordinates: [0, 0] })] }, 3],
  ['geometries', { type: 'GeometryCollection', geometries: [polygon, polygon] }, 2],
])('%s', (_, json, n) => expect(polygonOf('\ufeff' + JSON.stringify(json))?.coordinates).toHaveLength(n))

test.each(['', 'x', 'null', '1', '[]', '{"type":"Point","coordinates":[0,0]}', '{"type":"FeatureCollection","features":7}', '{"type":"Polygon"}'])('%j has no polygon', (text) =>
  expect(polygonOf(text)).toBeUndefined(),
)
