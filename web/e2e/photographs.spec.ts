// Photographs of species: stored by the operator, shown with their credits, enlarged, beside a record that is reviewed.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import axe from 'axe-core'
import type { Locator, Page } from '@playwright/test'

import { invited } from './support/account'
import { languages, open } from './support/pages'
import { drawing } from './support/photo'
import { Program } from './support/program'
import { expect, test as base } from './support/test'

const credits = `file;species;author;licence;source;caption;life_stage;sex
first.jpg;Ae. aegypti;A. Person;https://creativecommons.org/licenses/by/4.0/;https://example.org/first;On a wall;adult;female
second.jpg;aedes-aegypti;B. Person;All rights reserved;;${'A larva, which breathes through its siphon. '.repeat(20).trim()};larva;
third.jpg;Aedes vexans;C. Person;CC0;;;;
`

/** A server with three photographs of two species. */
const test = base.extend<{ program: Program }>({
  program: async ({ context }, use) => {
    const program = await Program.create({ SKEETER_DEMO: 'false', SKEETER_ANONYMOUS_REPORTS: 'true' })
    try {
      const folder = join(program.folder, 'photographs')
      await mkdir(folder)
      await writeFile(join(folder, 'credits.csv'), '\ufeff' + credits)
      for (const [name, width, height] of [['first', 1600, 1200], ['second', 600, 900], ['third', 800, 600]] as const) {
        await writeFile(join(folder, name + '.jpg'), (await drawing(context, width, height)).buffer)
      }
      await program.serve()
      await program.run('catalog', 'images', folder)
      await use(program)
    } finally {
      await program.stop()
    }
  },
})

/** Whether the browser has drawn a picture. */
const drawn = (page: Page, alt: string | RegExp) =>
  expect.poll(() => page.getByAltText(alt).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)

async function accessible(page: Page) {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}

test('a species shows its photographs with author and licence; one is enlarged by the keyboard alone', { tag: '@quick' }, async ({ page, program }) => {
  await open(page, program.url + '/species/aedes-aegypti')
  const first = page.getByRole('button', { name: 'Enlarge: Aedes aegypti, female, adult, photograph by A. Person' })
  const figures = page.getByRole('figure')
  await expect(figures).toHaveCount(2)
  await expect(figures.first()).toContainText('On a wall')
  await expect(figures.first()).toContainText('Photograph: A. Person')
  await expect(figures.first().getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('href', 'https://creativecommons.org/licenses/by/4.0/')
  await expect(figures.first().getByRole('link', { name: 'Source' })).toHaveAttribute('href', 'https://example.org/first')
  await expect(figures.first()).not.toContainText('No open licence')
  await expect(figures.last()).toContainText('All rights reserved')
  await expect(figures.last()).toContainText('No open licence: ask the author before you use it.')
  await accessible(page)

  await first.focus()
  await page.keyboard.press('Enter')
  const enlarged = page.getByRole('dialog')
  await expect(enlarged).toHaveAccessibleName('Aedes aegypti, female, adult')
  await drawn(page, 'Aedes aegypti, female, adult, photograph by A. Person')
  await expect(enlarged.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible()
  await accessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(enlarged).toHaveAccessibleName('Aedes aegypti, larva')
  await expect(enlarged).toContainText('All rights reserved')
  await enlarged.getByRole('button', { name: 'Next photograph' }).press('Enter')
  await expect(enlarged).toHaveAccessibleName('Aedes aegypti, female, adult')
  await page.keyboard.press('Escape')
  await expect(enlarged).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('the words and the buttons of an enlarged photograph are in sight, however long a caption and however small the window is', async ({ page, program }) => {
  await open(page, program.url + '/species/aedes-aegypti')
  await page.getByRole('button', { name: 'Enlarge: Aedes aegypti, larva, photograph by B. Person' }).click()
  const enlarged = page.getByRole('dialog')
  for (const [width, height] of [[1440, 900], [1280, 600], [390, 844]] as const) {
    await page.setViewportSize({ width, height })
    for (const name of ['Previous photograph', 'Next photograph', 'Close']) await expect(enlarged.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    expect((await enlarged.getByRole('img').boundingBox())!.height).toBeGreaterThan(100)
  }
  await accessible(page)
})

test('cards show the photograph of a species, and else say of what their drawing is', async ({ page, program }) => {
  await open(page, program.url + '/species')
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Aedes aegypti')).toContainText('Photograph: A. Person · CC BY 4.0')
  await drawn(page, /^Aedes aegypti,/)
  await expect(card('Aedes albopictus')).toContainText('Drawing of the genus Aedes')
  await expect(card('Aedes albopictus').getByRole('img')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // The photograph is beside the name on a phone, and its credit has the whole width below.
  const box = async (of: Locator) => (await of.boundingBox())!
  const [picture, heading, credit] = await Promise.all([box(card('Aedes aegypti').getByRole('img')), box(card('Aedes aegypti').getByRole('heading')), box(card('Aedes aegypti').locator('.credit'))])
  expect(picture.x + picture.width).toBeLessThanOrEqual(heading.x)
  expect(credit.y).toBeGreaterThan(picture.y + picture.height)
  expect(credit.width).toBeGreaterThan(250)
  await accessible(page)
})

test('the credits are in the language of the page', async ({ page, program }) => {
  const says = { en: 'Photograph: A. Person', es: 'Fotografía: A. Person', fr: 'Photographie : A. Person', pt: 'Fotografia: A. Person', ru: 'Фотография: A. Person' }
  for (const language of languages) {
    await open(page, `${program.url}/species/aedes-aegypti?lang=${language}`)
    await expect(page.getByRole('figure').first()).toContainText(says[language])
  }
})

test('a reviewer sees photographs of the genus beside the record, its own species first', async ({ page, program, request }) => {
  await invited(page, program, 'Rita', 'reviewer')
  const report = (species: string) =>
    request.post(program.url + '/api/v1/observations', {
      data: { species_scientific_name: species, count: 1, location: { lat: 48.2, lng: 16.4 }, observed_at: '2024-07-01', life_stage: 'adult' },
    })
  expect((await report('Aedes vexans')).status()).toBe(201)
  expect((await report('Culex pipiens')).status()).toBe(201)
  await open(page, program.url + '/review')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Aedes vexans')
  const compared = page.locator('section', { has: page.getByRole('heading', { name: 'Photographs of Aedes to compare' }) })
  await expect(compared.getByRole('listitem')).toHaveText([/Aedes vexans.*C\. Person.*CC0/s, /Aedes aegypti.*A\. Person.*CC BY 4\.0/s])
  await accessible(page)
  await page.getByRole('button', { name: /Culex pipiens/ }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Culex pipiens')
  await expect(compared).toHaveCount(0)
})
