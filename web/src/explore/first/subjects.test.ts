import { expect, test } from 'vitest'

import { countryFor, speciesFor } from './subjects'

const of = (counts: Record<string, number>) => Object.entries(counts).map(([id, count]) => ({ id, name: id, count }))

test('the country is the reader’s own, where it has records, else the one with the most', () => {
  const countries = of({ de: 5, it: 20, fr: 9 })
  expect(countryFor('fr', countries)?.id).toBe('fr')
  expect(countryFor('nz', countries)?.id).toBe('it')
  expect(countryFor(undefined, countries)?.id).toBe('it')
  expect(countryFor('it', [])).toBeUndefined()
})

test('one species arrives in new places, the other has many records', () => {
  const ids = (counts: Record<string, number>) => {
    const asked = speciesFor(of(counts))
    return asked && [asked.where.id, asked.when.id]
  }
  expect(ids({ 'culex-pipiens': 90, 'aedes-albopictus': 3, 'aedes-vexans': 40 })).toEqual(['aedes-albopictus', 'culex-pipiens'])
  expect(ids({ 'aedes-aegypti': 90, 'culex-pipiens': 3 })).toEqual(['aedes-aegypti', 'culex-pipiens'])
  expect(ids({ 'aedes-vexans': 4, 'culex-pipiens': 9 })).toEqual(['culex-pipiens', 'aedes-vexans'])
  expect(ids({ 'culex-pipiens': 9 })).toEqual(['culex-pipiens', 'culex-pipiens'])
  expect(ids({})).toBeUndefined()
})
