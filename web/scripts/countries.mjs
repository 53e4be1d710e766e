// Writes the countries of Natural Earth's finest scale into a file, one GeoJSON feature a line, for scripts/countries. The basemap draws the
// same polygons.
import { writeFile } from 'node:fs/promises'

import { countryFeatures } from './countries/features.mjs'
import { readTopology } from './countries/polygons.mjs'

const features = countryFeatures(await readTopology('10m'))
await writeFile(process.argv[2], features.map((feature) => JSON.stringify(feature) + '\n').join(''))
