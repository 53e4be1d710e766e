// Whether a place is in an area.
import type { MultiPolygon, Position } from 'geojson'

/** By the rule of even and odd: rings that a line to the east crosses. */
export function inside({ lng, lat }: { lng: number; lat: number }, { coordinates }: MultiPolygon): boolean {
  const crosses = (ring: Position[]) =>
    ring.slice(1).filter(([x2 = 0, y2 = 0], i) => {
      const [x1 = 0, y1 = 0] = ring[i]!
      return y1 > lat !== y2 > lat && lng < x1 + ((lat - y1) * (x2 - x1)) / (y2 - y1)
    }).length
  return coordinates.some((rings) => rings.reduce((sum, ring) => sum + crosses(ring), 0) % 2 === 1)
}
