import { expect, test } from 'vitest'

import type { ImportTable } from '../api/types'
import { asked, lacking, nothingChosen, suggested } from './fields'

const column = (name: string, key = '', sure = false) => ({ name, key, sure, examples: [], reason: key && 'r' })
const plain: ImportTable = { sheet: '', columns: [column('scientificName', 'species', true), column('lat', 'lat', true), column('x')] }
const odd: ImportTable = { sheet: 'May', columns: [column('scientificName', 'species', true), column('Northing', 'lat'), column('Y', 'lat'), column('gbifID', 'gbifID', true)] }

test('the first column that may be a field is suggested', () => {
  expect(suggested(odd)).toEqual({ species: 'scientificName', lat: 'Northing' })
  expect(suggested(undefined)).toEqual({})
})

test('the server is told only what it does not take by itself', () => {
  expect(asked({ ...nothingChosen(), columns: suggested(plain) }, plain)).toEqual({})
  expect(asked({ ...nothingChosen(), columns: suggested(odd), dataset: ' River ' }, odd)).toEqual({
    sheet: 'May', dataset: 'River', map: { species: 'scientificName', lat: 'Northing' },
  })
})

test('a profile tells what the person did not set', () => {
  const chosen = { ...nothingChosen(), profile: 'neon', columns: { ...suggested(odd), date: 'x' }, touched: ['date' as const], swap: true }
  expect(asked(chosen, odd)).toEqual({ sheet: 'May', profile: 'neon', swap: true, map: { date: 'x' } })
})

test('a record needs a name, a place and a date', () => {
  expect(lacking({ ...nothingChosen(), columns: suggested(odd) })).toEqual(['lon', 'date'])
  expect(lacking({ ...nothingChosen(), columns: { genus: 'a', coordinates: 'b', year: 'c' } })).toEqual([])
  expect(lacking({ ...nothingChosen(), profile: 'neon' })).toEqual([])
})
