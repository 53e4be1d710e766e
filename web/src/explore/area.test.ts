import { expect, test } from 'vitest'

import type { Box } from '../api/types'
import { areaText, holds } from './area'

test('the area holds the whole view', () => {
  expect(areaText([1.2345678, -2.3456789, 3.4567891, 4.5678912])).toBe('1.23456,-2.34568,3.45679,4.5679')
})

test('where the map ends the area reaches to the pole', () => expect(areaText([-20, -85.05, 20, 85.05])).toBe('-20,-90,20,90'))

test.each([
  [[-200, -91, 200, 95]],
  [[169.999998, -60, 169.999997, 60]],
] as [Box][])('a view around the world is the world: %j', (box) => expect(areaText(box)).toMatch(/^-180,-\d+,180,\d+$/))

test.each([
  ['the world', [-180, -90, 180, 90], [-12, -37, -11, -36], true],
  ['what lies inside', [10, -5, 20, 5], [11, -4, 19, 4], true],
  ['itself', [10, -5, 20, 5], [10, -5, 20, 5], true],
  ['what is wider', [10, -5, 20, 5], [9, -4, 19, 4], false],
  ['what is higher', [10, -5, 20, 5], [11, -4, 19, 6], false],
  ['what lies beside it', [10, -5, 20, 5], [30, -4, 31, 4], false],
  ['across the antimeridian', [170, -5, -170, 5], [175, -4, -175, 4], true],
  ['on one side of the antimeridian', [170, -5, -170, 5], [-179, -4, -175, 4], true],
  ['around the other way', [170, -5, -170, 5], [-175, -4, 175, 4], false],
  ['beyond the end of the map', [-20, -85.05, 20, 60], [0, -89, 1, 4], true],
] as [string, Box, Box, boolean][])('a view shows %s', (_, view, box, want) => expect(holds(view, box)).toBe(want))
