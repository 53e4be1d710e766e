import { expect, test } from 'vitest'

import { cellOf } from './cell'

test.each<[string, number | undefined]>([
  ['coordinates drawn at random in a cell of 0.1 by 0.1 degrees', 0.1],
  ['coordinates drawn at random in a cell of 0.0125 by 0.0125 degrees', 0.0125],
  ['coordinates drawn at random in a cell of 1 by 1 degrees', 1],
  ['coordinates drawn at random in a cell of 0.1 by 0.2 degrees', undefined],
  ['coordinates rounded', undefined],
  ['', undefined],
])('%j', (text, degrees) => expect(cellOf(text)).toBe(degrees))
