import { expect, test } from 'vitest'

import { everything } from '../filter/filter'
import { ofSpecies, speciesLines } from './species'

const always = new Array<boolean>(12).fill(true)

test('one name of the Filter takes the place of its conditions on names', () => {
  const filter = { ...everything(), species: ['culex-pipiens'], genus: ['Culex'], disease: ['west-nile-fever'], vector_status: ['High'], country: ['it'], months: ['7'] }
  expect(ofSpecies(filter, 'culex-molestus').toString()).toBe('species=culex-molestus&country=it&months=7&exact=true')
})

test('a line has the colour of the legend, and counts what knows no month', () => {
  const seasons = [
    { id: 'a', name: 'A', count: 9, months: [{ month: '2019-02', count: 3 }, { month: '2020-02', count: 4 }] },
    { id: 'b', name: 'B', count: 5, months: [] },
  ]
  const [a, b] = speciesLines(seasons, new Map([['a', '#d1401a']]), '#8b8f98', always)
  expect(a).toMatchObject({ colour: '#d1401a', values: [0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], rest: 2 })
  expect(b).toMatchObject({ colour: '#8b8f98', values: new Array(12).fill(null), rest: 5 })
  expect(a!.dash).not.toEqual(b!.dash)
})

test('months that nobody asked for are not zero', () => {
  const asked = always.map((_, i) => i === 1)
  const [line] = speciesLines([{ id: 'a', name: 'A', count: 3, months: [{ month: '2019-02', count: 3 }] }], new Map(), '#8b8f98', asked)
  expect(line!.values.filter((value) => value !== null)).toEqual([3])
})
