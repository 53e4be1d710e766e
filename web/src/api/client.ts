// Requests to the API.
import { base } from '../app/settings'
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

  /** Whether trying again later may help. */
  get temporary(): boolean {
    return this.status === 0 || this.status >= 500
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

/** Sends JSON. `token` is the server's write token, '' where it needs none. */
export async function send<T>(method: 'POST' | 'PATCH', path: string, body: unknown, token = ''): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (token) headers.Authorization = 'Bearer ' + token
  return (await request(url(path), { method, headers, body: JSON.stringify(body) })).json() as Promise<T>
}

/** Makes a request. Throws an ApiError for every answer but success; an aborted request throws the signal's reason. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, 'unreachable', 'The server cannot be reached')
  }
  if (response.ok) return response
  const body = (await response.json().catch(() => ({}))) as { detail?: string; type?: string; errors?: FieldError[] }
  throw new ApiError(response.status, body.type ?? 'unknown', body.detail ?? response.statusText, body.errors)
}
