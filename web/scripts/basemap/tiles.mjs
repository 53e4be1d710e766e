// Cuts the layers of the basemap into vector tiles.
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'

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

/** A tile without the labels that have no room yet, or that the next tile draws. */
function visible(tile, z) {
  const features = (tile?.features ?? []).filter(({ type, geometry, tags }) => {
    if (type !== 1) return true
    const [[px, py]] = geometry
    return tags.min_zoom <= z && px >= 0 && px < extent && py >= 0 && py < extent
  })
  return { features }
}
