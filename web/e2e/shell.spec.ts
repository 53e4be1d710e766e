// The frame of every page: addresses, languages, theme, menu, links.
import type { Page } from '@playwright/test'

import { inLanguage, languages, open, pages, pathOf } from './support/pages'
import { expect, test } from './support/test'

/** The title of each page in the header. */
const titles = [
  ['/', 'Map'],
  ['/species', 'Species'],
  ['/diseases', 'Diseases'],
  ['/report', 'Report a mosquito'],
  ['/records', 'My observations'],
  ['/about', 'Sources and API'],
] as const

const nav = (page: Page) => page.getByRole('navigation').first()

/** The page that the header marks. */
const current = (page: Page) => page.getByRole('banner').locator('[aria-current=page]')

/** Marks a document: a page that is loaded again loses the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { e2eMark: true }))
const marked = (page: Page) => page.evaluate(() => 'e2eMark' in window)

test.describe('addresses', () => {
  for (const [path, title] of titles) {
    test(path, async ({ page }) => {
      await page.goto(path)
      await expect(current(page)).toHaveText(title)
      await expect(page).toHaveTitle(new RegExp(`^${title} · Skeeter$`))
      await expect(page.locator('main > *').first()).toBeVisible()
    })
  }

  test('a page below another marks it in the header', { tag: '@quick' }, async ({ page }) => {
    await page.goto('/species/aedes-aegypti')
    await expect(current(page)).toHaveText('Species')
  })

  test('a trailing slash is the same page', async ({ page }) => {
    await page.goto('/species/')
    await expect(current(page)).toHaveText('Species')
  })

  test('a path that the server does not know is its 404, in the language of the visitor', { tag: '@quick' }, async ({ page, complaints }) => {
    complaints.expect(/404/)
    const answer = await page.goto('/nowhere?lang=fr')
    expect(answer?.status()).toBe(404)
    expect(await answer?.text()).toContain('<html lang="fr"')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page n’existe pas.')
    await page.getByRole('link', { name: 'Vers la carte' }).click()
    await expect(current(page)).toHaveText('Carte')
  })

  test('an unknown page says so and leads to the map', async ({ page }) => {
    await page.goto('/about')
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'nowhere', textContent: 'nowhere' })
      document.querySelector('main')?.append(link)
      link.click()
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page.')
    await page.getByRole('link', { name: 'To the map' }).click()
    await expect(current(page)).toHaveText('Map')
  })

  test('back and forward', { tag: '@quick' }, async ({ page }) => {
    await page.goto('/about')
    await nav(page).getByRole('link', { name: 'Species' }).click()
    await nav(page).getByRole('link', { name: 'Diseases' }).click()
    await expect(current(page)).toHaveText('Diseases')
    await page.goBack()
    await expect(current(page)).toHaveText('Species')
    await page.goBack()
    await expect(current(page)).toHaveText('Sources and API')
    await page.goForward()
    await expect(current(page)).toHaveText('Species')
  })
})

test.describe('links', () => {
  test('a click goes there without loading the document', async ({ page }) => {
    await page.goto('/about')
    await mark(page)
    await nav(page).getByRole('link', { name: 'Species' }).click()
    await expect(page).toHaveURL(/\/species\?lang=en$/)
    expect(await marked(page)).toBe(true)
  })

  for (const key of ['Control', 'Shift'] as const) {
    test(`${key} and a click open another page`, { tag: key === 'Control' ? '@quick' : [] }, async ({ page, context }) => {
      await page.goto('/about')
      const opened = context.waitForEvent('page')
      await nav(page).getByRole('link', { name: 'Species' }).click({ modifiers: [key] })
      const other = await opened
      await expect(other).toHaveURL(/\/species\?lang=en$/)
      await expect(page).toHaveURL(/\/about\?lang=en$/)
    })
  }

  test('the middle button opens another page', async ({ page, context }) => {
    await page.goto('/about')
    const opened = context.waitForEvent('page')
    await nav(page).getByRole('link', { name: 'Species' }).click({ button: 'middle' })
    await expect(await opened).toHaveURL(/\/species\?lang=en$/)
    await expect(page).toHaveURL(/\/about\?lang=en$/)
  })

  test('the name of the service leads to the map', async ({ page }) => {
    await page.goto('/about?lang=fr')
    await page.getByRole('link', { name: 'Skeeter', exact: true }).click()
    await expect(page).toHaveURL(/\/\?(.*&)?lang=fr/)
    await expect(current(page)).toHaveText('Carte')
  })
})

test.describe('languages', () => {
  const species = { en: 'Species', es: 'Especies', fr: 'Espèces', pt: 'Espécies', ru: 'Виды' }
  for (const [language, title] of Object.entries(species)) {
    test(`?lang=${language}`, async ({ page }) => {
      await page.goto('/species?lang=' + language)
      await expect(current(page)).toHaveText(title)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page).toHaveTitle(new RegExp('^' + title))
    })

    test.describe(() => {
      test.use({ locale: language === 'es' ? 'es-MX' : language })
      test(`browser in ${language}`, async ({ page }) => {
        await page.goto('/species')
        await expect(current(page)).toHaveText(title)
        await expect(page).toHaveURL(new RegExp('lang=' + language))
      })
    })
  }

  test.describe(() => {
    test.use({ locale: 'ja' })
    test('browser in a language that is not there', async ({ page }) => {
      await page.goto('/species')
      await expect(current(page)).toHaveText('Species')
    })
  })

  test('the switch', { tag: '@quick' }, async ({ page }) => {
    await page.goto('/about')
    await mark(page)
    await page.getByLabel('Language').selectOption('ru')
    await expect(current(page)).toHaveText('Источники и API')
    await expect(page).toHaveURL(/lang=ru/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await nav(page).getByRole('link', { name: 'Виды' }).click()
    await expect(page).toHaveURL(/\/species\?(.*&)?lang=ru/)
    expect(await marked(page)).toBe(true)
    await page.goBack()
    await page.goBack()
    await expect(current(page)).toHaveText('Sources and API')
  })

  test('an unknown language is the browser’s', async ({ page }) => {
    await page.goto('/species?lang=tlh')
    await expect(current(page)).toHaveText('Species')
    await expect(page).toHaveURL(/lang=en/)
  })
})

test.describe('theme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

  for (const scheme of ['light', 'dark'] as const) {
    test.describe(() => {
      test.use({ colorScheme: scheme })
      test(`the system's: ${scheme}`, async ({ page }) => {
        await page.goto('/about')
        await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      })
    })
  }

  test('the switch, kept on the device', { tag: '@quick' }, async ({ page }) => {
    await page.goto('/about')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    const light = await background(page)
    const button = page.getByRole('button', { name: 'Dark' })
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(await background(page)).not.toBe(light)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('a change of the system is followed', async ({ page }) => {
    await page.goto('/about')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('the skip link is the first stop and leads to the content', { tag: '@quick' }, async ({ page }) => {
  await page.goto('/about')
  await expect(current(page)).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu', { tag: '@quick' }, async ({ page }) => {
    await page.goto('/about')
    const menu = page.getByRole('button', { name: 'Menu' })
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(nav(page)).toBeHidden()
    await menu.tap()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await nav(page).getByRole('link', { name: 'Diseases' }).tap()
    await expect(page).toHaveURL(/\/diseases/)
    await expect(nav(page)).toBeHidden()
  })
})

test('the header has one line on a laptop, in every language', async ({ page }) => {
  for (const language of languages) {
    await open(page, inLanguage('/about', language))
    const tops = await page.locator('header > a, header nav > a, header .choices').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, height }) => top + height / 2))
    expect(Math.max(...tops) - Math.min(...tops), language).toBeLessThan(4)
  }
})

test('synthetic records are announced on every page', { tag: '@quick' }, async ({ page, request }) => {
  for (const place of pages) {
    await page.goto(await pathOf(place, request))
    await expect(page.getByRole('note').first()).toContainText('synthetic')
  }
})
