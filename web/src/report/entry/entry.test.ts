import { describe, expect, test } from 'vitest'

import type { FieldError, Observation } from '../../api/types'
import { BITE, FAMILY, HIDDEN, LARVAE, differing, emptyEntry, entryOf, factsOf, isMany, kindOf, merged, ofKind, patchOf, problemsFrom, problemsOf, tidyName, type Entry } from './entry'

const now = new Date(2026, 6, 14, 12, 0)
const good: Entry = { ...emptyEntry('2026-07-14'), species: 'Aedes albopictus', lat: '43.7102', lng: '7,262' }
const wrong = (change: Partial<Entry>) => problemsOf({ ...good, ...change }, now)

describe('an entry', () => {
  test('that is complete has no problem', () => expect(wrong({})).toEqual({}))

  test('that is empty names all that is needed', () => {
    expect(problemsOf(emptyEntry(''), now)).toEqual({
      species: { is: 'missing' }, lat: { is: 'missing' }, lng: { is: 'missing' }, date: { is: 'missing' },
    })
  })

  test.each<[Partial<Entry>, keyof Entry, string]>([
    [{ species: 'комар' }, 'species', 'name'],
    [{ species: 'Aedes 1' }, 'species', 'name'],
    [{ species: 'Aedes aegypti <b>' }, 'species', 'name'],
    [{ species: 'A'.repeat(301) }, 'species', 'name'],
    [{ lat: '91' }, 'lat', 'coordinate'],
    [{ lng: 'there' }, 'lng', 'coordinate'],
    [{ accuracy: '-1' }, 'accuracy', 'accuracy'],
    [{ accuracy: '100000001' }, 'accuracy', 'accuracy'],
    [{ date: '2026-02-30' }, 'date', 'day'],
    [{ date: '1699-12-31' }, 'date', 'early'],
    [{ date: '2026-07-15' }, 'date', 'future'],
    [{ time: '12:01' }, 'time', 'future'],
    [{ count: '0' }, 'count', 'count'],
    [{ count: '1.5' }, 'count', 'count'],
    [{ count: '10000001' }, 'count', 'count'],
    [{ notes: 'x'.repeat(4001) }, 'notes', 'long'],
    [{ observer_name: 'x'.repeat(201) }, 'observer_name', 'long'],
  ])('%j is wrong', (change, field, is) => expect(wrong(change)).toEqual({ [field]: { is } }))

  test.each<Partial<Entry>>([
    { species: 'Aedes' }, { species: 'Anopheles gambiae s.l.' }, { species: 'Culex (Culex) pipiens' }, { species: 'Culex sp. 1' },
    { species: 'Aedes cinereus/geminus' }, { species: 'Aedes aegypti × mascarensis' }, { accuracy: '12,5' }, { accuracy: '0' },
    { time: '11:59' }, { notes: '🦟'.repeat(4000) }, { count: '10000000' }, { date: '1700-01-01' },
  ])('%j is right', (change) => expect(wrong(change)).toEqual({}))
})

describe('what a report is about', () => {
  const empty = emptyEntry('2026-07-14')

  test('a bite is of any mosquito, unless its species is known', () => {
    expect(ofKind(empty, 'bite')).toEqual({ ...empty, method: BITE, species: FAMILY })
    expect(ofKind(good, 'bite').species).toBe('Aedes albopictus')
    expect(factsOf({ ...good, ...ofKind(good, 'bite') }).sampling_protocol).toBe(BITE)
  })

  test('larvae are larvae', () => expect(ofKind(empty, 'larvae')).toEqual({ ...empty, method: LARVAE, species: FAMILY, life_stage: 'larva' }))

  test('going back leaves nothing behind', () => {
    for (const kind of ['bite', 'larvae'] as const) expect(ofKind(ofKind(empty, kind), 'mosquito')).toEqual(empty)
    expect(ofKind(ofKind(empty, 'larvae'), 'bite')).toEqual(ofKind(empty, 'bite'))
  })

  test('a method of a record is none of these', () => {
    expect(kindOf({ ...good, method: 'CO2 light trap' })).toBe('mosquito')
    expect(ofKind({ ...good, method: 'CO2 light trap' }, 'mosquito').method).toBe('CO2 light trap')
  })
})

test.each([
  ['10000', '', false], ['10001', '', true], ['5001', 'larva', true], ['5000', 'Larva', false], ['10001', 'nymph', true],
])('%s of stage "%s" are many: %s', (count, life_stage, many) => {
  expect(isMany({ ...good, count, life_stage }, { '': 10_000, adult: 10_000, larva: 5_000, egg: 2_000 })).toBe(many)
})

