// Records of the API with what is needed to change them.
import { get, request, url } from '../../api/client'
import type { Observation, ObservationList } from '../../api/types'
import { root } from '../../app/settings'
import { patchOf, type Entry } from '../entry/entry'
import { writeToken } from '../outbox/device'

/** A record and the version that was read, by which a change is refused when somebody else was first. */
export interface Version {
  record: Observation
  etag: string
}

export async function read(id: string, signal?: AbortSignal): Promise<Version> {
  // From the server: a version out of the browser's cache may be an old one.
  return versionIn(await request(url('/observations/' + encodeURIComponent(id)), { signal, cache: 'no-cache' }))
}

async function versionIn(response: Response): Promise<Version> {
  return { record: (await response.json()) as Observation, etag: response.headers.get('ETag') ?? '' }
}

/** Changes what differs between two entries. Throws an ApiError with status 412 when the record is no longer the version that was read. */
export async function change(version: Version, before: Entry, after: Entry): Promise<Version> {
  const patch = patchOf(before, after)
  if (Object.keys(patch).length === 0) return version
  const headers = new Headers({ 'Content-Type': 'application/json', 'If-Match': version.etag })
  if (writeToken()) headers.set('Authorization', 'Bearer ' + writeToken())
  return versionIn(await request(url('/observations/' + version.record.id), { method: 'PATCH', headers, body: JSON.stringify(patch) }))
}

const PAGE_LENGTH = 20

/** A page of a user's own records, rejected ones too; next is the address that the page before gave. */
export function recordsOf(user: string, next: string | null, signal?: AbortSignal): Promise<ObservationList> {
  if (next) return get<ObservationList>('/observations', new URL(next, location.href).searchParams, signal)
  return get<ObservationList>('/observations', { user_id: user, status: 'unverified,verified,rejected', limit: PAGE_LENGTH }, signal)
}

/** Where a record's picture is. The page shows only this server's own: its Content-Security-Policy takes no other. */
export function pictureOf({ image_url }: Observation): { address: string; here: boolean } | undefined {
  if (!image_url) return
  const address = new URL(image_url.startsWith('/') ? root + image_url : image_url, location.href)
  return { address: address.href, here: address.origin === location.origin }
}
