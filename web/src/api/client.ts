// Requests to the API.
import { base, embedded } from '../app/settings'
import { writeToken } from '../app/token'
import type { FieldError } from './types'

/** An error that the API answered, or that it could not be reached (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    detail: string,
    readonly errors: FieldError[] = [],
  ) {
    super(detail)
    this.name = 'ApiError'
  }

  /** Whether trying again later may help: no answer, a request that took too long, too many requests, a server in trouble. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

type Params = Record<string, string | number | undefined> | URLSearchParams

/** The address of an API path, such as url('/species', { lang: 'es' }). */
export function url(path: string, params: Params = {}): string {
  const query = params instanceof URLSearchParams ? params : new URLSearchParams()
  if (!(params instanceof URLSearchParams)) {
    for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return base + path + (text && '?' + text)
}

export async function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return (await request(url(path, params), { signal })).json() as Promise<T>
}

/** Sends JSON, with the write token. */
export async function send<T>(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<T> {
  return (await sendJSON(method, path, body)).json() as Promise<T>
}

/** Sends JSON with further headers and parameters, and returns the whole answer. */
export function sendJSON(method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string> = {}, params: Params = {}): Promise<Response> {
  return authorized(url(path, params), { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) })
}

/** Makes a request with the write token, if the server has one. */
export function authorized(address: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  if (writeToken()) headers.set('Authorization', 'Bearer ' + writeToken())
  return request(address, { ...init, headers })
}

/** Makes a request. Throws an ApiError for every answer but success; an aborted request throws the signal's reason. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, embedded ? { ...init, credentials: 'omit' } : init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, 'unreachable', 'The server cannot be reached')
  }
  if (response.ok) return response
  const body = (await response.json().catch(() => ({}))) as { detail?: string; type?: string; errors?: FieldError[] }
  throw new ApiError(response.status, body.type ?? 'unknown', body.detail ?? response.statusText, body.errors)
}
