import { expect, test } from 'vitest'

import { advise, genera, ranked } from './advice'

const of = (probabilities: Record<string, number>) => ({ probabilities })

test('a species that passes the threshold is named', () => {
  expect(advise(of({ 'Aedes aegypti': 0.5, 'Aedes albopictus': 0.5 }))).toEqual({ kind: 'species', name: 'Aedes aegypti', probability: 0.5 })
})

test('below it the genus is named whose sum passes', () => {
  const advice = advise(of({ 'Aedes aegypti': 0.3, 'Culex pipiens': 0.35, 'Aedes albopictus': 0.25, none_of_these: 0.1 }))
  expect(advice).toMatchObject({ kind: 'genus', name: 'Aedes' })
  expect(advice.kind === 'genus' && advice.probability).toBeCloseTo(0.55)
})

test('else nothing is claimed', () => {
  expect(advise(of({ 'Aedes aegypti': 0.3, 'Culex pipiens': 0.3, none_of_these: 0.4 }))).toEqual({ kind: 'unknown' })
  expect(advise(of({}))).toEqual({ kind: 'unknown' })
})

test('none of these is said only when it passes, and is no genus', () => {
  expect(advise(of({ none_of_these: 0.6, 'Culex pipiens': 0.4 }))).toEqual({ kind: 'none', probability: 0.6 })
  expect(advise(of({ none_of_these: 0.49, 'Culex pipiens': 0.26, 'Culex quinquefasciatus': 0.25 }))).toMatchObject({ kind: 'genus', name: 'Culex' })
  expect(genera(of({ none_of_these: 1 }))).toEqual([])
})

test('a picture that is unlike the known ones gets no name, however sure the classes are', () => {
  const classes = of({ 'Aedes aegypti': 0.95, 'Culex pipiens': 0.05 })
  expect(advise({ ...classes, reason: 'other_species' })).toEqual({ kind: 'other' })
  expect(advise({ ...classes, reason: 'too_small', taxon_rank: null })).toEqual({ kind: 'unknown' })
  expect(advise({ ...classes, reason: null })).toMatchObject({ kind: 'species' })
})

test('rounding does not make a genus more than certain', () => {
  expect(genera(of({ 'Culex pipiens': 0.7, 'Culex quinquefasciatus': 0.3000001 }))).toEqual([['Culex', 1]])
})

test('classes are ranked, equal ones by name', () => {
  expect(ranked(of({ b: 0.2, c: 0.6, a: 0.2 })).map(([name]) => name)).toEqual(['c', 'a', 'b'])
})
