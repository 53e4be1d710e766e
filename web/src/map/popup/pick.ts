// The features at a point of the screen.
import type { Map as MapLibreMap } from 'maplibre-gl'

import { rendered } from '../rendered'
import { type Cell, type Found, read, type TileRecord } from './features'

/** A cell, or the records of one place, newest first. */
export type Picked = Cell | TileRecord[]

/** Records within this distance, in pixels, are at one place: their symbols cover each other. */
const samePlace = 2

interface Point {
  x: number
  y: number
}

/** The nearest record, or else the nearest cell, within some pixels of a point of the screen. */
export function pick(map: MapLibreMap, layers: string[], point: Point, within: number): Picked | undefined {
  const lng = map.unproject([point.x, point.y]).lng
  const at = (x: number, y: number, r: number) =>
    (rendered(map, layers, [[x - r, y - r], [x + r, y + r]]) ?? [])
      .map((feature) => read(feature, lng))
      .filter((found) => found !== undefined)
  const distance = (found: Found, from: Point) => {
    const { x, y } = map.project([found.lng, found.lat])
    return Math.hypot(x - from.x, y - from.y)
  }
  const found = at(point.x, point.y, within)
  const closest = (of: Found[]) => nearest(of, (f) => distance(f, point))
  const first = closest(found.filter(isRecord)) ?? closest(found.filter(({ kind }) => kind === 'stack')) ?? closest(found)
  if (!first || first.kind === 'cell') return first
  const place = map.project([first.lng, first.lat])
  const others = at(place.x, place.y, samePlace).filter(isRecord).filter((r) => distance(r, place) <= samePlace)
  return newestFirst(isRecord(first) ? [first, ...others] : others)
}

const isRecord = (found: Found): found is TileRecord => found.kind === 'record'

function nearest<T>(items: T[], distance: (item: T) => number): T | undefined {
  let [best, least] = [undefined as T | undefined, Infinity]
  for (const item of items) {
    const d = distance(item)
    if (d < least) [best, least] = [item, d]
  }
  return best
}

/** Sorts records and drops doubles: a record at the border of a tile is in two tiles. */
function newestFirst(records: TileRecord[]): TileRecord[] {
  const unique = [...new Map(records.map((r) => [r.id, r])).values()]
  return unique.sort((a, b) => b.observedAt.localeCompare(a.observedAt) || a.id.localeCompare(b.id))
}
