// What a reviewer says of records, as the API takes it.
import type { Observation, ReviewDecisions, ReviewQueue, ReviewResults } from '../api/types'

export type Queued = ReviewQueue['items'][number]
export type Verdict = 'confirm' | 'correct' | 'reject' | 'needs_more'
type Sent = ReviewDecisions['decisions'][number]
export type Result = ReviewResults['results'][number]

/** A decision while it is written. */
export interface Draft {
  verdict: Verdict
  species: string
  life_stage: string
  sex: string
  reason: string
  comment: string
}

/** The most decisions of one request (openapi.yaml). */
export const MOST = 1000

/** The longest reason or comment in characters (openapi.yaml). */
export const LONGEST = 2000

/** A draft that says of a record what it says itself; of several records nothing. */
export function draftOf(verdict: Verdict, record?: Observation): Draft {
  return {
    verdict, species: record?.species_scientific_name ?? '', life_stage: record?.life_stage ?? '', sex: record?.sex ?? '', reason: '', comment: '',
  }
}

/** The members that a correction changes. A term that is emptied stays: the API takes none away. */
function corrected(draft: Draft, record: Observation) {
  const out: Pick<Sent, 'scientific_name' | 'life_stage' | 'sex'> = {}
  const name = draft.species.trim()
  if (name && name !== record.species_scientific_name) out.scientific_name = name
  if (draft.life_stage && draft.life_stage !== record.life_stage) out.life_stage = draft.life_stage
  if (draft.sex && draft.sex !== record.sex) out.sex = draft.sex
  return out
}

/** What a draft lacks before it can be sent. */
export function lackOf(draft: Draft, records: Observation[]): 'change' | 'reason' | 'comment' | undefined {
  if (draft.verdict === 'correct' && records.some((record) => Object.keys(corrected(draft, record)).length === 0)) return 'change'
  if (draft.verdict === 'reject' && !draft.reason.trim()) return 'reason'
  if (draft.verdict === 'needs_more' && !draft.comment.trim()) return 'comment'
}

/** A decision of each record, each about the record as the reviewer saw it. */
export function decisionsOf(draft: Draft, records: Observation[]): Sent[] {
  const comment = draft.comment.trim()
  return records.map((record) => ({
    observation_id: record.id,
    decision: draft.verdict,
    updated_at: record.updated_at,
    ...(draft.verdict === 'correct' ? corrected(draft, record) : {}),
    ...(draft.verdict === 'reject' ? { reason: draft.reason.trim() } : {}),
    ...(comment ? { comment } : {}),
  }))
}

/** Whether a record still waits for a review. */
export const waits = (record: Observation) => record.publication === 'pending' && record.status === 'unverified'

/** The record to show after some were decided: the next that is left, else the last. */
export function following(items: Queued[], left: Queued[], from: string): string {
  const at = items.findIndex((item) => item.observation.id === from)
  const stays = new Set(left.map((item) => item.observation.id))
  const next = items.slice(at + 1).find((item) => stays.has(item.observation.id))
  return (next ?? left.at(-1))?.observation.id ?? ''
}
