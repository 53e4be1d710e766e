import { describe, expect, it } from 'vitest'

import type { Observation } from '../api/types'
import { decisionsOf, draftOf, following, lackOf, type Queued, waits } from './decision'

const record = (id: string, changes: Partial<Observation> = {}) =>
  ({ id, species_scientific_name: 'Culex pipiens', life_stage: 'adult', sex: null, updated_at: '2026-05-01T10:00:00.123456Z', ...changes }) as Observation
const queued = (...ids: string[]) => ids.map((id) => ({ observation: record(id) }) as Queued)

describe('decisions', () => {
  it('say which version of the record was seen', () => {
    expect(decisionsOf(draftOf('confirm', record('a')), [record('a'), record('b')])).toEqual([
      { observation_id: 'a', decision: 'confirm', updated_at: '2026-05-01T10:00:00.123456Z' },
      { observation_id: 'b', decision: 'confirm', updated_at: '2026-05-01T10:00:00.123456Z' },
    ])
  })

  it('correct what was changed, and nothing else', () => {
    const draft = { ...draftOf('correct', record('a')), species: ' Aedes koreicus ', sex: 'female', comment: ' legs ' }
    expect(decisionsOf(draft, [record('a')])).toMatchObject([{ scientific_name: 'Aedes koreicus', sex: 'female', comment: 'legs' }])
    expect(decisionsOf(draft, [record('a')])[0]).not.toHaveProperty('life_stage')
    expect(decisionsOf({ ...draft, life_stage: '' }, [record('a')])[0]).not.toHaveProperty('life_stage')
  })

  it('have a reason only when they reject', () => {
    const draft = { ...draftOf('reject'), reason: ' a crane fly ' }
    expect(decisionsOf(draft, [record('a')])).toMatchObject([{ decision: 'reject', reason: 'a crane fly' }])
    expect(decisionsOf({ ...draft, verdict: 'confirm' }, [record('a')])[0]).not.toHaveProperty('reason')
  })
})

describe('a draft lacks', () => {
  it.each([
    ['nothing to confirm', draftOf('confirm'), undefined],
    ['a change', draftOf('correct', record('a')), 'change'],
    ['nothing when it changes', { ...draftOf('correct', record('a')), sex: 'male' }, undefined],
    ['a reason', { ...draftOf('reject'), reason: '  ' }, 'reason'],
    ['a question', draftOf('needs_more'), 'comment'],
  ])('%s', (_, draft, lack) => expect(lackOf(draft, [record('a')])).toBe(lack))
})

it('only what nobody decided waits', () => {
  expect(waits(record('a', { publication: 'pending', status: 'unverified' }))).toBe(true)
  expect(waits(record('a', { publication: 'pending', status: 'rejected' }))).toBe(false)
  expect(waits(record('a', { publication: 'public', status: 'unverified' }))).toBe(false)
})

it('after a decision comes the next record that is left', () => {
  expect(following(queued('a', 'b', 'c'), queued('a', 'c'), 'b')).toBe('c')
  expect(following(queued('a', 'b', 'c'), queued('a', 'b'), 'c')).toBe('b')
  expect(following(queued('a', 'b', 'c', 'd'), queued('d'), 'a')).toBe('d')
  expect(following(queued('a'), [], 'a')).toBe('')
})
