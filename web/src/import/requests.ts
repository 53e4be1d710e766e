// Requests of imports. Each carries the write token, if the server has one.
import { request, url } from '../api/client'
import type { Import, ImportChoices, ImportChoicesList } from '../api/types'
import { writeToken } from '../report/outbox/device'

async function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = writeToken()
  if (token) headers.set('Authorization', 'Bearer ' + token)
  return request(path, { ...init, method, headers })
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return (await ask(method, url(path), init)).json() as Promise<T>
}

const of = (id: string) => '/imports/' + encodeURIComponent(id)

export const choices = () => json<ImportChoicesList>('GET', '/imports/choices')
export const begin = (filename: string, size: number) => json<Import>('POST', '/imports', { filename, size })
export const read = (id: string) => json<Import>('GET', of(id))
export const check = (id: string, chosen: ImportChoices) => json<Import>('POST', of(id) + '/check', chosen)
export const store = (id: string, replace: boolean) => json<Import>('POST', of(id) + '/store', { replace })

export async function forget(id: string): Promise<void> {
  await ask('DELETE', url(of(id)))
}

/** Sends a part of the file that begins at an offset. */
export async function part(id: string, offset: number, bytes: Blob, signal: AbortSignal): Promise<Import> {
  const headers = { 'Content-Type': 'application/octet-stream' }
  return (await ask('PUT', url(of(id) + '/file', { offset }), { headers, body: bytes, signal })).json() as Promise<Import>
}

/** The rejected rows as a file. */
export const rejected = async (id: string): Promise<Blob> => (await ask('GET', url(of(id) + '/rejected'))).blob()
