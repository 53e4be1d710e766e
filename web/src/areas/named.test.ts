import { expect, test } from 'vitest'

import type { Area } from '../api/types'
import { boxPolygon, found } from './named'

const named = (id: string, name: string | null): Area => ({ id, name, set: 'nuts3', area_km2: 1, repaired: false, bbox: [0, 0, 1, 1], expires_at: null })
const areas = [named('es111', 'A Coruña'), named('es112', 'Lugo'), named('fr10', 'Coruscant')]

test.each([
  ['coru', ['fr10', 'es111']],
  ['CORUNA', ['es111']],
  ['es112', ['es112']],
  ['nuts3', ['es111', 'fr10', 'es112']],
  [' ', []],
])('%s', (text, ids) => expect(found(areas, text).map(({ id }) => id)).toEqual(ids))

test('a box is a polygon inside of the world, two over the antimeridian', () => {
  expect(boxPolygon([1, 2, 3, 4])).toEqual({ type: 'Polygon', coordinates: [[[1, 2], [3, 2], [3, 4], [1, 4], [1, 2]]] })
  expect(boxPolygon([170, 0, -179, 1])).toMatchObject({ type: 'MultiPolygon', coordinates: [[[[170, 0], [180, 0], {}, {}, {}]], [[[-180, 0], [-179, 0], {}, {}, {}]]] })
})
