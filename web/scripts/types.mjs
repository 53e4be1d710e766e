// Generates the types of the API from openapi.yaml, unless they are newer than it and the packages.
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { current } from './current.mjs'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const types = join('src', 'api', 'schema.d.ts')

if (!current(join(web, types), join(web, 'openapi.yaml'), join(web, 'package-lock.json'), join(web, 'package.json'), fileURLToPath(import.meta.url))) {
  execFileSync('openapi-typescript', ['openapi.yaml', '--array-length', '--empty-objects-unknown', '-o', types], { cwd: web, stdio: 'inherit' })
}
