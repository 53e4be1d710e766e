import { expect, test } from 'vitest'

import { visibleParts } from './lines.mjs'

test('cuts of the source at the antimeridian and what lies beyond the map are not drawn', () => {
  expect(visibleParts([[179, 60], [180, 60], [180, 65], [179, 65]])).toEqual([[[179, 60], [180, 60]], [[180, 65], [179, 65]]])
  expect(visibleParts([[0, 80], [1, 86], [2, 86], [3, 80]])).toEqual([[[0, 80], [1, 86]], [[2, 86], [3, 80]]])
})
