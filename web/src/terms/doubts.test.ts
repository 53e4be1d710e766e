import { expect, test } from 'vitest'

import { doubts } from './doubts'

test('a drawn place is no doubt', () => {
  const flags = ['coarse_place', 'outside_known_range'] as const
  expect(doubts({ flags: [...flags], data_generalizations: null })).toEqual(flags)
  expect(doubts({ flags: [...flags], data_generalizations: 'a cell of 0.2 degrees' })).toEqual(['outside_known_range'])
})
