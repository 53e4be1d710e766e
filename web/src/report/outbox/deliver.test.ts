import { beforeEach, expect, test, vi } from 'vitest'

import type { Observation, Prediction } from '../../api/types'
import { emptyEntry, entryOf, HIDDEN } from '../entry/entry'
import type { Post } from './deliver'
import { newChange, newDraft, type Body, type Draft } from './draft'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { deliver } = await import('./deliver')

const HOUR = 3_600_000
const id = '00000000-0000-4000-8000-000000000001'
const entry = { ...emptyEntry('2026-07-14'), species: 'Aedes aegypti', lat: '1', lng: '2' }
const photo = { name: 'a.jpg', size: 3, width: 1, height: 1, changed: false, place: null, taken: null }
const saved = (prediction_id: string) => ({ probabilities: { 'Aedes aegypti': 1 }, model_id: 'm', confidence: 1, prediction_id }) as unknown as Prediction
const draft = (change: Partial<Draft> = {}): Draft => ({ ...newDraft(id, entry, 0), state: 'waiting', ...change })

/** A server that stores records by their ids. Offline it stores what arrives but does not answer. */
let records: Map<string, Record<string, unknown>>
let requests: string[]
let answers: boolean

beforeEach(() => {
  records = new Map()
  requests = []
  answers = true
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body, headers }: RequestInit) => {
    requests.push(method)
    const sent = body ? (JSON.parse(body as string) as Record<string, unknown>) : {}
    const key = address.split('/')[4] ?? (sent.id as string)
    const [known, reply] = [records.get(key), (status: number, of: unknown) => new Response(JSON.stringify(of), { status, headers: { ETag: etag(of) } })]
    let response = reply(200, known)
    if (method === 'POST' && !known) {
      records.set(key, sent)
      response = reply(201, sent)
    } else if (method === 'POST' && JSON.stringify(known) !== JSON.stringify(sent)) {
      response = reply(409, { type: 'conflict', detail: 'other content' })
    } else if (method === 'PATCH' && ![null, etag(known)].includes(new Headers(headers).get('If-Match'))) {
      response = reply(412, { type: 'precondition_failed', detail: 'changed since' })
    } else if (method === 'PATCH') {
      records.set(key, { ...known, ...sent })
      response = reply(200, records.get(key))
    }
    expect(address).toMatch(/^\/api\/v1\/observations/)
    return answers ? Promise.resolve(response) : Promise.reject(new TypeError('no connection'))
  })
})

const etag = (record: unknown) => `"${encodeURIComponent(JSON.stringify(record ?? null))}"`

/** The outbox around deliver(); `kept` is the draft that a later attempt finds. */
function post(change: Partial<Post> = {}) {
  const kept: Draft[] = []
  const full: Post = {
    user: 'u', now: HOUR, photo: () => Promise.resolve(new Blob(['abc'])), predict: () => Promise.resolve(saved('p-new')),
    keep: (d) => Promise.resolve(void kept.push(d)), ...change,
  }
  return { kept, full }
}

test('an attempt whose answer was lost is repeated word by word, and makes one record', async () => {
  const { kept, full } = post({ photo: () => Promise.resolve(new Blob(['abc'])) })
  answers = false
  await expect(deliver(draft({ photo }), full)).rejects.toMatchObject({ status: 0 })
  expect(kept).toHaveLength(1)
  answers = true
  const predictAgain = vi.fn()
  const record = await deliver(kept[0] as Draft, post({ predict: predictAgain }).full)
  expect(record.id).toBe(id)
  expect(predictAgain).not.toHaveBeenCalled()
  expect(requests).toEqual(['POST', 'POST'])
  expect(records.size).toBe(1)
})

test('a draft that was changed after it had arrived changes its record', async () => {
  answers = false
  const { kept, full } = post()
  await expect(deliver(draft({ entry: { ...entry, notes: 'first', obscured: HIDDEN } }), full)).rejects.toMatchObject({ status: 0 })
  answers = true
  await deliver({ ...(kept[0] as Draft), entry: { ...entry, count: '5' }, body: null }, post().full)
  expect(requests).toEqual(['POST', 'POST', 'GET', 'PATCH'])
  expect(records.get(id)).toMatchObject({ count: 5, notes: null, obscured_degrees: null, user_id: 'u' })
})

test('an id that is somebody else’s stays a conflict', async () => {
  records.set(id, { user_id: 'another' })
  await expect(deliver(draft({ tried: true }), post().full)).rejects.toMatchObject({ status: 409 })
  expect(records.get(id)).toEqual({ user_id: 'another' })
})

test.each<[string, Partial<Draft>, string | undefined]>([
  ['a photograph that the server has not seen', { photo }, 'p-new'],
  ['one that it saw just now', { photo, prediction: { answer: saved('p-old'), at: HOUR - 1 } }, 'p-old'],
  ['one whose picture may be gone', { photo, prediction: { answer: saved('p-old'), at: 0 } }, 'p-new'],
  ['one that shall not be shown', { photo, showPhoto: false }, undefined],
  ['one that it cannot identify', { photo, unpredictable: true }, undefined],
  ['none', {}, undefined],
])('%s', async (_what, change, cited) => {
  const { kept, full } = post()
  await deliver(draft(change), full)
  expect((kept[0]?.body as Body).prediction_id).toBe(cited)
})

test('what it is asked again is about the box that the user moved', async () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
  const predict = vi.fn(() => Promise.resolve(saved('p-new')))
  const { kept, full } = post({ predict })
  await deliver(draft({ photo, prediction: { answer: saved('p-old'), at: 0, box } }), full)
  expect(predict).toHaveBeenCalledWith(expect.any(Blob), box)
  expect(kept[0]?.prediction?.box).toEqual(box)
})

test('what was never tried is another report than the record that has its id, and changes nothing of it', async () => {
  const { kept, full } = post()
  await deliver(draft(), full)
  const record = await deliver(draft({ entry: { ...entry, notes: 'written in another tab' } }), full)
  expect(record.id).not.toBe(id)
  expect(records.get(id)).not.toHaveProperty('notes')
  expect(records.get(record.id)).toMatchObject({ notes: 'written in another tab' })
  expect(kept.at(-1)).toMatchObject({ id, record: record.id, body: { id: record.id } })
})

/** A stored record, and a waiting change of its number. */
function change() {
  const record = {
    id, species_scientific_name: 'Aedes aegypti', location: { lat: 1, lng: 2 }, location_accuracy_m: null, observed_at: '2026-07-14T00:00:00Z',
    date_precision: 'day', count: 1, life_stage: null, sex: null, notes: null, observer_name: null,
  } as unknown as Observation
  records.set(id, { ...record })
  return newChange('change', { record, etag: etag(record) }, { ...entryOf(record), count: '7' }, 0)
}

test('a change says what was changed', async () => {
  expect((await deliver(change(), post().full)).count).toBe(7)
  expect(requests).toEqual(['PATCH'])
})

test('a change whose answer was lost is not made again', async () => {
  const waiting = change()
  answers = false
  await expect(deliver(waiting, post().full)).rejects.toMatchObject({ status: 0 })
  answers = true
  expect((await deliver(waiting, post().full)).count).toBe(7)
  expect(requests).toEqual(['PATCH', 'PATCH', 'GET'])
})

test('a change does not go over what somebody else wrote meanwhile', async () => {
  const waiting = change()
  records.set(id, { ...records.get(id), count: 5 })
  await expect(deliver(waiting, post().full)).rejects.toMatchObject({ status: 412 })
  expect(records.get(id)).toMatchObject({ count: 5 })
})
