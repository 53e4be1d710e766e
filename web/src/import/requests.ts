// Requests of imports. Each carries the write token, if the server has one.
import { authorized, send, url } from '../api/client'
import type { Import, ImportChoices, ImportChoicesList } from '../api/types'

const of = (id: string) => '/imports/' + encodeURIComponent(id)

async function get<T>(path: string): Promise<T> {
  return (await authorized(url(path), {})).json() as Promise<T>
}

export const choices = () => get<ImportChoicesList>('/imports/choices')
export const begin = (filename: string, size: number) => send<Import>('POST', '/imports', { filename, size })
export const read = (id: string) => get<Import>(of(id))
export const check = (id: string, chosen: ImportChoices) => send<Import>('POST', of(id) + '/check', chosen)
export const store = (id: string, replace: boolean) => send<Import>('POST', of(id) + '/store', { replace })

export async function forget(id: string): Promise<void> {
  await authorized(url(of(id)), { method: 'DELETE' })
}

/** Sends a part of the file that begins at an offset. */
export async function part(id: string, offset: number, body: Blob, signal: AbortSignal): Promise<Import> {
  const headers = { 'Content-Type': 'application/octet-stream' }
  return (await authorized(url(of(id) + '/file', { offset }), { method: 'PUT', headers, body, signal })).json() as Promise<Import>
}

/** The rejected rows as a file. */
export const rejected = async (id: string): Promise<Blob> => (await authorized(url(of(id) + '/rejected'), {})).blob()
