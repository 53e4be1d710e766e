import { expect, test } from 'vitest'

import { yearLines, yearsOf } from './years'

const stats = {
  months: [{ month: '2022-03', count: 4 }, { month: '2023-07', count: 2 }],
  years: [{ year: '1864', count: 1 }, { year: '2019', count: 1 }, { year: '2020', count: 1 }, { year: '2021', count: 1 }, { year: '2022', count: 6 }, { year: '2023', count: 2 }],
}
const options = { covers: (year: number, month: number) => year < 2023 || month <= 7, colours: ['a', 'b', 'c', 'd', 'e'], all: false }

test('the newest years have lines, the newest the strongest', () => {
  const lines = yearLines(stats, options)
  expect(lines.map(({ name }) => name)).toEqual(['2019', '2020', '2021', '2022', '2023'])
  expect(lines.at(-1)).toMatchObject({ colour: 'e', dash: [], faint: false })
  expect(new Set(lines.map(({ dash }) => String(dash))).size).toBe(5)
})

test('all years are there on demand, the old ones faint', () => {
  expect(yearsOf(stats)).toEqual([1864, 2019, 2020, 2021, 2022, 2023])
  const [first, second] = yearLines(stats, { ...options, all: true })
  expect(first).toMatchObject({ name: '1864', faint: true })
  expect(second).toMatchObject({ name: '2019', faint: false, colour: 'a' })
})

test('records that know only their year are in no month, and are counted', () => {
  const lines = yearLines(stats, options)
  expect(lines[3]).toMatchObject({ values: [0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0], rest: 2 })
  expect(lines[0]).toMatchObject({ values: new Array(12).fill(null), rest: 1 })
})

test('months that have not come are not zero', () => {
  expect(yearLines(stats, options)[4]!.values).toEqual([0, 0, 0, 0, 0, 0, 2, null, null, null, null, null])
})

test('two years have the last colours', () => {
  expect(yearLines({ months: [], years: stats.years.slice(-2) }, options).map(({ colour }) => colour)).toEqual(['d', 'e'])
})
