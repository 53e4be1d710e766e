// Whether a record is the reader's own: by the account, by a receipt of this device, or by this browser's user id.
import { ApiError, get, request, url } from '../../api/client'
import type { Identification, MyObservationList, Observation, ObservationReview } from '../../api/types'
import { may, person } from '../../app/settings'
import { writeToken } from '../../app/token'
import { userId } from '../outbox/device'
import { hasReceipt, receiptHeader } from './receipts'

export interface Own {
  /** Whether the server knows the reader as its reporter. Else it asks for the right to write. */
  known: boolean
  /** What reviewers said. */
  said: Identification[]
}

/** What the reader may do with a record; undefined for somebody else's. */
export async function ownOf(record: Observation, source?: string, signal?: AbortSignal): Promise<Own | undefined> {
  if (person) {
    const mine = await unlessRefused(get<MyObservationList>('/me/observations', { id: record.id, data_source: source }, signal))
    if (mine?.items[0]) return { known: true, said: mine.items[0].identifications }
  }
  if (hasReceipt(record.id)) {
    const review = await unlessRefused(request(url(`/observations/${record.id}/review`), { signal, headers: receiptHeader(record.id) }))
    if (review) return { known: true, said: ((await review.json()) as ObservationReview).identifications }
  }
  return record.user_id === userId() ? { known: false, said: [] } : undefined
}

/** An answer; undefined where the session is over, or the receipt is not that of the record. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof ApiError && [401, 403, 404].includes(cause.status)) return undefined
    throw cause
  }
}

/** Whether a record of one's own can be changed: not once it was reviewed, unless the reader may write all records. */
export const changeable = (record: Observation, own: Own): boolean =>
  record.publication !== 'withdrawn' && (record.status === 'unverified' || !own.known || may.has('edit'))

export const withdrawable = (record: Observation, own: Own): boolean =>
  record.publication !== 'withdrawn' && (own.known || may.has('edit') || writeToken() !== '')
