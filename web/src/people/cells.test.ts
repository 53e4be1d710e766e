import { expect, test } from 'vitest'

import { cellsFor } from './cells'

test.each<[number | null, number[]]>([
  [null, [0.01, 0.05, 0.1, 0.2]],
  [0.1, [0.01, 0.05, 0.1, 0.2]],
  [0.15, [0.01, 0.05, 0.1, 0.15, 0.2]],
])('a data source with cells of %j', (present, cells) => expect(cellsFor(present)).toEqual(cells))
