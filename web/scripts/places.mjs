// Writes catalog/places/data from layers of Natural Earth that scripts/places has converted: one GeoJSON feature a line, compressed.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { lakes, rivers, states, towns } from './places/features.mjs'

const folder = process.argv[2]
const data = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'catalog', 'places', 'data')

for (const [name, make] of Object.entries({ states, towns, rivers, lakes })) {
  const read = (await readFile(join(folder, `${name}.geojsonl`), 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line))
  const features = make(read)
  const lines = features.map((feature) => JSON.stringify(feature) + '\n').join('')
  const content = gzipSync(lines, { level: 9 })
  await writeFile(join(data, `${name}.geojsonl.gz`), content)
  console.log(`${name}: ${features.length} of ${read.length}, ${content.length} bytes`)
}
