import { expect, test } from 'vitest'

import type { ImportTable } from '../api/types'
import { asked, chosenBefore, lacking, nothingChosen, suggested } from './fields'

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

test('what all rows have is no column', () => {
  const chosen = { ...nothingChosen(), constants: { species: ' Culex pipiens ', country: ' ' }, weeks: 'mmwr' as const }
  expect(asked(chosen, plain)).toEqual({ weeks: 'mmwr', values: { species: { '': 'Culex pipiens' } } })
  expect(lacking({ ...chosen, columns: { coordinates: 'a', date: 'b' } })).toEqual([])
  expect(lacking({ ...chosen, constants: { species: ' ' } })).toContain('species')
})

test('a pasted profile goes as it is, unless a known one is chosen', () => {
  const text = 'weeks: mmwr\n'
  expect(asked({ ...nothingChosen(), profileText: text, columns: suggested(odd) }, odd)).toEqual({ sheet: 'May', profile_text: text })
  expect(asked({ ...nothingChosen(), profileText: text, profile: 'neon' }, plain)).toEqual({ profile: 'neon' })
  expect(lacking({ ...nothingChosen(), profileText: text })).toEqual([])
})

test('after a reload the same is asked', () => {
  const before = { sheet: 'May', profile_text: 'swap: true', map: { date: 'x' }, values: { country: { '': 'BE' } }, dates: 'dmy', weeks: 'mmwr' as const, swap: true, replace_events: true }
  expect(asked(chosenBefore(before), odd)).toEqual(before)
})
