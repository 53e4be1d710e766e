import { expect, test } from 'vitest'

import { shortened } from './shortened'

test('long lists are shortened', () => {
  const more = (n: number) => `+${n}`
  expect(shortened(['a', 'b', 'c'], 2, more)).toEqual({ items: ['a', 'b', 'c'], more: '' })
  expect(shortened(['a', 'b', 'c', 'd'], 2, more)).toEqual({ items: ['a', 'b'], more: '+2' })
})
