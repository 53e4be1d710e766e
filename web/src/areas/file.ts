// The polygons of a GeoJSON file as one area.
import type { DrawnPolygon } from '../api/areas'

/** Bytes of a file: the service takes 1 MB of coordinates. */
export const mostBytes = 8 * 2 ** 20

type Polygons = number[][][][]

/** The polygons of a geometry, a feature or a collection together; undefined for a text that has none. */
export function polygonOf(text: string): DrawnPolygon | undefined {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return
  }
  const coordinates = polygons(json)
  if (coordinates.length > 0) return { type: 'MultiPolygon', coordinates }
}

function polygons(json: unknown): Polygons {
  if (typeof json !== 'object' || json === null) return []
  const { type, coordinates, geometry, geometries, features } = json as Record<string, unknown>
  if (type === 'Polygon' && Array.isArray(coordinates)) return [coordinates]
  if (type === 'MultiPolygon' && Array.isArray(coordinates)) return coordinates
  if (type === 'Feature') return polygons(geometry)
  const parts = type === 'FeatureCollection' ? features : type === 'GeometryCollection' ? geometries : undefined
  return Array.isArray(parts) ? parts.flatMap(polygons) : []
}
