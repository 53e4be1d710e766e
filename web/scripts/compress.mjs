// Compresses the scripts and styles in dist/ with Brotli's best quality, so that the server need not compress them for each browser.
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
