// Cuts the layers of the basemap into vector tiles.
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'

import { oriented, signedArea } from '../countries/ring.mjs'
import { maxZoom } from './zooms.mjs'

const extent = 4096

/** The tiles from one zoom to another in which a layer, GeoJSON by its name, has something: { z, x, y, content }. */
export function* tiles(layers, from, to) {
  const indexes = Object.entries(layers).map(([name, data]) => [
    name,
    new GeoJSONVT(data, { maxZoom: to, indexMaxZoom: to, indexMaxPoints: 0, extent, buffer: 64, tolerance: 3 }),
  ])
  for (let z = from; z <= to; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const found = indexes.map(([name, index]) => [name, visible(index.getTile(z, x, y), z)]).filter(([, tile]) => tile.features.length > 0)
        if (found.length > 0) yield { z, x, y, content: fromGeojsonVt(Object.fromEntries(found), { version: 2, extent }) }
      }
    }
  }
}

/**
 * What of a tile is drawn: nothing that waits for a deeper zoom (the last tiles have all), no labels that the next tile draws, and
 * polygons of the same properties as one.
 */
function visible(tile, z) {
  const polygons = new Map()
  const others = []
  for (const feature of tile?.features ?? []) {
    if (feature.tags.min_zoom > z && z !== maxZoom) continue
    if (feature.type === 3) {
      const key = JSON.stringify(feature.tags)
      if (!polygons.has(key)) polygons.set(key, { ...feature, geometry: [] })
      polygons.get(key).geometry.push(...wound(feature.geometry))
    } else if (feature.type !== 1 || within(feature.geometry[0])) {
      others.push(feature)
    }
  }
  return { features: [...polygons.values()].filter(({ geometry }) => geometry.length > 0).concat(others) }
}

function within([x, y]) {
  return x >= 0 && x < extent && y >= 0 && y < extent
}

/**
 * The rings of one polygon, wound as vector tiles tell an exterior (clockwise, seen with y downward) from its holes. Rounded to the
 * tile's grid a narrow islet may have turned over: a map would take it for a hole of the polygon before it.
 */
export function wound([exterior, ...holes]) {
  if (signedArea(exterior) === 0) return []
  return [oriented(exterior, 1), ...holes.filter((hole) => signedArea(hole) !== 0).map((hole) => oriented(hole, -1))]
}
