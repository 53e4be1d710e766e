// Writes what is in dist/ once more in Brotli, as small as it gets: the server sends it to browsers that take it, and need not
// compress the same file for each of them.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist')
const brotli = promisify(brotliCompress)

const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|mjs|css)$/.test(name))
await Promise.all(
  names.map(async (name) => {
    const content = await readFile(join(dist, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    const small = await brotli(content, { params })
    if (small.length < content.length) await writeFile(join(dist, name + '.br'), small)
  }),
)
