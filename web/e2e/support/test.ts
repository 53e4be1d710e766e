// The tests' own `test`: errors in a page fail it, and fixtures start servers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { test as base, expect } from '@playwright/test'

import { Complaints } from './complaints'
import { archive } from './pmtiles'
import { Program } from './program'
import { behindPrefix } from './proxy'

interface Fixtures {
  complaints: Complaints
}

interface Servers {
  /** Address of a server of the worker's own, with the demonstration set and a place for pictures, that tests may write to. */
  writable: string
  /** Address of a deployment below a path, on the database of all tests. */
  prefixed: string
  /** Address of a server on the database of all tests that takes records only with the token. */
  guarded: string
  /** A server on the database of all tests with its own basemap: its address, and that of the style, which no server answers. */
  ownBasemap: { url: string; style: string }
  /** Address of a server on the database of all tests with a street map. */
  streets: string
}

export const token = 'a token of the tests'

const ofWorker = { scope: 'worker' } as const

/** The database of all tests. */
const shared = () => ({ SKEETER_DATABASE_URL: process.env.E2E_DATABASE ?? '' })

/** Starts a server, passes its address on, and stops it. */
async function withServer(settings: Record<string, string>, use: (url: string) => Promise<void>) {
  const program = await Program.create(settings)
  try {
    await program.serve()
    await use(program.url)
  } finally {
    await program.stop()
  }
}

export const test = base.extend<Fixtures, Servers>({
  baseURL: async ({}, use) => use(process.env.E2E_URL),

  complaints: async ({}, use) => {
    const complaints = new Complaints()
    await use(complaints)
    expect(complaints.rest, 'what the browser complained about').toEqual([])
  },

  context: async ({ context, complaints }, use) => {
    await complaints.watch(context)
    await use(context)
  },

  writable: [async ({}, use) => withServer({ SKEETER_SAVE_PREDICTED_IMAGES: 'true' }, use), ofWorker],
  guarded: [async ({}, use) => withServer({ ...shared(), SKEETER_WRITE_TOKEN: token }, use), ofWorker],
  ownBasemap: [
    async ({}, use) => {
      const style = 'https://tiles.example/maps/style.json'
      await withServer({ ...shared(), SKEETER_BASEMAP_STYLE_URL: style }, (url) => use({ url, style }))
    },
    ofWorker,
  ],
  streets: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'skeeter-streets-'))
      const file = join(folder, 'streets.pmtiles')
      await writeFile(file, archive())
      await withServer({ ...shared(), SKEETER_BASEMAP_PMTILES: file }, use)
      await rm(folder, { recursive: true })
    },
    ofWorker,
  ],
  prefixed: [
    async ({}, use) => {
      const proxy = await behindPrefix('/deep/skeeter', async (publicURL) => {
        const program = await Program.create({ ...shared(), SKEETER_PUBLIC_URL: publicURL })
        await program.serve()
        return program
      })
      await use(proxy.url)
      await proxy.stop()
    },
    ofWorker,
  ],
})

export { expect }
