// Areas on the map: boxes in the API's form and in MapLibre's, circles on the ground.
import type { Feature, Polygon, Position } from 'geojson'

import type { Box } from '../../api/types'

/** A box that is wider, in degrees, is shown as the world as readers know it, with the Pacific at its edges. */
const nearlyAll = 300

/** Corners for MapLibre's fitBounds; a box across the antimeridian goes on east of 180. */
export function corners([west, south, east, north]: Box): [[number, number], [number, number]] {
  const until = east < west ? east + 360 : east
  return until - west > nearlyAll ? [[-180, south], [180, north]] : [[west, south], [until, north]]
}

/** The box of MapLibre's bounds, which may lie in any copy of the world. */
export function boxOf(west: number, south: number, east: number, north: number): Box {
  const clamp = (lat: number) => Math.min(90, Math.max(-90, lat))
  if (east - west >= 360) return [-180, clamp(south), 180, clamp(north)]
  return [wrap(west), clamp(south), wrap(east), clamp(north)]
}

/** A longitude in [-180, 180]: a map that is dragged around the world counts on. */
export const wrap = (lng: number) => (lng >= -180 && lng <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180)

const earthRadius = 6_371_008.8 // metres, mean
const equator = 40_075_016 // metres
const radians = Math.PI / 180

/** A circle on the ground around a place, by great circles. */
export const circle = (lng: number, lat: number, metres: number): Feature<Polygon> => ({
  type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring(lng, lat, metres)] },
})

/** The box around a circle on the ground. Its longitudes may lie beyond 180. */
export function boxAround(lng: number, lat: number, metres: number): Box {
  const points = ring(lng, lat, metres)
  const [lngs, lats] = [points.map(([x]) => x!), points.map(([, y]) => y!)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

function ring(lng: number, lat: number, metres: number): Position[] {
  const steps = 90
  const distance = Math.min(metres / earthRadius, Math.PI / 2)
  const [sin, cos] = [Math.sin(lat * radians), Math.cos(lat * radians)]
  return Array.from({ length: steps + 1 }, (_, i) => {
    const bearing = ((i % steps) / steps) * 2 * Math.PI
    const north = Math.asin(sin * Math.cos(distance) + cos * Math.sin(distance) * Math.cos(bearing))
    const east = Math.atan2(Math.sin(bearing) * Math.sin(distance) * cos, Math.cos(distance) - sin * Math.sin(north))
    return [lng + east / radians, north / radians]
  })
}

/** Metres on the ground in a pixel of the screen. */
export const metresPerPixel = (zoom: number, lat: number) => (equator * Math.cos(lat * radians)) / (512 * 2 ** zoom)
