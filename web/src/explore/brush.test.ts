import { expect, test } from 'vitest'

import { dragged } from './brush'

test.each([
  ['from', [2, 6], 2, 4.4, [4, 6]],
  ['from', [2, 6], 2, 9, [5, 6]],
  ['from', [2, 6], 2, -3, [0, 6]],
  ['to', [2, 6], 6, 8.6, [2, 9]],
  ['to', [2, 6], 6, 0, [2, 3]],
  ['to', [2, 6], 6, 99, [2, 10]],
  ['move', [2, 6], 3, 4.2, [3, 7]],
  ['move', [2, 6], 3, 30, [6, 10]],
  ['move', [2, 6], 3, -30, [0, 4]],
  ['new', [0, 10], 3.2, 3.4, [3, 4]],
  ['new', [0, 10], 3.2, 5.1, [3, 6]],
  ['new', [0, 10], 5.1, 3.2, [3, 6]],
  ['new', [0, 10], 10, 12, [9, 10]],
  ['from', [2.5, 6.5], 2.5, 2.5, [3, 7]],
  ['to', [10, 10], 10, 10, [9, 10]],
] as const)('%s of %j from %d to %d', (grip, was, start, at, want) => {
  expect(dragged(grip, [...was], start, at, 10)).toEqual(want)
})
