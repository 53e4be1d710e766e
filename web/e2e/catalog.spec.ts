// Species, diseases, sources: lists with search, pages, and links between them.
import { getJSON, stats } from './support/api'
import { expectShown, numbers } from './support/explore'
import { open } from './support/pages'
import { expect, test } from './support/test'

test.describe('species', () => {
  test('all of the catalogue, searched and filtered; the choice is in the address', { tag: '@quick' }, async ({ page, request }) => {
    const { count } = await getJSON<{ count: number }>(request, '/species', { limit: '1' })
    await open(page, '/species')
    const shown = page.getByRole('status').filter({ hasText: /species$/ })
    await expect(shown).toHaveText(`${count} species`)
    await expect(page.locator('.cards > li')).toHaveCount(count)

    await page.getByRole('searchbox', { name: 'Search' }).fill('yellow fever mosquito')
    await expect(shown).toHaveText('1 species')
    await expect(page).toHaveURL(/search=/)
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await expect(shown).toHaveText(`${count} species`)

    await page.getByRole('combobox', { name: 'Genus' }).selectOption('Anopheles')
    const all = await getJSON<{ species: { genus: string; vector_status: string }[] }>(request, '/species', { limit: '200' })
    const anopheles = all.species.filter((s) => s.genus === 'Anopheles')
    await expect(shown).toHaveText(`${anopheles.length} species`)
    await page.getByRole('button', { name: 'Major vector' }).click()
    const major = anopheles.filter((s) => s.vector_status === 'High').length
    await expect(shown).toHaveText(`${major} species`)
    await page.reload()
    await expect(shown).toHaveText(`${major} species`)
    await page.goBack()
    await expect(shown).toHaveText(`${anopheles.length} species`)
  })

  test('a page says what is known, and leads to the map of its records', { tag: '@quick' }, async ({ page, request }) => {
    const species = await getJSON<{ observation_count: number; description: string; synonyms: string[] }>(request, '/species/aedes-aegypti')
    await open(page, '/species/aedes-aegypti')
    await expect(page).toHaveTitle(/Aedes aegypti/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Aedes aegypti')
    await expect(page.getByText(species.description)).toBeVisible()
    await expect(page.getByText(species.synonyms[0]!, { exact: true })).toBeVisible()
    const records = page.locator('dt', { hasText: /^Records$/ }).locator('+ dd')
    await expect.poll(() => numbers(records)).toEqual([species.observation_count])
    await page.getByRole('link', { name: 'Open on the map' }).first().click()
    await expect(page).toHaveURL(/\/\?.*species=aedes-aegypti/)
    await expectShown(page, species.observation_count)
  })

  test('a day that nobody knows is not said', async ({ page }) => {
    await page.route('**/api/v1/species/aedes-aegypti?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: {
        ...((await answer.json()) as object), first_observed: '1864-01-01', first_observed_precision: 'year', last_observed: '1999-05-06', last_observed_precision: 'day',
      } })
    })
    await open(page, '/species/aedes-aegypti')
    await expect(page.locator('dt', { hasText: 'First' }).locator('+ dd')).toHaveText('1864')
    await expect(page.locator('dt', { hasText: 'Last' }).locator('+ dd')).toHaveText('May 6, 1999')
  })

  test('the season is that of the statistics', async ({ page, request }) => {
    const { months } = await stats(request, 'species=aedes-aegypti')
    const july = months.filter((m) => m.month.endsWith('-07')).reduce((sum, m) => sum + m.count, 0)
    await open(page, '/species/aedes-aegypti')
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Season' }) })
    await expect(section).toContainText(july.toLocaleString('en'))
  })

  test('other spellings lead to the page, with its own address', async ({ page }) => {
    for (const spelling of ['aedes_aegypti', 'Aedes%20aegypti', 'stegomyia-aegypti']) {
      await open(page, '/species/' + spelling)
      await expect(page).toHaveURL(/\/species\/aedes-aegypti/)
    }
  })

  test('an unknown species says so and offers a search', async ({ page, complaints }) => {
    complaints.expect(/404/)
    await open(page, '/species/culex-nonsense')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('culex-nonsense')
    await page.getByRole('searchbox').fill('aegypti')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/species\?.*search=aegypti/)
  })

  test('a name that was observed but is not described leads to its records', async ({ page, complaints }) => {
    complaints.expect(/404/)
    await open(page, '/species/culex-insularis')
    await expect(page.getByText('1 record has its name')).toBeVisible()
    await page.getByRole('link', { name: 'Open on the map' }).click()
    await expectShown(page, 1)
  })
})

test.describe('diseases', () => {
  test('the list, its search, and links to the species and back', { tag: '@quick' }, async ({ page, request }) => {
    const { count } = await getJSON<{ count: number }>(request, '/diseases', { limit: '1' })
    await open(page, '/diseases')
    const shown = page.getByRole('status').filter({ hasText: /diseases?$/ })
    await expect(shown).toHaveText(`${count} diseases`)
    await page.getByRole('searchbox').fill('dengue')
    await expect(shown).not.toHaveText(`${count} diseases`)
    await page.getByRole('link', { name: /^Dengue/ }).first().click()
    await expect(page).toHaveURL(/\/diseases\/dengue-fever/)
    await expect(page).toHaveTitle(/Dengue/)
    for (const title of ['Symptoms', 'Transmission', 'Prevention', 'Treatment']) {
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Aedes aegypti', exact: true }).click()
    await expect(page).toHaveURL(/\/species\/aedes-aegypti/)
    await page.getByRole('link', { name: 'Dengue fever', exact: true }).click()
    await expect(page).toHaveURL(/\/diseases\/dengue-fever/)
  })

  test('the map of its vectors has their records', async ({ page, request }) => {
    await open(page, '/diseases/dengue-fever')
    await page.getByRole('link', { name: 'Open on the map' }).click()
    await expect(page).toHaveURL(/disease=dengue-fever/)
    await expectShown(page, (await stats(request, 'disease=dengue-fever')).count)
  })

  test('an unknown disease says so', async ({ page, complaints }) => {
    complaints.expect(/404/)
    await open(page, '/diseases/man-flu')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('man-flu')
  })
})

test('sources with licence and records, and links for programs that work', { tag: '@quick' }, async ({ page, request }) => {
  const { results } = await getJSON<{ results: { name: string; observation_count: number }[] }>(request, '/filters/data_sources')
  await open(page, '/about')
  for (const source of results) {
    await expect(page.getByRole('row').filter({ hasText: source.name })).toContainText(source.observation_count.toLocaleString('en'))
  }
  await expect(page.getByText('On this server a model is ready.')).toBeVisible()
  const links = await page.locator('main a[data-outside]').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200)
})

test('texts of the catalogue follow the language', async ({ page, request }) => {
  const { name } = await getJSON<{ name: string }>(request, '/diseases/dengue-fever', { lang: 'ru' })
  await open(page, '/diseases/dengue-fever')
  await page.getByLabel('Language').selectOption('ru')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(new RegExp(name))
})
