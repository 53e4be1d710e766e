// Makes the basemap: vector tiles of Natural Earth's countries, which world-atlas holds as TopoJSON. They go into dist/basemap/,
// compressed, as the Go package serves them, with the version that their addresses carry.
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { borderLines, coastLines, countryPolygons } from './basemap/atlas.mjs'
import { countryLabels } from './basemap/labels.mjs'
import { layer, tiles } from './basemap/tiles.mjs'
import { scales } from './basemap/zooms.mjs'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(web, 'dist', 'basemap')

const topologies = await Promise.all(
  scales.map(async ({ scale }) => JSON.parse(await readFile(join(web, 'node_modules', 'world-atlas', `countries-${scale}.json`), 'utf8'))),
)
const labels = countryLabels(countryPolygons(topologies.at(-1))).map(({ code, position, minZoom, rank }) => ({
  coordinates: position,
  properties: { iso_a2: code, min_zoom: minZoom, rank },
}))

const version = createHash('sha256')
for (const [i, { from, to }] of scales.entries()) {
  const topology = topologies[i]
  const countries = [...countryPolygons(topology)].map(([code, coordinates]) => ({ coordinates, properties: { iso_a2: code } }))
  const layers = {
    countries: layer('MultiPolygon', countries),
    borders: layer('MultiLineString', [{ coordinates: borderLines(topology) }]),
    coast: layer('MultiLineString', [{ coordinates: coastLines(topology) }]),
    labels: layer('Point', labels),
  }
  for (const { z, x, y, content } of tiles(layers, from, to)) {
    await mkdir(join(dist, `${z}/${x}`), { recursive: true })
    await writeFile(join(dist, `${z}/${x}/${y}.mvt.gz`), gzipSync(content, { level: 9 }))
    version.update(`${z}/${x}/${y}`).update(content)
  }
}
await writeFile(join(dist, 'version'), version.digest('hex').slice(0, 16))
