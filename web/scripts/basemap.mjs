// Makes the basemap: vector tiles of Natural Earth's countries, the same ones that scripts/countries writes, and of the places in
// catalog/places/data. They go into dist/basemap/, compressed, as the Go package serves them, with the version that their addresses carry.
// What is newer than all that it is made of stays.
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { labelLayer, shapeLayers } from './basemap/layers.mjs'
import { placeLayers } from './basemap/places.mjs'
import { tiles } from './basemap/tiles.mjs'
import { scales } from './basemap/zooms.mjs'
import { readTopology } from './countries/polygons.mjs'
import { current } from './current.mjs'

const scripts = dirname(fileURLToPath(import.meta.url))
const web = dirname(scripts)
const dist = join(web, 'dist', 'basemap')
const versionFile = join(dist, 'version') // the last to be written

const inputs = ['basemap.mjs', 'basemap', 'countries'].map((name) => join(scripts, name))
if (current(versionFile, ...inputs, join(web, '..', 'catalog', 'places', 'data'), join(web, 'package-lock.json'))) process.exit()
const compressed = promisify(gzip)

/** Tiles that are written at once: some systems let a process open 256 files. */
const atOnce = 64

await rm(dist, { recursive: true, force: true })
const topologies = await Promise.all(scales.map(({ scale }) => readTopology(scale)))
const labels = labelLayer(topologies.at(-1))
const places = await placeLayers()
const version = createHash('sha256')
for (const [i, { from, to }] of scales.entries()) {
  const writes = []
  for (const { z, x, y, content } of tiles({ ...shapeLayers(topologies[i]), ...places, labels }, from, to)) {
    version.update(`${z}/${x}/${y}`).update(content)
    writes.push(write(`${z}/${x}/${y}.mvt.gz`, content))
    if (writes.length === atOnce) await Promise.all(writes.splice(0))
  }
  await Promise.all(writes)
}
await writeFile(versionFile, version.digest('hex').slice(0, 16))

async function write(name, content) {
  const file = join(dist, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await compressed(content, { level: 9 }))
}
