// A draft: a report, or a change of a record, that the server does not have yet.
import type { FieldError, Prediction } from '../../api/types'
import { emptyEntry, factsOf, type Entry, type Facts, type Field } from '../entry/entry'
import { advise } from '../photo/advice'
import type { Box } from '../photo/box'
import type { PhotoFacts } from '../photo/photo'
import type { Version } from '../record/record'

export interface Draft {
  id: string
  /** The client's UUID of the observation, so that repeated requests make one record. */
  record: string
  /** Whether an attempt may have reached the server, so that a record with this id may come from this draft. */
  tried: boolean
  /** The record to change, as it was when the change was begun. A report has none. */
  base?: Version
  entry: Entry
  /** Milliseconds since 1970. */
  changed: number
  /** 'waiting' drafts are sent when the server can be reached; 'refused' ones would be refused again. */
  state: 'writing' | 'waiting' | 'refused'
  photo: PhotoFacts | null
  /** Whether the record may show the photograph, if the server keeps it. */
  showPhoto: boolean
  /** `box` is the one that the user moved. */
  prediction: { answer: Prediction; at: number; box?: Box | undefined } | null
  /** Whether the server cannot identify this photograph, so that asking again is useless. */
  unpredictable: boolean
  /** The request that was sent last, which a repetition sends again. Null when the draft was changed since. */
  body: Body | null
  /** Why the last attempt failed. */
  failure: { status: number; type: string; detail: string; errors: FieldError[] } | null
}

/** A new record (ObservationCreate in openapi.yaml). */
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

/** The model's answer about the photograph, whether or not the observer agreed. */
interface PredictionNote {
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

/** A change of a record, to be sent when the server can be reached. */
export function newChange(id: string, base: Version, entry: Entry, now: number): Draft {
  return { ...newDraft(id, entry, now), record: base.record.id, base, state: 'waiting' }
}

/** A stored draft with the fields that the form had not when an older version of the page stored it. */
export function completed(draft: Draft): Draft {
  return { ...draft, entry: { ...emptyEntry(''), ...draft.entry } }
}

/** Whether a draft is still the same as a new one. */
export function untouched(draft: Draft, fresh: Entry): boolean {
  if (draft.photo) return false
  return (Object.keys(fresh) as Field[]).every((field) => draft.entry[field].trim() === fresh[field].trim())
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
  // The server keeps a picture while a record cites its prediction, also when the observer disagrees with the model.
  if (answer.prediction_id && draft.showPhoto) body.prediction_id = answer.prediction_id
  // A picture that may be of another species says nothing about those that the model knows.
  if (advice.kind !== 'other') {
    body.metadata = {
      prediction: { scientific_name: answer.scientific_name, confidence: answer.confidence, model_id: answer.model_id, accepted },
    }
  }
  return body
}

/** Reads the note about the prediction in a record's metadata; undefined for other metadata. */
export function predictionNote(metadata: Record<string, unknown>): PredictionNote | undefined {
  const note = metadata.prediction
  if (typeof note !== 'object' || note === null) return
  const { scientific_name, confidence, model_id, accepted } = note as Record<string, unknown>
  if ((scientific_name !== null && typeof scientific_name !== 'string') || typeof confidence !== 'number') return
  if (typeof model_id !== 'string' || typeof accepted !== 'boolean') return
  return { scientific_name, confidence, model_id, accepted }
}
