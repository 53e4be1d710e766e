// The service's answers, as far as the tests compare them with what the pages show.
import type { APIRequestContext } from '@playwright/test'

export const base = '/api/v1'

export type Query = Record<string, string> | URLSearchParams | string

export const queryText = (query: Query) => new URLSearchParams(query).toString()

/** The decoded answer of a GET that has to succeed. */
export async function getJSON<T>(request: APIRequestContext, path: string, query: Query = ''): Promise<T> {
  const answer = await request.get(`${base}${path}?${queryText(query)}`)
  if (!answer.ok()) throw new Error(`GET ${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

export interface Named {
  id: string
  name: string
  count: number
}

export interface Stats {
  count: number
  specimens: number
  species: Named[]
  months: { month: string; count: number }[]
  countries: Named[]
  data_sources: Named[]
  regions: Named[]
  life_stages: Named[]
  sexes: Named[]
  sampling_protocols: Named[]
  statuses: Named[]
  bbox: [number, number, number, number] | null
  first_observed: string | null
  last_observed: string | null
}

export const stats = (request: APIRequestContext, query: Query = '') => getJSON<Stats>(request, '/stats', query)
