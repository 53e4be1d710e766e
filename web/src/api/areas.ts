// Areas: drawn ones, and those of named sets such as districts.
import { get, send } from './client'
import type { Area, AreaFeature, AreaList } from './types'

/** The most areas on a page of the list, and the most that a search goes through. */
const pageLimit = 200
const mostNamed = 10_000

const known = new Map<string, Promise<AreaFeature>>()

/** An area with its outline. */
export function area(id: string): Promise<AreaFeature> {
  let found = known.get(id)
  if (!found) {
    found = get<AreaFeature>('/areas/' + encodeURIComponent(id), { f: 'geojson' })
    known.set(id, found)
    found.catch(() => known.delete(id))
  }
  return found
}

export type DrawnPolygon = { type: 'Polygon'; coordinates: number[][][] } | { type: 'MultiPolygon'; coordinates: number[][][][] }

/** Stores a polygon; the answer has its id. */
export const addArea = (polygon: DrawnPolygon) => send<Area>('POST', '/areas', polygon)

/** The areas of all sets, in the order of sets and ids. */
export async function namedAreas(signal?: AbortSignal): Promise<Area[]> {
  const areas: Area[] = []
  for (;;) {
    const page = await get<AreaList>('/areas', { limit: pageLimit, offset: areas.length }, signal)
    areas.push(...page.areas)
    if (page.areas.length === 0 || areas.length >= Math.min(page.count, mostNamed)) return areas
  }
}
