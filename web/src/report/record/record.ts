// Reads and changes records of the API.
import { get, request, sendJSON, url } from '../../api/client'
import type { Observation, ObservationList } from '../../api/types'
import { patchOf, type Entry } from '../entry/entry'
import { receiptHeader } from './receipts'

/** A record with its ETag, by which the server refuses a change of an outdated version. */
export interface Version {
  record: Observation
  etag: string
}

export async function read(id: string, signal?: AbortSignal): Promise<Version> {
  // Not from the browser's cache, which may hold an old version.
  return versionIn(await request(url('/observations/' + encodeURIComponent(id)), { signal, cache: 'no-cache', headers: receiptHeader(id) }))
}

async function versionIn(response: Response): Promise<Version> {
  return { record: (await response.json()) as Observation, etag: response.headers.get('ETag') ?? '' }
}

/** Sends the differences of two entries. Throws an ApiError with status 412 if the record is no longer this version. */
export async function change(version: Version, before: Entry, after: Entry): Promise<Version> {
  const patch = patchOf(before, after)
  if (Object.keys(patch).length === 0) return version
  return versionIn(await sendJSON('PATCH', '/observations/' + version.record.id, patch, { 'If-Match': version.etag, ...receiptHeader(version.record.id) }))
}

const PAGE_LENGTH = 20

/** A page of a user's own records, including rejected ones. `next` is the address from the page before. */
export function recordsOf(user: string, next: string | null, signal?: AbortSignal): Promise<ObservationList> {
  if (next) return get<ObservationList>('/observations', new URL(next, location.href).searchParams, signal)
  return get<ObservationList>('/observations', { user_id: user, status: 'unverified,verified,rejected', limit: PAGE_LENGTH }, signal)
}
