import { expect, test } from 'vitest'

import { choices, genera } from './options'

const upper = (id: string) => id.toUpperCase()

test('choices are those known, counted and chosen, by name', () => {
  const counts = [{ id: 'ug', name: '', count: 7 }]
  expect(choices(['ke'], counts, ['tz', 'UG'], upper, 'en')).toEqual([
    { id: 'ke', name: 'KE', count: 0 },
    { id: 'tz', name: 'TZ', count: 0 },
    { id: 'ug', name: 'UG', count: 7 },
  ])
})

test('without counts nothing is said of them', () => {
  expect(choices(['ke'], undefined, [], upper, 'en')).toEqual([{ id: 'ke', name: 'KE', count: undefined }])
})

test('the order is the language’s', () => {
  expect(choices(['éthiopie', 'france', 'espagne'], undefined, [], (id) => id, 'fr').map((c) => c.id)).toEqual(['espagne', 'éthiopie', 'france'])
})

test('genera', () => {
  const species = ['Aedes aegypti', 'Culex pipiens', 'Aedes albopictus'].map((name, i) => ({ id: '', name, count: i + 1 }))
  expect(genera(species)).toEqual([
    { id: 'Aedes', name: 'Aedes', count: 4 },
    { id: 'Culex', name: 'Culex', count: 2 },
  ])
})

test('a family is no genus', () => {
  const species = ['Culicidae sp.', 'Culicinae', 'Sabethini', 'Culiseta'].map((name) => ({ id: '', name, count: 1 }))
  expect(genera(species).map(({ id }) => id)).toEqual(['Culiseta'])
})
