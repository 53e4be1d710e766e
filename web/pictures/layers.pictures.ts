// Pictures of the analysis for docs/pictures, of a synthetic set: its network of traps in the plain of the Po.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { openMap } from '../e2e/support/map'
import { open } from '../e2e/support/pages'
import { Program } from '../e2e/support/program'
import { save } from './save'

const traps = 'sampling_protocol=EVS+trap'
const year = '2024'
const at = 'at=9.6/44.78/10.87'
const [west, south, east, north] = [10.6, 44.55, 11.26, 45.01]
const area = {
  type: 'FeatureCollection',
  features: [{
    type: 'Feature', properties: { id: 'network', name: 'Trap network' },
    geometry: { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] },
  }],
}

let program: Program

test.beforeAll(async ({ playwright }) => {
  program = await Program.create()
  await program.run('demo', '--count', '35000')
  await program.serve()
  const file = join(program.folder, 'areas.geojson')
  await writeFile(file, JSON.stringify(area))
  await program.run('areas', 'import', file, '--set', 'networks', '--id', 'id', '--name', 'name')
  const api = await playwright.request.newContext()
  for (const rule of [
    { kind: 'introduction', name: 'Tiger mosquito', species: 'aedes-albopictus', parameters: { distance_km: 6 } },
    { kind: 'infection', name: 'First West Nile virus', parameters: { pathogen: 'West Nile virus' } },
  ]) {
    const answer = await api.post(program.url + '/api/v1/alerts/rules', { data: { ...rule, area: 'network' } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await expect.poll(async () => {
    const { alerts } = (await (await api.get(program.url + '/api/v1/alerts')).json()) as { alerts: { kind: string }[] }
    return new Set(alerts.map(({ kind }) => kind)).size
  }, { timeout: 60_000 }).toBe(2)
  await api.dispose()
})
test.afterAll(() => program.stop())

for (const { kind, query } of [
  { kind: 'anomaly', query: `species=culex-pipiens&interval=week&year=${year}` },
  { kind: 'presence', query: 'species=aedes-albopictus&resolution=6&start_date=2020-01-01&end_date=2020-12-31' },
  { kind: 'hotspots', query: 'species=culex-pipiens&resolution=6' },
  { kind: 'trend', query: 'species=aedes-vexans&resolution=6' },
  { kind: 'spread', query: 'species=aedes-albopictus&resolution=6' },
]) {
  test(kind, async ({ page }) => {
    await openMap(page, `${program.url}/?analysis=${kind}&${traps}&${query}&${at}`)
    await save(page, kind)
  })
}

test('infection', async ({ page }) => {
  await openMap(page, `${program.url}/?analysis=infection&${traps}&year=${year}&${at}`)
  await page.locator('details.legend summary').click()
  await page.getByLabel('Time step').evaluate((e) => e.scrollIntoView({ block: 'start' }))
  await save(page, 'infection')
})

test('alerts', async ({ page }) => {
  await openMap(page, `${program.url}/?analysis=alerts&alerts=all&${at}`)
  await save(page, 'alerts')
})

test('bulletin', async ({ page }) => {
  await open(page, `${program.url}/bulletin?area=network&${traps}&species=culex-pipiens&year=${year}&week=31`)
  await page.waitForLoadState('networkidle')
  await save(page, 'bulletin', page.locator('article'))
})
