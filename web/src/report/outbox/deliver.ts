// Sends one draft to the server. Repeated after any failure, it still makes one record.
import { ApiError, get, send } from '../../api/client'
import type { Observation, Prediction } from '../../api/types'
import { entryOf, merged, patchOf, type Entry } from '../entry/entry'
import { change, read, type Version } from '../record/record'
import type { Box } from '../photo/box'
import { uuid } from './device'
import type { Draft, Body } from './draft'
import { bodyOf } from './draft'

/** What deliver() needs from the outbox. */
export interface Post {
  user: string
  now: number
  /** The draft's photograph; undefined if it was lost. */
  photo: () => Promise<Blob | undefined>
  predict: (photo: Blob, box?: Box) => Promise<Prediction>
  /** Stores the request before it is sent, so that a later attempt sends the same. */
  keep: (draft: Draft) => Promise<void>
}

/** Age after which a prediction is requested again: the server may have deleted its picture. */
const PREDICTION_HOLDS_MS = 30 * 60_000

/** Sends a valid draft and returns the record. Throws an ApiError. */
export async function deliver(draft: Draft, post: Post): Promise<Observation> {
  if (draft.base) return amend(draft.base, draft.entry)
  const ready = draft.body ? draft : await prepared(draft, post)
  const body = ready.body as Body
  try {
    return await send<Observation>('POST', '/observations', body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    if (draft.tried) return reconcile(body, error)
    // A copy of this draft in another tab became a record before. This draft is another report.
    const record = uuid()
    const other = { ...body, id: record }
    await post.keep({ ...ready, record, body: other })
    return send<Observation>('POST', '/observations', other)
  }
}

/**
 * Changes a record. A change by somebody else is not overwritten but remains a conflict, unless the record has the wanted values
 * already, because an earlier attempt arrived.
 */
async function amend(base: Version, entry: Entry): Promise<Observation> {
  const before = entryOf(base.record)
  try {
    return (await change(base, before, entry)).record
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error
    const { record } = await read(base.record.id, base.source)
    const theirs = entryOf(record)
    if (Object.keys(patchOf(theirs, merged(before, entry, theirs))).length) throw error
    return record
  }
}

async function prepared(draft: Draft, post: Post): Promise<Draft> {
  const prediction = await fresh(draft, post)
  const next = { ...draft, prediction, tried: true }
  next.body = bodyOf(next, post.user)
  await post.keep(next)
  return next
}

/** The draft's prediction. A photograph that the server has not seen is sent now, because a record keeps it through the prediction. */
async function fresh(draft: Draft, post: Post): Promise<Draft['prediction']> {
  if (!draft.photo || !draft.showPhoto || draft.unpredictable) return draft.prediction
  if (draft.prediction && post.now - draft.prediction.at < PREDICTION_HOLDS_MS) return draft.prediction
  // The server did not keep the picture, so it will not keep it now.
  if (draft.prediction && !draft.prediction.answer.prediction_id) return draft.prediction
  const photo = await post.photo()
  if (!photo) return draft.prediction
  try {
    const box = draft.prediction?.box
    return { answer: await post.predict(photo, box), at: post.now, box }
  } catch (error) {
    // Without a model, or with a refused picture, the report is sent without a prediction. An unreachable or busy server is tried later.
    if (error instanceof ApiError && (error.status === 0 || error.status === 503)) throw error
    return draft.prediction
  }
}

/**
 * Changes the record of an earlier attempt, whose answer was lost, to what the draft is now. An id that belongs to somebody else
 * remains a conflict.
 */
async function reconcile(body: Body, conflict: ApiError): Promise<Observation> {
  const stored = await get<Observation>('/observations/' + body.id)
  if (stored.user_id !== body.user_id) throw conflict
  return send<Observation>('PATCH', '/observations/' + body.id, patch(body))
}

/** A merge patch with the values of a new record's body; it removes what the body leaves out. */
function patch({ id: _id, user_id: _user, ...rest }: Body): Record<string, unknown> {
  const optional = [
    'location_accuracy_m', 'obscured_degrees', 'life_stage', 'sex', 'notes', 'observer_name', 'prediction_id', 'model_id', 'confidence',
  ] as const
  return { ...Object.fromEntries(optional.map((name) => [name, null])), metadata: { prediction: null }, ...rest }
}
