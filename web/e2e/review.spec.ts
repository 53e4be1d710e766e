// Reviewers: what was reported waits, and is confirmed, corrected, rejected; a decision is undone; nobody decides over another.
import type { Page } from '@playwright/test'

import type { Observation } from '../src/api/types'
import { invited } from './support/account'
import { open } from './support/pages'
import { drawing } from './support/photo'
import { picture } from './support/picture'
import { Program } from './support/program'
import { drafts, field, send, showMore, step, write } from './support/report'
import { expect, test as base } from './support/test'

/** A server on which strangers report and somebody reviews. */
const test = base.extend<{ program: Program }>({
  program: async ({}, use) => {
    const program = await Program.create({ SKEETER_DEMO: 'false', SKEETER_ANONYMOUS_REPORTS: 'true', SKEETER_SAVE_PREDICTED_IMAGES: 'true' })
    try {
      await program.serve()
      await use(program)
    } finally {
      await program.stop()
    }
  },
})

const list = (page: Page) => page.getByRole('region', { name: 'What waits' })
const title = (page: Page) => page.getByRole('heading', { level: 2 })

test('reported by a stranger, confirmed, corrected, rejected, undone by a reviewer', { tag: '@quick' }, async ({ page, browser, complaints, program }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await invited(page, program, 'Rita', 'reviewer')
  const token = (await program.run('token', 'create', '--name', 'second-reviewer', '--scope', 'review')).trim()

  const strangers = await browser.newContext({ locale: 'en-US' })
  await complaints.watch(strangers)
  const ids = await test.step('a stranger reports', async () => {
    const theirs = await strangers.newPage()
    await open(theirs, program.url + '/report')
    await theirs.locator('input[name="photo"]').setInputFiles(await drawing(strangers))
    await expect(theirs.locator('section.prediction')).toBeVisible()
    await write(theirs, 'in the rain barrel', 'Culex torrentium')
    await step(theirs, 'Photo')
    await field(theirs, 'show_photo').check()
    await step(theirs, 'When and what')
    await send(theirs)
    await expect(theirs.getByText('Thank you, it is recorded.')).toBeVisible()
    const made: Record<string, string> = {}
    for (const species of ['Aedes albopictus', 'Culex pipiens', 'Aedes vexans', 'Culex territans', 'Aedes rusticus']) {
      const data = { species_scientific_name: species, count: 1, location: { lat: 48.2, lng: 16.4 }, observed_at: '2024-07-01', life_stage: 'adult', observer_name: 'Ann Other' }
      const answer = await strangers.request.post(program.url + '/api/v1/observations', { data })
      expect(answer.status()).toBe(201)
      made[species] = ((await answer.json()) as Observation).id
    }
    await theirs.goto(program.url + '/review')
    await expect(theirs.getByText('This page is for reviewers.')).toBeVisible()
    await expect(theirs.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /to=\/review/)
    return made
  })
  const isPublic = async (species: string) => (await strangers.request.get(`${program.url}/api/v1/observations/${ids[species]}`)).status() === 200

  await test.step('the queue, the oldest first', async () => {
    await open(page, program.url + '/')
    await page.getByRole('banner').getByRole('link', { name: 'Review' }).click()
    await expect(list(page).getByRole('listitem').filter({ has: page.getByRole('button') })).toHaveCount(6)
    await expect(title(page).first()).toHaveText('Culex torrentium')
    await expect(page.getByText('in the rain barrel')).toBeVisible()
    const shown = page.getByRole('img', { name: /Photograph of this record/ })
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await expect(page.getByText(/^The model said/)).toBeVisible()
    await picture(page, 'queue-1280')
  })

  await test.step('confirmed by key', async () => {
    await page.keyboard.press('j')
    await expect(title(page).first()).toHaveText('Aedes albopictus')
    await expect(page.getByText('Ann Other')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByText('1 record decided.')).toBeVisible()
    expect(await isPublic('Aedes albopictus')).toBe(true)
    await expect(title(page).first()).toHaveText('Culex pipiens')
  })

  await test.step('corrected', async () => {
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await expect(page.getByText('Change the species, the life stage or the sex.')).toBeVisible()
    const name = page.getByRole('combobox', { name: 'Species', exact: true })
    await name.fill('koreicus')
    await page.getByRole('option', { name: /Aedes koreicus/ }).click()
    await page.getByLabel('Sex').selectOption('female')
    await page.getByLabel('Comment').fill('The legs are banded.')
    await picture(page, 'correct-1280')
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await expect(title(page).first()).toHaveText('Aedes vexans')
    const answer = await strangers.request.get(`${program.url}/api/v1/observations/${ids['Culex pipiens']}`)
    expect(await answer.json()).toMatchObject({ species_scientific_name: 'Aedes koreicus', sex: 'female', status: 'verified' })
  })

  await test.step('rejected, and undone', async () => {
    await page.keyboard.press('r')
    await page.getByLabel('Reason').fill('A crane fly')
    await page.getByRole('button', { name: 'Reject it' }).click()
    await expect(title(page).first()).toHaveText('Culex territans')
    await expect(list(page).getByRole('button', { name: /Aedes vexans/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo the last decision' }).click()
    await expect(page.getByText('1 decision undone.')).toBeVisible()
    await expect(title(page).first()).toHaveText('Aedes vexans')
    await expect(page.getByRole('region', { name: 'What reviewers said' }).getByText('A crane fly').first()).toBeVisible() // what was said stays
    await page.getByRole('main').getByText('History', { exact: true }).last().click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await page.keyboard.press('c')
    await expect(title(page).first()).toHaveText('Culex territans')
    expect(await isPublic('Aedes vexans')).toBe(true)
  })

  await test.step('asked', async () => {
    await page.keyboard.press('m')
    await page.getByLabel('Comment').fill('A picture from above?')
    await page.getByRole('button', { name: 'Send the question' }).click()
    await expect(title(page).first()).toHaveText('Aedes rusticus')
    await expect(list(page).getByRole('button', { name: /Culex territans/ })).toContainText('1 identification')
  })

  await test.step('not over somebody else', async () => {
    const other = await page.request.post(program.url + '/api/v1/review/decisions', {
      headers: { Authorization: 'Bearer ' + token },
      data: { decisions: [{ observation_id: ids['Aedes rusticus'], decision: 'reject', reason: 'A gnat' }] },
    })
    expect(await other.json()).toMatchObject({ done: 1 })
    await page.keyboard.press('c')
    await expect(page.getByText(/Somebody else decided or changed this meanwhile/)).toBeVisible()
    await expect(list(page).getByRole('button', { name: /Aedes rusticus/ })).toHaveCount(0)
    expect(await isPublic('Aedes rusticus')).toBe(false)
    await picture(page, 'meanwhile-1280')
  })

  await test.step('several at once, on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await picture(page, 'record-360')
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await picture(page, 'list-360')
    await page.getByLabel('Choose all 2 records').check()
    await picture(page, 'chosen-360')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('2 records decided.')).toBeVisible()
    await expect(page.getByText('Nothing waits for a review.')).toBeVisible()
    expect(await isPublic('Culex territans')).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const species = await strangers.newPage()
    await open(species, program.url + '/species/culex-torrentium')
    const reported = species.getByRole('img', { name: 'Culex torrentium, photograph of a report' })
    await reported.scrollIntoViewIfNeeded()
    await expect.poll(() => reported.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await reported.click()
    await expect(species.getByText('in the rain barrel')).toBeVisible()
    await page.getByRole('button', { name: 'Undo the last 2 decisions' }).click()
    await expect(page.getByText('2 decisions undone.')).toBeVisible()
    expect(await isPublic('Culex territans')).toBe(false)
  })

  await test.step('signed out meanwhile', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.context().clearCookies()
    complaints.expect(/401 POST .*\/review\/decisions/, /console error: .*401/)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(/You are signed out/)).toBeVisible()
  })
  await strangers.close()
})

