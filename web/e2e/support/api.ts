// Answers of the API that the tests compare with the pages.
import type { APIRequestContext } from '@playwright/test'

export const base = '/api/v1'

export type Query = Record<string, string> | URLSearchParams | string

export const queryText = (query: Query) => new URLSearchParams(query).toString()

/** Makes a GET request that has to succeed, and decodes the answer. */
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
  first_observed: string | null
  last_observed: string | null
}

/** Statistics with include=bbox,facets. */
export interface Details {
  bbox: [west: number, south: number, east: number, north: number] | null
  regions: Named[]
  life_stages: Named[]
  sexes: Named[]
  sampling_protocols: Named[]
  statuses: Named[]
}

export const stats = (request: APIRequestContext, query: Query = '') => getJSON<Stats>(request, '/stats', query)

/** The rows of an export as CSV (RFC 4180), without the header: line ends outside of quotes. */
export async function csvRows(request: APIRequestContext, query: Query): Promise<number> {
  const answer = await request.get(`${base}/export?format=csv&${queryText(query)}`)
  if (!answer.ok()) throw new Error(`GET ${answer.url()}: ${answer.status()}`)
  const unquoted = (await answer.text()).replace(/"[^"]*"/g, '')
  return unquoted.split('\n').filter((line) => line !== '').length - 1
}

/** The place of a synthetic record. */
export async function anyRecord(request: APIRequestContext): Promise<[lng: number, lat: number]> {
  const answer = await request.get(`${base}/geo/observations?limit=1&data_source=synthetic`)
  const found = (await answer.json()) as { features: { geometry: { coordinates: [number, number] } }[] }
  return found.features[0]!.geometry.coordinates
}
