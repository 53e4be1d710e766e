// What the server does not have yet: a report, or a change of a record.
import type { FieldError, Prediction } from '../../api/types'
import { factsOf, type Entry, type Facts } from '../entry/entry'
import { advise } from '../photo/advice'
import type { PhotoFacts } from '../photo/photo'
import type { Version } from '../record/record'

export interface Draft {
  id: string
  /** The client's UUID of the observation: whatever happens on the way, it becomes one record. */
  record: string
  /** Whether an attempt may have reached the server: a record of this id may be this draft's. */
  tried: boolean
  /** The record that this changes, as it was when that was begun. A report has none. */
  base?: Version
  entry: Entry
  /** Milliseconds since 1970. */
  changed: number
  /** Being written; to be sent as soon as the server can be reached; refused by the server for a reason that waiting does not mend. */
  state: 'writing' | 'waiting' | 'refused'
  photo: PhotoFacts | null
  /** Whether the record may show the photograph, where the server keeps it. */
  showPhoto: boolean
  prediction: { answer: Prediction; at: number } | null
  /** Whether the server said that it cannot identify this photograph: asking again would be in vain. */
  unpredictable: boolean
  /** What was sent last: a repeated request has to say the very same. Null when something has been changed since. */
  body: Body | null
  /** Why the last attempt failed. */
  failure: { status: number; type: string; detail: string; errors: FieldError[] } | null
}

/** What a client may say of a new record (ObservationCreate). */
export interface Body extends Partial<Omit<Facts, 'species_scientific_name' | 'count' | 'location' | 'observed_at'>> {
  id: string
  user_id: string
  species_scientific_name: string
  count: number
  location: { lat: number; lng: number }
  observed_at: string
  prediction_id?: string
  model_id?: string
  confidence?: number
  metadata?: { prediction: PredictionNote }
}

/** What the model said of the photograph, whether or not the observer agreed. */
export interface PredictionNote {
  scientific_name: string | null
  confidence: number
  model_id: string
  accepted: boolean
}

export function newDraft(id: string, entry: Entry, now: number): Draft {
  return {
    id, record: id, tried: false, entry, changed: now, state: 'writing', photo: null, showPhoto: true, prediction: null, unpredictable: false, body: null,
    failure: null,
  }
}

/** What is to become of a record, to be sent as soon as the server can be reached. */
export function newChange(id: string, base: Version, entry: Entry, now: number): Draft {
  return { ...newDraft(id, entry, now), record: base.record.id, base, state: 'waiting' }
}

/** Whether nothing was written beyond what a new draft says by itself. */
export function untouched(draft: Draft, fresh: Entry): boolean {
  if (draft.photo) return false
  return (Object.keys(fresh) as (keyof Entry)[]).every((field) => draft.entry[field].trim() === fresh[field].trim())
}

/** The request that makes a valid draft a record. */
export function bodyOf(draft: Draft, user: string): Body {
  const facts = Object.entries(factsOf(draft.entry)).filter(([, value]) => value !== null)
  const body = { id: draft.record, user_id: user, ...Object.fromEntries(facts) } as Body
  const answer = draft.prediction?.answer
  if (!answer) return body
  const advice = advise(answer)
  const named = advice.kind === 'species' || advice.kind === 'genus' ? advice : undefined
  const accepted = named?.name === body.species_scientific_name
  if (named && accepted) {
    body.model_id = answer.model_id
    body.confidence = named.probability
  }
  // The citation is what keeps the picture with the record, also when the observer knows better than the model.
  if (answer.prediction_id && draft.showPhoto) body.prediction_id = answer.prediction_id
  body.metadata = {
    prediction: { scientific_name: answer.scientific_name, confidence: answer.confidence, model_id: answer.model_id, accepted },
  }
  return body
}

/** Reads a record's note of its prediction; what is none, and somebody else's metadata, is undefined. */
export function predictionNote(metadata: Record<string, unknown>): PredictionNote | undefined {
  const note = metadata.prediction
  if (typeof note !== 'object' || note === null) return
  const { scientific_name, confidence, model_id, accepted } = note as Record<string, unknown>
  if ((scientific_name !== null && typeof scientific_name !== 'string') || typeof confidence !== 'number') return
  if (typeof model_id !== 'string' || typeof accepted !== 'boolean') return
  return { scientific_name, confidence, model_id, accepted }
}
