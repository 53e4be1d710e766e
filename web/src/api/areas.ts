// Areas: drawn ones, and those of named sets such as districts.
import { get, send } from './client'
import type { Area, AreaFeature, AreaList } from './types'

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

/** Areas of sets whose name, id or set has a part, and how many there are. */
export const findAreas = (search: string, limit: number, signal?: AbortSignal) => get<AreaList>('/areas', { search, limit }, signal)

/** The names of all sets. */
export const areaSets = async (signal?: AbortSignal): Promise<string[]> => (await get<AreaList>('/areas', { limit: 1 }, signal)).sets
