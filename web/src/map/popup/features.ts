// Cells and records on the map, read from their tiles.
import type { MapGeoJSONFeature } from 'maplibre-gl'

import type { Box, Observation, VectorStatus } from '../../api/types'
import { cellBox } from './cell'

interface Place {
  lng: number
  lat: number
}

/** Records that are drawn as one symbol. */
export interface Cell extends Place {
  kind: 'cell'
  box: Box
  /** Zoom of the tile that counted them. */
  zoom: number
  records: number
  specimens: number
  speciesCount: number
  /** Id of the species with most records, which gives the cell its colour. */
  commonest: string
  /** Days, YYYY-MM-DD. */
  first: string
  last: string
}

export interface TileRecord extends Place {
  kind: 'record'
  id: string
  speciesId: string
  scientificName: string
  /** Null where it is not known. */
  vectorStatus: VectorStatus | null
  count: number
  observedAt: string
  datePrecision: Observation['date_precision']
  observedUntil: string | null
  dataSource: string | null
  countryId: string | null
  /** Metres. */
  accuracy: number | null
  lifeStage: string | null
  sex: string | null
  status: Observation['status']
}

/** A place with several records. */
export interface Stack extends Place {
  kind: 'stack'
}

export type Found = Cell | TileRecord | Stack

/** A longitude in the copy of the world that is nearest to another longitude. */
export const near = (lng: number, other: number) => lng + 360 * Math.round((other - lng) / 360)

/** Reads a feature of ObservationLayers, in the copy of the world nearest to a longitude. */
export function read(feature: MapGeoJSONFeature, lng: number): Found | undefined {
  const [x, y] = middle(feature)
  if (x === undefined || y === undefined) return
  const place = { lng: near(x, lng), lat: y }
  const p = feature.properties as Record<string, unknown>
  const text = (name: string) => (typeof p[name] === 'string' ? p[name] : null)
  const count = (name: string) => (typeof p[name] === 'number' ? p[name] : 0)
  if (p.kind === 'cell') {
    return {
      kind: 'cell', ...place, zoom: feature._z, box: cellBox(feature._z, x, y), records: count('records'), specimens: count('specimens'),
      speciesCount: count('species_count'), commonest: text('species_id') ?? '', first: text('first') ?? '', last: text('last') ?? '',
    }
  }
  if ('stack' in p) return { kind: 'stack', ...place }
  return {
    kind: 'record', ...place, id: text('id') ?? '', speciesId: text('species_id') ?? '', scientificName: text('species_scientific_name') ?? '',
    vectorStatus: (text('vector_status') ?? 'Unknown') as VectorStatus, count: count('count'), observedAt: text('observed_at') ?? '',
    datePrecision: (text('date_precision') ?? 'day') as TileRecord['datePrecision'], observedUntil: text('observed_until'),
    dataSource: text('data_source'), countryId: text('country_id'),
    accuracy: typeof p.location_accuracy_m === 'number' ? p.location_accuracy_m : null, lifeStage: text('life_stage'), sex: text('sex'),
    status: (text('status') ?? 'unverified') as TileRecord['status'],
  }
}

/** A record of the API in the form of a tile's record. */
export function fromObservation(o: Observation): TileRecord {
  return {
    kind: 'record', lng: o.location.lng, lat: o.location.lat, id: o.id, speciesId: o.species_id, scientificName: o.species_scientific_name,
    vectorStatus: null, count: o.count, observedAt: o.observed_at, datePrecision: o.date_precision, observedUntil: o.observed_until,
    dataSource: o.data_source, countryId: o.country_id, accuracy: o.location_accuracy_m, lifeStage: o.life_stage, sex: o.sex, status: o.status,
  }
}

/** The coordinates of a point, or of the middle of a square. */
function middle({ geometry }: MapGeoJSONFeature): number[] {
  if (geometry.type === 'Point') return geometry.coordinates
  if (geometry.type !== 'Polygon') return []
  const ring = geometry.coordinates[0] ?? []
  const half = (i: number) => (Math.min(...ring.map((p) => p[i] ?? 0)) + Math.max(...ring.map((p) => p[i] ?? 0))) / 2
  return [half(0), half(1)]
}
