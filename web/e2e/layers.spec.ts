// Infection, hot spots, trends, spread and alerts beside the map, and the page to print.
import { getJSON } from './support/api'
import { traps } from './support/events'
import { canvas, openMap } from './support/map'
import { open } from './support/pages'
import { expect, test } from './support/test'

interface Answer<T> {
  results: T[]
}

const at = `at=9/${traps.latitude}/${traps.longitude + 0.4}`
const address = (kind: string, more = '') => `/?analysis=${kind}&data_source=${traps.source}&${at}${more}`
const rounded = (value: number) => new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value)

test('infection is that of the service, with its interval and the vector index', { tag: '@quick' }, async ({ page, request }) => {
  const question = { data_source: traps.source, pathogen: traps.pathogen, interval: 'month' }
  const { results } = await getJSON<Answer<{ bin: string; protocol: string; estimate: number; lower: number; upper: number; pools: number; positive: number }>>(
    request, '/analytics/infection', { ...question, by: 'protocol' })
  const july = results.find(({ bin, protocol }) => bin === `${traps.lastYear}-07` && protocol === 'gravid trap')!
  expect([july.pools, july.positive]).toEqual([5, 1])
  const index = await getJSON<Answer<{ bin: string; protocol: string; value: number }>>(request, '/analytics/vector_index', question)
  const { value } = index.results.find(({ bin, protocol }) => bin === july.bin && protocol === july.protocol)!

  await open(page, address('infection', '&interval=month'))
  await expect(page.getByRole('heading', { name: 'Infected of 1,000 tested' })).toBeVisible()
  await page.getByText('As a table').click()
  const row = page.getByRole('row', { name: /^July/ })
  for (const text of [rounded(july.estimate), `${rounded(july.lower)}–${rounded(july.upper)}`, rounded(value)]) await expect(row).toContainText(text)
  await expect(page.getByText('Left out: 1 inconclusive pool.')).toBeVisible()
})

test('a pathogen that nobody tested for has no rate, and the address keeps it', async ({ page, complaints }) => {
  complaints.expect(/422/)
  await open(page, address('infection'))
  await page.getByLabel('Pathogen').fill('Zika virus')
  await page.getByLabel('Pathogen').press('Enter')
  await expect(page.getByText('No tested pool of this pathogen matches.')).toBeVisible()
  await expect(page).toHaveURL(/pathogen=Zika\+virus/)
})

test('hot spots need cells enough; shares of reports have them', async ({ page, request, complaints }) => {
  complaints.expect(/422/)
  await openMap(page, address('hotspots', '&resolution=4'))
  await expect(page.getByText('Fewer than 30 cells')).toBeVisible()

  const { results } = await getJSON<Answer<{ class: string | null }>>(request, '/analytics/hotspots', { basis: 'share', resolution: '3', species: 'aedes-aegypti', ring: '2' })
  await openMap(page, '/?analysis=hotspots&resolution=3&species=aedes-aegypti&ring=2&basis=share')
  await expect(page.locator('details.legend')).toContainText('Hot spots: share of reports')
  const counts = ['hot', 'cold', 'none', null].map((name) => new Intl.NumberFormat('en').format(results.filter((cell) => cell.class === name).length))
  await expect(page.locator('dl.facts dd')).toHaveText(counts)
})

for (const { kind, more, heading } of [
  { kind: 'trend', more: '&resolution=4', heading: /^(Rising|Falling|No trend found)$/ },
  { kind: 'spread', more: `&resolution=4&species=${traps.species}`, heading: `First found in ${traps.firstYear}` },
]) {
  test(`a key opens what the layer of ${kind} has in the middle`, async ({ page }) => {
    await openMap(page, address(kind, more))
    await canvas(page).focus()
    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog', { name: 'What is here' })
    await expect(popup.getByRole('heading')).toHaveText(heading)
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
  })
}

test('an alert of the list is shown on the map', async ({ page }) => {
  await openMap(page, '/?analysis=alerts&at=2/0/0')
  const list = page.getByRole('list', { name: 'Alerts' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: /Silent site · Site T4: no event since/ }).click()
  await expect(page.getByRole('dialog', { name: 'What is here' })).toContainText(`Site T4: no event since Sep 15, ${traps.lastYear}, usually one every 30 days`)
  await expect(page).toHaveURL(/at=1\d/)

  await page.getByLabel('Which alerts').selectOption('all')
  await expect(page).toHaveURL(/alerts=all/)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('button', { name: /Site T5/ })).toContainText('new, closed')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await saving).suggestedFilename()).toBe('alerts.csv')
})

test('the page to print has the week on one sheet', async ({ page, request }) => {
  await open(page, address('abundance'))
  await page.getByRole('link', { name: 'Page to print' }).click()
  await page.getByRole('combobox', { name: 'Year' }).selectOption(String(traps.lastYear))
  const { results } = await getJSON<Answer<{ bin: string; protocol: string; percent: number | null }>>(request, '/analytics/anomaly', {
    data_source: traps.source, interval: 'week', year: String(traps.lastYear),
  })
  const { bin } = results.find(({ bin: week }) => week.endsWith('-W28'))!
  await page.getByRole('combobox', { name: 'Week', exact: true }).selectOption('28')
  await expect(page).toHaveURL(/week=28/)
  const sheet = page.locator('article')
  for (const row of results.filter((other) => other.bin === bin)) {
    await expect(sheet.getByRole('row', { name: new RegExp(row.protocol, 'i') }).first()).toContainText(row.percent === null ? '–' : String(Math.round(row.percent)))
  }
  for (const part of ['Infection: West Nile virus', 'Open alerts', 'Sources of the week’s records']) await expect(sheet.getByRole('heading', { name: part })).toBeVisible()
  await expect(sheet.getByText('Traps: ')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
