// Named areas by what a reader types, and a box as a polygon.
import type { DrawnPolygon } from '../api/areas'
import type { Area, Box } from '../api/types'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Areas whose name, id or set contains a text, those whose name begins with it first. */
export function found(areas: Area[], text: string): Area[] {
  const part = plain(text)
  if (!part) return []
  const names = areas.map((area) => ({ area, name: plain(area.name ?? area.id) })).filter(({ area, name }) => name.includes(part) || plain(area.id).includes(part) || plain(area.set ?? '').includes(part))
  const rank = (name: string) => (name.startsWith(part) ? 0 : 1)
  return names.sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name)).map(({ area }) => area)
}

/** A box as a polygon, two of them over the antimeridian. */
export function boxPolygon([west, south, east, north]: Box): DrawnPolygon {
  const ring = (from: number, to: number) => [[from, south], [to, south], [to, north], [from, north], [from, south]]
  if (west <= east) return { type: 'Polygon', coordinates: [ring(west, east)] }
  return { type: 'MultiPolygon', coordinates: [[ring(west, 180)], [ring(-180, east)]] }
}
