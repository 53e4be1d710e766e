// Reads and changes records of the API.
import { authorized, get, request, sendJSON, url } from '../../api/client'
import type { Observation, ObservationList } from '../../api/types'
import { patchOf, type Entry } from '../entry/entry'
import { receiptHeader } from './receipts'

/** A record with its ETag, by which the server refuses a change of an outdated version. */
export interface Version {
  record: Observation
  etag: string
  /** The private data source that it is of. */
  source?: string
}

/** Reads a record, one of a private data source if `source` names it. */
export async function read(id: string, source?: string, signal?: AbortSignal): Promise<Version> {
  // Not from the browser's cache, which may hold an old version.
  return versionIn(await request(url('/observations/' + encodeURIComponent(id), { data_source: source }), { signal, cache: 'no-cache', headers: receiptHeader(id) }), source)
}

async function versionIn(response: Response, source?: string): Promise<Version> {
  return { record: (await response.json()) as Observation, etag: response.headers.get('ETag') ?? '', ...(source && { source }) }
}

/** Sends the differences of two entries. Throws an ApiError with status 412 if the record is no longer this version. */
export async function change(version: Version, before: Entry, after: Entry): Promise<Version> {
  const patch = patchOf(before, after)
  if (Object.keys(patch).length === 0) return version
  const { record, etag, source } = version
  const headers = { 'If-Match': etag, ...receiptHeader(record.id) }
  return versionIn(await sendJSON('PATCH', '/observations/' + record.id, patch, headers, { data_source: source }), source)
}

/** Takes a record and its picture from the public, for good. Returns the record as its reporter sees it from then on. */
export async function withdraw(record: Observation, source?: string): Promise<Observation> {
  await authorized(url('/observations/' + record.id, { data_source: source }), { method: 'DELETE', headers: receiptHeader(record.id) })
  return { ...record, publication: 'withdrawn' }
}

export const PAGE_LENGTH = 20

/** A page of a user's own records, including rejected ones. `next` is the address from the page before. */
export function recordsOf(user: string, next: string | null, signal?: AbortSignal): Promise<ObservationList> {
  if (next) return get<ObservationList>('/observations', new URL(next, location.href).searchParams, signal)
  return get<ObservationList>('/observations', { user_id: user, status: 'unverified,verified,rejected', limit: PAGE_LENGTH }, signal)
}
