// Boxes: of a request for what is in view, and of an answer's features.
import type { Feature, MultiPolygon, Point, Polygon, Position } from 'geojson'

import type { Box } from '../api/types'

/** A box of the view, widened to a grid of the zoom, so that a map which moves a little asks nothing new. */
export function snapped([west, south, east, north]: Box, zoom: number): string {
  const step = 180 / 2 ** Math.max(0, Math.floor(zoom))
  const down = (n: number, least: number) => Math.max(least, Math.floor(n / step) * step)
  const up = (n: number, most: number) => Math.min(most, Math.ceil(n / step) * step)
  return [down(west, -180), down(south, -90), up(east, 180), up(north, 90)].join()
}

/** The box around features; undefined without any. */
export function boxOf(features: Feature<Point | Polygon | MultiPolygon, unknown>[]): Box | undefined {
  const positions = features.flatMap(({ geometry }) => outer(geometry))
  if (positions.length === 0) return
  const box: Box = [180, 90, -180, -90]
  for (const [lng = 0, lat = 0] of positions) {
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

/** The positions of a point, or of the outer rings. */
function outer(geometry: Point | Polygon | MultiPolygon): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates]
    case 'Polygon':
      return geometry.coordinates[0] ?? []
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings) => rings[0] ?? [])
  }
}
