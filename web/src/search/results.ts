// What a search found, and what choosing it means.
import { get } from '../api/client'
import type { Box, SearchResult } from '../api/types'
import type { Language } from '../i18n/message'
import { type Filter, listNames } from '../filter/filter'
import { boxAround } from '../map/camera/area'
import type { Meaning } from './words'

/** What a search offers: what the server found, and parts of the Filter that the text means by itself. */
export type Offer = SearchResult | Meaning

/** The most results that are listed. */
const most = 12

/** Metres around a place that are shown. */
const around = { town: 20_000, coordinates: 5_000, record: 5_000 }

export const search = async (q: string, lang: Language, signal: AbortSignal): Promise<SearchResult[]> =>
  (await get<{ results: SearchResult[] }>('/search', { q, lang, limit: most }, signal)).results

export interface Group {
  type: Offer['type']
  results: { result: Offer; index: number }[]
}

/** The results by type, in the order in which their types come; index is the place of a result in the list. */
export function grouped(results: Offer[]): Group[] {
  const groups = new Map<Offer['type'], Offer[]>()
  for (const result of results) groups.set(result.type, [...(groups.get(result.type) ?? []), result])
  let index = 0
  return [...groups].map(([type, list]) => ({ type, results: list.map((result) => ({ result, index: index++ })) }))
}

/** The parameters that name what was found: together they match nothing as a rule, so that one takes the place of the others. */
const taxon: readonly string[] = ['species', 'genus']

/** The Filter with what a result means; undefined for a place to go to. */
export function filtered(filter: Filter, offer: Offer): Filter | undefined {
  if (offer.type === 'part') return { ...filter, ...offer.part }
  const { filter: meant } = offer
  const [name, value] = Object.entries(meant ?? {})[0] ?? []
  const list = listNames.find((one) => one === name)
  if (!list || value === undefined) return undefined
  return { ...filter, ...(taxon.includes(list) && { species: [], genus: [] }), [list]: [value] }
}

/** The box that a result shows; undefined where it is not a place. */
export function boxOf({ type, bbox, point }: SearchResult): Box | undefined {
  if (bbox) return bbox as Box
  const metres = around[type as keyof typeof around]
  if (point && metres) return boxAround(point[0]!, point[1]!, metres)
}
