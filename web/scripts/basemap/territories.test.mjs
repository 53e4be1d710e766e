import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { countryOf, ownCountry, places, unnumbered } from './territories.mjs'

const server = readFileSync(new URL('../../../catalog/shapes/territories.go', import.meta.url), 'utf8')

test('the tables are those of the server', () => {
  const names = Object.fromEntries([...server.matchAll(/^\t"([^"]+)": +"([A-Z]{2})",/gm)].map(([, name, code]) => [name, code]))
  expect(Object.keys(names).length).toBeGreaterThan(10)
  expect(unnumbered).toEqual(names)
  const boxes = [...server.matchAll(/^\t\{"([A-Z]{2})", "([A-Z]{2})", box\(([^)]+)\)\}/gm)]
  expect(boxes.length).toBeGreaterThan(10)
  expect(places).toEqual(boxes.map(([, from, to, box]) => [from, to, ...box.split(',').map(Number)]))
})

test('countries by numeric code, by name, or not at all', () => {
  expect(countryOf({ id: '004', properties: { name: 'Afghanistan' } })).toBe('AF')
  expect(countryOf({ properties: { name: 'Kosovo' } })).toBe('XK')
  expect(() => countryOf({ properties: { name: 'Atlantis' } })).toThrow('Atlantis')
  expect(() => countryOf({ id: '001', properties: { name: 'World' } })).toThrow('World')
})

test('an overseas department is no part of the mother country', () => {
  expect(ownCountry('FR', [[[-53, 4], [-52, 4], [-52, 5], [-53, 4]]])).toBe('GF')
  expect(ownCountry('FR', [[[-53, 4], [-52, 4], [-52, 45], [-53, 4]]])).toBe('FR')
})