test('names are tidied', () => expect(tidyName('  aedes   aegypti ')).toBe('Aedes aegypti'))

describe('facts', () => {
  test('a day stays a day, a time is one moment', () => {
    expect(factsOf(good).observed_at).toBe('2026-07-14')
    const at = factsOf({ ...good, time: '06:30' }).observed_at
    expect(at).toMatch(/^2026-07-14T06:30:00[+-]\d\d:\d\d$/)
    expect(new Date(at)).toEqual(new Date(2026, 6, 14, 6, 30))
  })

  test('a place to hide has the size of its cell', () => expect(factsOf({ ...good, obscured: HIDDEN }).obscured_degrees).toBe(0.1))

  test('what is not said is null', () => {
    expect(factsOf(good)).toMatchObject({ location: { lat: 43.7102, lng: 7.262 }, count: 1, notes: null, sex: null, location_accuracy_m: null })
    expect(factsOf(good).obscured_degrees).toBeNull()
    expect(factsOf({ ...good, accuracy: '2,5', notes: ' by the pond ' })).toMatchObject({ location_accuracy_m: 2.5, notes: 'by the pond' })
  })
})

describe('a patch', () => {
  const record = {
    species_scientific_name: 'Culex pipiens', location: { lat: 1.5, lng: -2 }, location_accuracy_m: null, observed_at: '2025-05-01T10:20:00Z',
    date_precision: 'time', count: 2, life_stage: 'adult', sex: null, notes: 'old', observer_name: null,
  } as Observation

  test('says nothing when nothing changed', () => expect(patchOf(entryOf(record), entryOf(record))).toEqual({}))

  test('says what changed, and null for what was removed', () => {
    const after = { ...entryOf(record), notes: ' ', count: '3', lng: '-2,5' }
    expect(patchOf(entryOf(record), after)).toEqual({ notes: null, count: 3, location: { lat: 1.5, lng: -2.5 } })
  })

  test('hides a place and shows it again; a cell of another size stays unless the choice is changed', () => {
    const [shown, hidden] = [entryOf({ ...record, obscured_degrees: null }), entryOf({ ...record, obscured_degrees: 0.05 })]
    expect(patchOf(shown, { ...shown, obscured: HIDDEN })).toEqual({ obscured_degrees: 0.1 })
    expect(patchOf(hidden, { ...hidden, obscured: '' })).toEqual({ obscured_degrees: null })
    expect(patchOf(hidden, { ...hidden, count: '3' })).toEqual({ count: 3 })
    expect(differing(shown, hidden)).toEqual(['obscured'])
  })

  test('a record of elsewhere keeps its clock', () => {
    const there = entryOf({ ...record, observed_at: '2019-06-01T23:30:00-05:00' })
    expect(there).toMatchObject({ date: '2019-06-01', time: '23:30', zone: '-05:00' })
    expect(patchOf(there, { ...there, time: '23:45' })).toEqual({ observed_at: '2019-06-01T23:45:00-05:00' })
    expect(differing(there, { ...there, notes: 'x' })).toEqual(['notes'])
  })

  test('a record of a month keeps it, unless its date is changed', () => {
    const month = entryOf({ ...record, observed_at: '2025-05-01T00:00:00Z', date_precision: 'month' })
    expect(month).toMatchObject({ date: '2025-05-01', time: '' })
    expect(patchOf(month, { ...month, sex: 'female' })).toEqual({ sex: 'female' })
  })
})

describe('two versions', () => {
  const before = { ...good, notes: 'a', count: '1' }

  test('differ in what they say, not in blanks', () => {
    expect(differing(before, { ...before, notes: ' a ' })).toEqual([])
    expect(differing(before, { ...before, notes: 'b', sex: 'male' })).toEqual(['sex', 'notes'])
  })

  test('are merged: what was not touched here is theirs', () => {
    const mine = { ...before, notes: 'mine' }
    expect(merged(before, mine, { ...before, count: '7', notes: 'theirs' })).toEqual({ ...before, count: '7', notes: 'mine' })
  })
})

test('errors of the server are put at their fields', () => {
  const error = (...loc: string[]) => ({ loc: ['body', ...loc], msg: loc.join(' '), type: 'x' }) satisfies FieldError
  const { problems, others } = problemsFrom([
    error('location', 'lat'), error('observed_at'), error('species_id'), error('metadata'), error('count'), error('location', 'lat'),
  ])
  expect(Object.keys(problems).sort()).toEqual(['count', 'date', 'lat', 'species'])
  expect(problems.lat).toEqual({ is: 'refused', text: 'location lat' })
  expect(others).toEqual(['metadata'])
})
