import { describe, expect, test } from 'vitest'

import type { Prediction } from '../../api/types'
import { emptyEntry, HIDDEN } from '../entry/entry'
import { bodyOf, completed, newDraft, predictionNote, untouched, type Draft } from './draft'

const id = '00000000-0000-4000-8000-000000000001'
const entry = { ...emptyEntry('2026-07-14'), species: 'Aedes aegypti', lat: '1', lng: '2' }
const answer: Prediction = {
  id: 'aedes_aegypti', scientific_name: 'Aedes aegypti', common_name: null, probabilities: { 'Aedes aegypti': 0.9, 'Aedes albopictus': 0.1 },
  model_id: 'm-1', model_licence: null, confidence: 0.9, in_catalog: true, uncertain: false, reason: null, taxon_rank: 'species', genus: 'Aedes', box: null, prediction_id: '00000000-0000-4000-8000-00000000000a',
}
const draft = (change: Partial<Draft> = {}): Draft => ({ ...newDraft(id, entry, 0), ...change })
const predicted = (change: Partial<Prediction> = {}) => ({ answer: { ...answer, ...change }, at: 0 })

describe('the request of a draft', () => {
  test('says nothing that was not written', () => {
    expect(bodyOf(draft(), 'u')).toEqual({
      id, user_id: 'u', species_scientific_name: 'Aedes aegypti', count: 1, location: { lat: 1, lng: 2 }, observed_at: '2026-07-14',
    })
  })

  test('says that the place shall be hidden', () => {
    expect(bodyOf(draft({ entry: { ...entry, obscured: HIDDEN } }), 'u')).toMatchObject({ location: { lat: 1, lng: 2 }, obscured_degrees: 0.1 })
  })

  test('cites a prediction that was accepted', () => {
    expect(bodyOf(draft({ prediction: predicted() }), 'u')).toMatchObject({
      prediction_id: answer.prediction_id, model_id: 'm-1', confidence: 0.9, metadata: { prediction: { accepted: true } },
    })
  })

  test('claims no confidence for a species that the model did not name', () => {
    const body = bodyOf(draft({ entry: { ...entry, species: 'Aedes albopictus' }, prediction: predicted() }), 'u')
    expect(body).not.toHaveProperty('confidence')
    expect(body).not.toHaveProperty('model_id')
    expect(body).toMatchObject({ prediction_id: answer.prediction_id, metadata: { prediction: { scientific_name: 'Aedes aegypti', accepted: false } } })
  })

  test('a genus has the sum of its species', () => {
    const prediction = predicted({ probabilities: { 'Aedes aegypti': 0.4, 'Aedes albopictus': 0.35, none_of_these: 0.25 }, confidence: 0.4 })
    expect(bodyOf(draft({ entry: { ...entry, species: 'aedes' }, prediction }), 'u').confidence).toBeCloseTo(0.75)
  })

  test('a photograph that shall not be shown is not cited', () => {
    expect(bodyOf(draft({ prediction: predicted(), showPhoto: false }), 'u')).not.toHaveProperty('prediction_id')
    expect(bodyOf(draft({ prediction: predicted({ reason: 'other_species', taxon_rank: null }) }), 'u')).not.toHaveProperty('metadata')
  })
})

test('the note of a prediction reads back', () => {
  const body = bodyOf(draft({ prediction: predicted() }), 'u')
  expect(predictionNote(JSON.parse(JSON.stringify(body.metadata)) as Record<string, unknown>)).toEqual(body.metadata?.prediction)
  expect(predictionNote({})).toBeUndefined()
  expect(predictionNote({ prediction: 'yes' })).toBeUndefined()
  expect(predictionNote({ prediction: { scientific_name: 3, confidence: 1, model_id: '', accepted: true } })).toBeUndefined()
})

test('a draft of an older version of the page, which knew no hidden places, hides none', () => {
  const { obscured: _obscured, ...before } = entry
  const stored = completed(draft({ entry: before as Draft['entry'] }))
  expect(stored).toEqual(draft())
  expect(untouched(stored, entry)).toBe(true)
  expect(completed(draft({ entry: { ...entry, obscured: HIDDEN } })).entry.obscured).toBe(HIDDEN)
})

test('a draft is untouched until something is written', () => {
  const fresh = emptyEntry('2026-07-14', 'A. Observer')
  expect(untouched(newDraft(id, { ...fresh }, 0), fresh)).toBe(true)
  expect(untouched(newDraft(id, { ...fresh, notes: ' ' }, 0), fresh)).toBe(true)
  expect(untouched(newDraft(id, { ...fresh, notes: 'x' }, 0), fresh)).toBe(false)
  expect(untouched(newDraft(id, { ...fresh, obscured: HIDDEN }, 0), fresh)).toBe(false)
})
