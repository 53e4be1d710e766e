// Pictures of every page for docs/pictures, of a million synthetic records.
import { type APIRequestContext, test } from '@playwright/test'

import { invited } from '../e2e/support/account'
import { drawn, openMap } from '../e2e/support/map'
import { open } from '../e2e/support/pages'
import { drawing } from '../e2e/support/photo'
import { Program } from '../e2e/support/program'
import { send, step, write } from '../e2e/support/report'
import { save } from './save'

const records = process.env.PICTURE_RECORDS ?? '1000000'
const europe = 'at=3.6/48/10'

let program: Program

test.beforeAll(async () => {
  test.setTimeout(900_000)
  program = await Program.create({ SKEETER_ANONYMOUS_REPORTS: 'true', SKEETER_SAVE_PREDICTED_IMAGES: 'true' })
  await program.run('demo', '--count', records)
  await program.serve()
})
test.afterAll(() => program.stop())

for (const [name, query] of [
  ['first', ''],
  ['map', '?disease=dengue-fever&show=circles&at=1.9/15/10'],
  ['areas', `?show=areas&by=admin1&${europe}`],
  ['comparison', `?species=aedes-albopictus&b_species=aedes-aegypti&compare=split&at=2/10/0`],
  ['divider', `?species=culex-pipiens&b_species=aedes-albopictus&compare=swipe&${europe}`],
] as const) {
  test(name, async ({ page }) => {
    await openMap(page, `${program.url}/${query}`)
    await save(page, name)
  })
}

test('so-far', async ({ page }) => {
  await open(page, `${program.url}/?species=aedes-albopictus&play=so_far&${europe}`)
  await page.getByRole('region', { name: 'Animation' }).getByRole('button', { name: 'Pause' }).click()
  await drawn(page)
  await save(page, 'so-far')
})

test('seasons', async ({ page }) => {
  await openMap(page, `${program.url}/?seasons=species&${europe}`)
  await page.getByRole('heading', { name: 'By month of the year' }).evaluate((heading) => {
    const panel = heading.closest('aside')!
    panel.scrollTop += heading.getBoundingClientRect().top - panel.getBoundingClientRect().top
  })
  await save(page, 'seasons')
})

test.describe(() => {
  test.use({ colorScheme: 'dark' })
  test('heat', async ({ page }) => {
    await openMap(page, `${program.url}/?show=heat&start_date=2018-01-01&end_date=2022-12-31&at=1.9/15/10`)
    await save(page, 'heat')
  })
})

for (const [name, path] of [
  ['table', `/?view=table&${europe}`],
  ['record', '/records/:id'],
  ['source', '/sources/synthetic'],
  ['species-list', '/species'],
  ['species', '/species/aedes-albopictus'],
  ['diseases', '/diseases'],
  ['disease', '/diseases/dengue-fever'],
  ['import', '/import'],
  ['about', '/about'],
  ['sign-in', '/sign-in'],
] as const) {
  test(name, async ({ page, request }) => {
    await open(page, program.url + path.replace(':id', await newest(request)))
    await save(page, name)
  })
}

/** The id of the newest record. */
async function newest(request: APIRequestContext): Promise<string> {
  const { observations } = (await (await request.get(program.url + '/api/v1/observations?limit=1')).json()) as { observations: { id: string }[] }
  return observations[0]!.id
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true })

  test('the map', async ({ page }) => {
    await openMap(page, `${program.url}/?at=4/42/12`)
    await save(page, 'phone')
  })

  test('a report', async ({ page, context }) => {
    await open(page, program.url + '/report')
    await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
    await page.locator('section.prediction').waitFor()
    await save(page, 'report-photo')
    await write(page, 'at the window', 'Aedes albopictus')
    await page.evaluate(() => scrollTo(0, 0))
    await save(page, 'report-what')
    await step(page, 'Place')
    await save(page, 'report-place')
    await step(page, 'When and what')
    await send(page)
    await page.getByText('Thank you, it is recorded.').waitFor()
    await save(page, 'report-done')
  })
})

test('people', async ({ page, request }) => {
  await invited(page, program, 'Ada', 'administrator')
  for (const [species, lng] of [['Aedes albopictus', 12.4], ['Culex pipiens', 12.5], ['Aedes japonicus', 12.6]] as const) {
    const data = { species_scientific_name: species, count: 1, location: { lat: 41.9, lng }, observed_at: '2024-07-01', life_stage: 'adult' }
    await request.post(program.url + '/api/v1/observations', { data })
  }
  for (const [name, path] of [['review', '/review'], ['admin', '/admin'], ['account', '/account']] as const) {
    await open(page, program.url + path)
    await save(page, name)
  }
})
