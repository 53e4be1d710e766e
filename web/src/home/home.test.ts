import { expect, test } from 'vitest'

import boxes from './boxes.json'
import { countryOf } from './home'
import zones from './zones.json'

test.each([
  ['Europe/Rome', ['en-US'], 'it'],
  ['Asia/Calcutta', ['en'], 'in'],
  ['Asia/Kolkata', [], 'in'],
  ['Europe/Kiev', ['ru-RU'], 'ua'],
  ['America/Argentina/Buenos_Aires', ['es'], 'ar'],
  ['UTC', ['en', 'pt-BR', 'fr-FR'], 'br'],
  ['Etc/GMT+3', ['ru'], undefined],
  ['Nowhere/None', ['not a language', 'en-GB'], 'gb'],
])('the country of %s and %s is %s', (zone, languages, country) => {
  expect(countryOf(zone, languages, zones)).toBe(country)
})

test('countries of time zones have boxes, each within the world', () => {
  const lacking = Object.keys(zones).filter((country) => !(country in boxes))
  expect(lacking).toEqual([])
  for (const [west, south, east, north] of Object.values(boxes) as [number, number, number, number][]) {
    expect(west).toBeLessThan(east)
    expect(south).toBeLessThan(north)
  }
})
