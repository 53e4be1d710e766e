// One's own records: by an account and by a receipt they are seen, corrected and withdrawn; and administrators restore what was removed.
import { invited } from './support/account'
import { open } from './support/pages'
import { picture } from './support/picture'
import { Program } from './support/program'
import { field, send, write } from './support/report'
import { expect, test as base } from './support/test'

/** A server on which strangers report and people have accounts. */
const test = base.extend<{ program: Program }>({
  program: async ({}, use) => {
    const program = await Program.create({ SKEETER_DEMO: 'false', SKEETER_ANONYMOUS_REPORTS: 'true' })
    try {
      await program.serve()
      await use(program)
    } finally {
      await program.stop()
    }
  },
})

test('withdrawn by who reported it, with an account and without', async ({ page, browser, complaints, program }) => {
  await invited(page, program, 'Rita', 'reporter')
  const records = page.getByRole('region', { name: 'My records' })
  const api = program.url + '/api/v1/observations/'
  const statusOf = async (id: string) => (await strangers.request.get(api + id)).status()
  const strangers = await browser.newContext({ locale: 'en-US' })
  await complaints.watch(strangers)

  const ids: string[] = []
  await test.step('one\u2019s records are listed page by page, with what reviewers said', async () => {
    await open(page, program.url + '/account')
    await expect(records.getByText('Nothing was sent with this account yet.')).toBeVisible()
    for (let day = 1; day <= 22; day++) {
      const data = {
        species_scientific_name: day === 22 ? 'Aedes albopictus' : 'Culex pipiens', count: day === 21 ? 20_000 : 1, location: { lat: 48.2, lng: 16.4 },
        observed_at: `2024-07-${String(day).padStart(2, '0')}`, life_stage: 'adult',
      }
      const made = await page.request.post(program.url + '/api/v1/observations', { data, headers: { Origin: program.url } })
      expect(made.status()).toBe(201)
      ids.push(((await made.json()) as { id: string }).id)
    }
    await program.run('review', 'needs-more', ids[20]!, '--comment', 'So many in one night?')
    await program.run('review', 'reject', ids[19]!, '--reason', 'It is a crane fly')
    await page.reload()
    await expect(records.getByText('22 records')).toBeVisible()
    const links = records.locator('a.scientific')
    await expect(links).toHaveCount(20)
    await expect(links.first()).toHaveText('Aedes albopictus')
    await expect(records.getByText('So many in one night?')).toBeVisible()
    await expect(records.getByText('Waits for a review')).toHaveCount(1)
    await expect(records.getByText('It is a crane fly')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await picture(page, 'account-360')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await records.getByRole('button', { name: 'Show more' }).click()
    await expect(links).toHaveCount(22)
  })

  await test.step('corrected and withdrawn on its page, in another browser than the one that sent it', async () => {
    await open(page, program.url + '/records/' + ids[21])
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(field(page, 'token')).toHaveCount(0)
    await field(page, 'count').fill('7')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw: Aedes albopictus' }).click()
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await picture(page, 'record-asked-360')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await statusOf(ids[21]!)).toBe(200)
    await page.getByRole('button', { name: 'Withdraw: Aedes albopictus' }).click()
    await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect(page.getByText('It is withdrawn. Others no longer see it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0)
    expect(await statusOf(ids[21]!)).toBe(404)
    await page.reload()
    await expect(page.getByText('It is withdrawn. Others no longer see it.')).toBeVisible()
    await picture(page, 'record-withdrawn-360')
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('a reviewed record can be withdrawn and no longer changed', async () => {
    await open(page, program.url + '/records/' + ids[19])
    await expect(page.getByText('It was reviewed, so you can no longer change it.')).toBeVisible()
    await expect(page.getByText('It is a crane fly')).toBeVisible()
    await expect(page.locator('.card', { has: page.getByRole('heading', { name: 'History' }) }).getByRole('listitem').filter({ hasText: 'Reviewed' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0)
    await picture(page, 'record-owner-1280')
    await open(page, program.url + '/account')
    await records.getByRole('button', { name: 'Withdraw: Culex pipiens' }).first().click()
    await records.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect(records.getByText('Withdrawn', { exact: true })).toHaveCount(2)
    await picture(page, 'account-1280')
  })

  await test.step('nobody else\u2019s', async () => {
    const theirs = await strangers.newPage()
    await open(theirs, program.url + '/records/' + ids[0] + '?edit=1')
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Culex pipiens')
    await expect(theirs.getByRole('button', { name: /^(Withdraw|Change|Save)/ })).toHaveCount(0)
    await theirs.close()
  })

  await test.step('by the receipt, which stands in no address', async () => {
    const theirs = await strangers.newPage()
    const addresses: string[] = []
    theirs.on('request', (request) => addresses.push(request.url()))
    await open(theirs, program.url + '/report')
    await write(theirs, 'in the rain barrel')
    await send(theirs)
    await theirs.getByRole('link', { name: 'See the record' }).click()
    await expect(theirs.getByText('It waits for a review. Others do not see it yet.')).toBeVisible()
    const id = new URL(theirs.url()).pathname.split('/').at(-1)!
    await program.run('review', 'needs-more', id, '--comment', 'A picture from above?')
    await theirs.reload()
    await expect(theirs.getByText('A picture from above?')).toBeVisible()
    await theirs.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(field(theirs, 'token')).toHaveCount(0)
    await field(theirs, 'count').fill('5')
    await theirs.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(theirs.getByText('Saved.')).toBeVisible()
    await theirs.getByRole('button', { name: 'Withdraw: Culex torrentium' }).click()
    await theirs.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect(theirs.getByText('It is withdrawn. Others no longer see it.')).toBeVisible()
    expect(await program.run('review', 'list', '--publication', 'withdrawn')).toContain(id)
    const receipt = await theirs.evaluate((of) => localStorage.getItem(`skeeter-receipt-${of}`), id)
    expect(receipt).toMatch(/^receipt_/)
    expect(addresses.join(' ')).not.toContain(receipt)
  })
  await strangers.close()
})

test('what was removed is restored at /admin', { tag: '@quick' }, async ({ page, program }) => {
  await invited(page, program, 'Ada', 'administrator')
  const origin = { Origin: program.url }
  expect((await page.request.post(program.url + '/api/v1/data_sources', { data: { title: 'Traps of the coast' }, headers: origin })).status()).toBe(201)
  const data = { species_id: 'culex-pipiens', count: 2, location: { lat: 41.4, lng: 2.2 }, observed_at: '2024-06-01', data_source: 'traps-of-the-coast' }
  const made = await page.request.post(program.url + '/api/v1/observations', { data, headers: origin })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const removals = page.getByRole('region', { name: 'Removed data sources' })
  await open(page, program.url + '/admin')
  await expect(removals.getByText('Nothing was removed in the last 30 days.')).toBeVisible()

  await program.run('dataset', 'remove', 'traps-of-the-coast')
  await page.reload()
  await expect(removals.getByText('1 record, 0 absences, 0 sampling events, 0 pools')).toBeVisible()
  await picture(page, 'admin-1280')
  await page.setViewportSize({ width: 360, height: 740 })
  await picture(page, 'admin-360')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await removals.getByRole('button', { name: /^Restore: traps-of-the-coast/ }).click()
  await expect(removals.getByText('traps-of-the-coast: 1 record is back.')).toBeVisible()
  await expect(removals.getByText('Nothing was removed in the last 30 days.')).toBeVisible()
  await expect(page.getByLabel('Places of Traps of the coast')).toBeVisible()
  expect((await page.request.get(program.url + '/api/v1/observations/' + id)).status()).toBe(200)
})
