import { expect, test } from 'vitest'

import { boxPolygon } from './named'

test('a box is a polygon inside of the world, two over the antimeridian', () => {
  expect(boxPolygon([1, 2, 3, 4])).toEqual({ type: 'Polygon', coordinates: [[[1, 2], [3, 2], [3, 4], [1, 4], [1, 2]]] })
  expect(boxPolygon([170, 0, -179, 1])).toMatchObject({ type: 'MultiPolygon', coordinates: [[[[170, 0], [180, 0], {}, {}, {}]], [[[-180, 0], [-179, 0], {}, {}, {}]]] })
})
