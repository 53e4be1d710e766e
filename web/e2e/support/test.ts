// The tests' own `test`: errors in a page fail it, and fixtures start servers.
import { test as base, expect } from '@playwright/test'

import { Complaints } from './complaints'
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
}

export const token = 'a token of the tests'

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

  writable: [
    async ({}, use) => {
      const program = await Program.create({ SKEETER_SAVE_PREDICTED_IMAGES: 'true' })
      try {
        await program.serve()
        await use(program.url)
      } finally {
        await program.stop()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  guarded: [
    async ({}, use) => {
      const program = await Program.create({ SKEETER_DATABASE_URL: process.env.E2E_DATABASE ?? '', SKEETER_WRITE_TOKEN: token })
      try {
        await program.serve()
        await use(program.url)
      } finally {
        await program.stop()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  ownBasemap: [
    async ({}, use) => {
      const style = 'https://tiles.example/maps/style.json'
      const program = await Program.create({ SKEETER_DATABASE_URL: process.env.E2E_DATABASE ?? '', SKEETER_BASEMAP_STYLE_URL: style })
      try {
        await program.serve()
        await use({ url: program.url, style })
      } finally {
        await program.stop()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  prefixed: [
    async ({}, use) => {
      const database = process.env.E2E_DATABASE ?? ''
      const proxy = await behindPrefix('/deep/skeeter', async (publicURL) => {
        const program = await Program.create({ SKEETER_DATABASE_URL: database, SKEETER_PUBLIC_URL: publicURL })
        await program.serve()
        return program
      })
      await use(proxy.url)
      await proxy.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect }
