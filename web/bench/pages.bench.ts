// What the pages cost a reader: bytes, time to the first map, frames a second. `make bench-web` prints it.
import { type Browser, test } from '@playwright/test'

import { Program } from '../e2e/support/program'
import { play } from './animation'
import { drawn, frames, kB, median, ms } from './measure'
import { scroll } from './table'

const records = Number(process.env.BENCH_RECORDS ?? 1_000_000)
const database = process.env.BENCH_DATABASE
const rounds = 7
const dragSeconds = 6

test('pages', async ({ browser }) => {
  const program = await Program.create(database ? { SKEETER_DATABASE_PATH: database } : {})
  try {
    if (!database) await program.run('demo', '--count', String(records))
    await program.serve()
    await ready(program.url)
    await report(browser, program.url)
  } finally {
    await program.stop()
  }
})

/** Waits for the tile index, which is the usual state. */
async function ready(url: string) {
  for (;;) {
    const { checks } = (await (await fetch(url + '/readyz')).json()) as { checks: Record<string, { status: string }> }
    if (checks.tile_index?.status === 'ok') return
    await new Promise((done) => setTimeout(done, 500))
  }
}

async function report(browser: Browser, url: string) {
  const stats = (await (await fetch(url + '/api/v1/stats')).json()) as { count: number }
  const visits = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url))
  const last = visits.at(-1)!
  const lines = [
    ['records', stats.count.toLocaleString('en')],
    ['JavaScript of the first page, compressed', kB(last.script)],
    ['all of the first page, compressed', kB(last.all)],
    ['its largest request', `${kB(last.largest)} (${last.largestName})`],
    ['its requests', String(last.requests)],
    [`first map drawn, empty cache, median of ${rounds}`, ms(median(visits.map((v) => v.drawn)))],
    ['the slowest of them', ms(Math.max(...visits.map((v) => v.drawn)))],
  ]
  for (const [name, query] of [
    ['the world', 'at=1.5/15/10'], ['a continent', 'at=4/10/20'], ['single records', 'at=9/-23.5/-46.6'],
    ['the world without records', 'at=1.5/15/10&data_source=nobody'],
  ] as const) {
    lines.push([`dragging ${name} for ${dragSeconds} s`, await drag(browser, `${url}/?${query}`)])
  }
  for (const display of ['circles', 'heat']) {
    lines.push([`three years played by month as ${display}, in memory`, await play(browser, `${url}/?at=1.5/15/10&start_date=2015-01-01&end_date=2017-12-31&show=${display}`)])
  }
  for (const how of ['by the wheel', 'by PageDown', 'at rest'] as const) lines.push([`the table of all records ${how}`, await scroll(browser, url, how)])
  console.log('\n' + lines.map(([name, value]) => name!.padEnd(58) + value).join('\n'))
}

interface Visit {
  drawn: number
  script: number
  all: number
  largest: number
  largestName: string
  requests: number
}

/** One visit of the first page with an empty cache. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const kinds = new Map<string, { type: string; name: string; length?: number }>()
  const out = { drawn: 0, script: 0, all: 0, largest: 0, largestName: '', requests: 0 }
  await network.send('Network.enable')
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const length = response.headers['Content-Length'] ?? response.headers['content-length']
    kinds.set(requestId, { type: response.mimeType, name: new URL(response.url).pathname.split('/').at(-1)!, length: length ? Number(length) : undefined })
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, name, length } = kinds.get(requestId) ?? { type: '', name: '' }
    const bytes = length ?? encodedDataLength // without headers where the server sends Content-Length
    out.requests++
    out.all += bytes
    if (type.includes('javascript')) out.script += bytes
    if (bytes > out.largest) [out.largest, out.largestName] = [bytes, name]
  })
  await page.goto(url)
  out.drawn = await drawn(page)
  await page.waitForLoadState('networkidle')
  // The worker's script is not among the page's own requests.
  const worker = page.workers()[0]?.url()
  if (worker) {
    const { headers } = await fetch(worker, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    out.script += Number(headers.get('Content-Length'))
    out.all += Number(headers.get('Content-Length'))
  }
  await context.close()
  return out
}

/** Frames a second while the map is dragged to and fro. */
async function drag(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await drawn(page)
  const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const seen = await frames(page, dragSeconds, async (i) => {
    await page.mouse.move(x + 300 * Math.sin(i / 20), y + 120 * Math.sin(i / 33))
    await page.waitForTimeout(16)
  })
  await page.mouse.up()
  await context.close()
  return seen
}
