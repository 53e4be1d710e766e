// Empties the folder that the Go package web embeds, and copies from node_modules the few files that the documentation pages need;
// basemap.mjs and Vite add what they build.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(web, 'node_modules')
const dist = join(web, 'dist')

/** Paths in node_modules and where they go, licences included. */
const copies = [
  ['swagger-ui-dist/swagger-ui-bundle.js', join(dist, 'swagger-ui-bundle.js')],
  ['swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt', join(dist, 'swagger-ui-bundle.js.LICENSE.txt')],
  ['swagger-ui-dist/swagger-ui.css', join(dist, 'swagger-ui.css')],
  ['swagger-ui-dist/LICENSE', join(dist, 'swagger-ui.LICENSE.txt')],
  ['swagger-ui-dist/NOTICE', join(dist, 'swagger-ui.NOTICE.txt')],
  ['redoc/bundles/redoc.standalone.js.LICENSE.txt', join(dist, 'redoc.standalone.js.LICENSE.txt')],
  ['redoc/LICENSE', join(dist, 'redoc.LICENSE.txt')],
  ['world-atlas/LICENSE', join(dist, 'world-atlas.LICENSE.txt')],
  ['@fontsource-variable/manrope/LICENSE', join(dist, 'manrope.LICENSE.txt')],
]

await emptied(dist)
for (const [from, to] of copies) {
  await copyFile(join(modules, from), to)
}
await redoc()

/** Empties a folder, so that files of earlier builds are not embedded. The basemap stays: basemap.mjs knows whether it is current. */
async function emptied(folder) {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (!['.gitkeep', 'basemap'].includes(name)) await rm(join(folder, name), { recursive: true })
  }
}

/** ReDoc loads its logo from another host, which the Content-Security-Policy forbids: the address is replaced by an empty one. */
async function redoc() {
  const foreign = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
  const source = await readFile(join(modules, 'redoc/bundles/redoc.standalone.js'), 'utf8')
  const parts = source.split(foreign)
  if (parts.length !== 2) throw new Error(`redoc.standalone.js: ${foreign} is there ${parts.length - 1} times, not once`)
  await writeFile(join(dist, 'redoc.standalone.js'), parts.join('data:,'))
}
