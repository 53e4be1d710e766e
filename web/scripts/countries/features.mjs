import { countryPolygons } from './polygons.mjs'
import { oriented } from './ring.mjs'

/**
 * Every country as a GeoJSON feature (RFC 7946), sorted by its code, which is the id. Exteriors run counter-clockwise, holes
 * clockwise. Natural Earth cuts its finest scale at the antimeridian; a scale that reaches over it is an error.
 */
export function countryFeatures(topology) {
  return [...countryPolygons(topology)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, polygons]) => {
      const outside = polygons.flat(2).find(([lon, lat]) => !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
      if (outside) throw new Error(`${id}: ${outside} lies beyond the antimeridian or a pole`)
      const coordinates = polygons.map((rings) => rings.map((ring, i) => oriented(withoutRepeats(ring), i === 0 ? 1 : -1)))
      return { type: 'Feature', id, properties: null, geometry: { type: 'MultiPolygon', coordinates } }
    })
}

/** A position on the antimeridian that was written as 180 and as -180 stands twice in an unwrapped ring. */
function withoutRepeats(ring) {
  return ring.filter(([lon, lat], i) => i === 0 || lon !== ring[i - 1][0] || lat !== ring[i - 1][1])
}
