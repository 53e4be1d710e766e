// The statistics of several species.
import { get } from '../api/client'
import type { Stats } from '../api/types'
import type { Filter } from '../filter/filter'
import { ofSpecies, type Season } from './species'

/** The records by month of each species, asked one after the other; `narrow` adds the area. */
export async function seasonsOf(species: { id: string; name: string }[], filter: Filter, narrow: (params: URLSearchParams) => URLSearchParams, signal: AbortSignal): Promise<Season[]> {
  const asked = species.map(({ id, name }) => ({ id, name, params: narrow(ofSpecies(filter, id)) }))
  const out: Season[] = []
  for (const { id, name, params } of asked) {
    const { count, months } = await get<Stats>('/stats', params, signal)
    out.push({ id, name, count, months })
  }
  return out
}
