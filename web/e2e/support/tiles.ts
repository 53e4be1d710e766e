import { VectorTile } from '@mapbox/vector-tile'
import type { APIRequestContext } from '@playwright/test'
import { PbfReader } from 'pbf'

import { base, type Query, queryText } from './api'

export interface Place {
  kind: 'cell' | 'point'
  records: number
  specimens: number
  species_id: string
}

/** The places that a tile counts, without those in its buffer. */
export async function places(request: APIRequestContext, z: number, x: number, y: number, query: Query = ''): Promise<Place[]> {
  const answer = await request.get(`${base}/tiles/observations/${z}/${x}/${y}.mvt?${queryText(query)}`)
  if (answer.status() === 204) return []
  if (answer.status() !== 200) throw new Error(`GET ${answer.url()}: ${answer.status()}`)
  const layer = new VectorTile(new PbfReader(await answer.body())).layers.observations
  if (!layer) return []
  const features = Array.from({ length: layer.length }, (_, i) => layer.feature(i))
  return features
    .filter((f) => f.loadGeometry().flat().every((p) => p.x >= 0 && p.x < f.extent && p.y >= 0 && p.y < f.extent))
    .map((f) => f.properties as unknown as Place)
}

/** The places of a whole zoom. */
export async function zoomPlaces(request: APIRequestContext, z: number, query: Query = ''): Promise<Place[]> {
  const side = Array.from({ length: 2 ** z }, (_, i) => i)
  const tiles = side.flatMap((x) => side.map((y) => places(request, z, x, y, query)))
  return (await Promise.all(tiles)).flat()
}

export const recordsOf = (found: Place[]) => found.reduce((sum, p) => sum + p.records, 0)
export const specimensOf = (found: Place[]) => found.reduce((sum, p) => sum + p.specimens, 0)
