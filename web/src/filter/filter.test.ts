import { expect, test } from 'vitest'

import { everything, filterParams, filterQuery, isDay, narrowed, parseFilter, stepWindow } from './filter'

const parsed = (query: string) => parseFilter(new URLSearchParams(query))

test('a filter comes back from its own address', () => {
  const filter = {
    ...everything(),
    species: ['culex-pipiens', 'aedes-aegypti'],
    genus: ['anopheles'],
    start_date: '2020-01-01',
    end_date: '2020-12-31',
    months: ['6', '7'],
    max_uncertainty_m: '500',
    exact: 'true',
    identified: 'false',
  }
  const params = filterParams(filter)
  expect(params.get('species')).toBe('aedes-aegypti,culex-pipiens')
  expect(filterParams(parseFilter(params)).toString()).toBe(params.toString())
  expect(narrowed(filter)).toBe(8)
})

test('the order of items does not change the address', () => {
  expect(filterParams(parsed('species=b,a')).toString()).toBe(filterParams(parsed('species=a,,b,a')).toString())
})

test('what cannot be a value is left out', () => {
  expect(parsed('start_date=2021-02-30&end_date=yesterday&months=0,13,6,x&max_uncertainty_m=-1')).toEqual({ ...everything(), months: ['6'] })
  expect(parsed('status=bogus,verified&vector_status=Huge,High&max_uncertainty_m=1e9')).toEqual({ ...everything(), status: ['verified'], vector_status: ['High'] })
  expect(parsed('exact=false&identified=perhaps')).toEqual(everything())
})

test('the largest accuracy is kept, a larger one left out', () => {
  expect(parsed('max_uncertainty_m=100000000').max_uncertainty_m).toBe('100000000')
  expect(parsed('max_uncertainty_m=100000000.5').max_uncertainty_m).toBe('')
})

test('nothing asked for clears every parameter', () => {
  expect(Object.values(filterQuery(everything())).every((value) => value === null)).toBe(true)
})

test('days', () => {
  for (const [text, want] of [['2024-02-29', true], ['2023-02-29', false], ['2024-2-9', false], ['', false]] as const) {
    expect(isDay(text), text).toBe(want)
  }
})

test.each([
  ['2020-01-01', '2020-12-31', 1, '2021-01-01', '2021-12-31'],
  ['2021-01-01', '2021-12-31', -1, '2020-01-01', '2020-12-31'],
  ['2020-02-01', '2020-02-29', 1, '2020-03-01', '2020-03-31'],
  ['2020-01-01', '2020-03-31', -1, '2019-10-01', '2019-12-31'],
  ['2020-02-10', '2020-02-16', 1, '2020-02-17', '2020-02-23'],
  ['2020-03-01', '2020-03-01', -1, '2020-02-29', '2020-02-29'],
] as const)('%s to %s, step %i', (start_date, end_date, direction, from, until) => {
  const stepped = stepWindow({ ...everything(), start_date, end_date }, direction)
  expect([stepped.start_date, stepped.end_date]).toEqual([from, until])
})

test('an open window does not step', () => {
  const filter = { ...everything(), start_date: '2020-01-01' }
  expect(stepWindow(filter, 1)).toBe(filter)
})
