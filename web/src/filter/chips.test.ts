import { expect, test } from 'vitest'

import { chips, has, protocolName, readable, toggled, without } from './chips'
import { everything, narrowed } from './filter'

const full = {
  ...everything(),
  species: ['aedes-aegypti', 'culex-pipiens'],
  genus: ['Aedes'],
  vector_status: ['low', 'High', 'Moderate'],
  disease: ['dengue-fever'],
  start_date: '2020-01-01',
  country: ['ke'],
  months: ['6', '7'],
  max_uncertainty_m: '500',
  exact: 'true',
  identified: 'true',
}

test('all that is asked for has a chip', () => {
  expect(chips(full).map((c) => c.kind)).toEqual(['dates', 'item', 'item', 'item', 'vectors', 'item', 'item', 'months', 'exact', 'identified', 'uncertainty'])
  expect(chips(everything())).toEqual([])
})

test('without its chips a filter asks for nothing', () => {
  let filter = { ...full }
  for (const chip of chips(full)) {
    const next = without(filter, chip)
    expect(chips(next).length).toBe(chips(filter).length - 1)
    filter = next
  }
  expect(narrowed(filter)).toBe(0)
})

test('some statuses of vectors are chips of their own', () => {
  expect(chips({ ...everything(), vector_status: ['High', 'Low'] }).map((c) => c.kind)).toEqual(['item', 'item'])
})

test('items are toggled whatever their case', () => {
  expect(toggled(['KE'], 'ke')).toEqual([])
  expect(toggled(['KE'], 'ug')).toEqual(['KE', 'ug'])
  expect(has(['Aedes'], 'aedes')).toBe(true)
})

test('an id can be read', () => expect(readable('culex_bahamensis')).toBe('Culex bahamensis'))

test.each([
  ['cdc light trap', 'CDC light trap'],
  ['bg-sentinel trap', 'BG-sentinel trap'],
  ['human landing catch', 'Human landing catch'],
])('%s', (value, want) => expect(protocolName(value)).toBe(want))
