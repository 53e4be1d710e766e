import { expect, test } from 'vitest'

import { emptyEntry, type Field } from './entry/entry'
import { fieldsOf, firstWrong, parseStep, stepOf, steps } from './steps'

test('every field has one step', () => {
  const fields = Object.keys(emptyEntry('')) as Field[]
  expect(steps.flatMap(fieldsOf).toSorted()).toEqual(fields.toSorted())
  for (const field of fields) expect(fieldsOf(stepOf(field))).toContain(field)
})

test('an address without a step, or with another, is the first', () => {
  expect([null, '', 'place', 'done'].map(parseStep)).toEqual(['photo', 'photo', 'place', 'photo'])
})

test('the first problem is where the report goes on', () => {
  expect(firstWrong({})).toBeUndefined()
  expect(firstWrong({ count: { is: 'many' } })).toBe('what')
  expect(firstWrong({ count: { is: 'count' }, lng: { is: 'missing' } })).toBe('place')
})
