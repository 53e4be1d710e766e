// Writes the countries that the Go package catalog/shapes embeds, from Natural Earth's finest scale: one GeoJSON feature a line,
// compressed. The basemap draws the same polygons.
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { countryFeatures } from './countries/features.mjs'
import { readTopology } from './countries/polygons.mjs'

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const features = countryFeatures(await readTopology('10m'))
const lines = features.map((feature) => JSON.stringify(feature) + '\n').join('')
await writeFile(join(repository, 'catalog', 'shapes', 'dist', 'countries.geojsonl.gz'), gzipSync(lines, { level: 9 }))
