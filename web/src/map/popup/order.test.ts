import { expect, test } from 'vitest'

import type { TileRecord } from './features'
import { matching, ordered, type Order } from './order'

const record = (id: string, observedAt: string, scientificName: string, count: number, status: TileRecord['status']) =>
  ({ id, observedAt, scientificName, count, status }) as TileRecord
const records = [
  record('a', '2024-01-01', 'Culex pipiens', 5, 'verified'),
  record('b', '2023-01-01', 'Aedes aegypti', 7, 'unverified'),
  record('c', '2024-05-01', 'Aedes aegypti', 5, 'unverified'),
]
const ids = (order: Order) => ordered(records, order).map(({ id }) => id).join('')

test('by each column, in both directions, and newest first among equals', () => {
  expect([ids({ by: 'date', down: true }), ids({ by: 'date', down: false })]).toEqual(['cab', 'bac'])
  expect([ids({ by: 'species', down: false }), ids({ by: 'species', down: true })]).toEqual(['cba', 'acb'])
  expect([ids({ by: 'specimens', down: true }), ids({ by: 'status', down: false })]).toEqual(['bca', 'cba'])
})

test('every word has to be there, in any case', () => {
  const found = (search: string) => matching(records, search, (r) => `${r.scientificName} ${r.observedAt} ${r.status}`).map(({ id }) => id).join('')
  expect([found(''), found('AEDES'), found('aegypti 2024'), found('aedes culex')]).toEqual(['abc', 'bc', 'c', ''])
})
