import { expect, test } from 'vitest'

import { assign, type Slot } from './slots'

const slots = (...keys: (string | undefined)[]): Slot[] => keys.map((key) => ({ key, settled: true }))

test('empty slots take what is needed first', () => {
  expect(assign(slots(undefined, undefined), ['a', 'b', 'c'])).toEqual([[0, 'a'], [1, 'b']])
})

test('what is wanted still stays where it is', () => {
  expect(assign(slots('a', 'b', 'c'), ['b', 'c', 'd'])).toEqual([[0, 'd']])
  expect(assign(slots('a', 'b', 'c'), ['c', 'a', 'b'])).toEqual([])
})

test('a slot that still loads is left alone', () => {
  expect(assign([{ key: 'a', settled: false }, { key: 'b', settled: true }], ['c', 'd'])).toEqual([[1, 'c']])
})

test('short animations want the same frame twice', () => {
  expect(assign(slots('a', undefined, undefined), ['a', 'b', 'a', 'b'])).toEqual([[1, 'b']])
})