test('a place that its reporter hides: exact for the reporter and the reviewer, drawn for others', async ({ page, browser, complaints, program }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await invited(page, program, 'Rita', 'reviewer')
  const context = await browser.newContext({ locale: 'en-US' })
  await complaints.watch(context)
  const theirs = await context.newPage()
  const exact = '48.246813, 16.531247'

  await test.step('reported', async () => {
    await open(theirs, program.url + '/report')
    await write(theirs, 'behind the yellow house')
    await step(theirs, 'Place')
    await expect(field(theirs, 'obscured')).not.toBeChecked()
    const [lat = '', lng = ''] = exact.split(', ')
    await field(theirs, 'lat').fill(lat)
    await field(theirs, 'lng').fill(lng)
    await theirs.getByLabel('Hide the exact place from the public').check()
    await step(theirs, 'When and what')
    await showMore(theirs)
    await expect(theirs.getByText('The public cannot read them while the place is hidden.')).toBeVisible()
    await expect.poll(() => drafts(theirs), { message: 'what is stored' }).toMatchObject([{ entry: { notes: 'behind the yellow house', obscured: '0.1' } }])
    await theirs.reload()
    await step(theirs, 'Place')
    await expect(field(theirs, 'obscured')).toBeChecked()
    await picture(theirs, 'report-hidden-1280')
    await theirs.setViewportSize({ width: 360, height: 740 })
    await picture(theirs, 'report-hidden-360')
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await theirs.setViewportSize({ width: 1280, height: 900 })
    const posted = theirs.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/observations'))
    await step(theirs, 'When and what')
    await send(theirs)
    expect((await posted).postDataJSON()).toMatchObject({ obscured_degrees: 0.1 })
    await theirs.getByRole('link', { name: 'See the record' }).click()
    await expect(theirs.getByText(exact)).toBeVisible()
    await expect(theirs.getByText(/^The reporter wishes the exact place hidden: .* at least 0.1 degrees/)).toBeVisible()
    await picture(theirs, 'own-1280')
  })
  const address = new URL(theirs.url()).pathname

  await test.step('reviewed', async () => {
    await open(page, program.url + '/review')
    await expect(page.getByText(exact)).toBeVisible()
    await expect(page.getByText(/^The reporter wishes the exact place hidden/)).toBeVisible()
    await picture(page, 'review-1280')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('1 record decided.')).toBeVisible()
  })

  const others = await browser.newContext({ locale: 'en-US' })
  await complaints.watch(others)
  const public_ = await others.newPage()
  const note = 'The exact place is withheld. This one was drawn at random in a cell of 0.1 degrees (about 10 km).'
  await test.step('shown to others', async () => {
    await open(public_, program.url + address)
    await expect(public_.getByText(note)).toBeVisible()
    await expect(public_.getByRole('img', { name: 'The place', exact: true })).toHaveCount(0)
    const told = (await public_.locator('body').innerText()) + (await (await others.request.get(`${program.url}/api/v1/observations/${address.split('/').at(-1)}`)).text())
    for (const trace of ['48.2468', '16.5312', 'yellow house']) expect(told).not.toContain(trace)
    await picture(public_, 'public-1280')
    await open(public_, program.url + address + '?lang=ru')
    await expect(public_.getByText(/^Точное место скрыто\. .* 0,1 градуса/)).toBeVisible()
    await public_.setViewportSize({ width: 360, height: 740 })
    await picture(public_, 'public-360')
  })

  await test.step('on the map of others', async () => {
    await open(public_, program.url + address)
    await public_.setViewportSize({ width: 1280, height: 900 })
    await public_.getByRole('link', { name: 'See it on the map' }).click()
    await expect(public_).toHaveURL(/at=/)
    await public_.locator('canvas.maplibregl-canvas').focus()
    await expect(async () => {
      await public_.keyboard.press('Enter')
      await expect(public_.getByRole('dialog').getByText(note)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await picture(public_, 'popup-1280')
    await public_.setViewportSize({ width: 360, height: 740 })
    await picture(public_, 'popup-360')
  })
  await context.close()
  await others.close()
})
