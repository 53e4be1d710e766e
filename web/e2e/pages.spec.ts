// Checks of every page: five languages, a phone and a tablet, the keyboard alone, accessibility in both themes.
import axe from 'axe-core'

import { getJSON } from './support/api'
import { unreached } from './support/keyboard'
import { inLanguage, languages, open, pages, pathOf } from './support/pages'
import { expect, test } from './support/test'
import { leftovers, untranslated } from './support/words'

for (const place of pages) {
  test.describe(place.name, () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      test.describe(() => {
        test.use({ colorScheme })
        test(`axe, ${colorScheme}`, async ({ page, request }) => {
          await open(page, await pathOf(place, request))
          await page.evaluate(axe.source)
          const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
          const serious = violations
            .filter((v) => v.impact === 'serious' || v.impact === 'critical')
            .map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.target.join(' ')}: ${n.failureSummary ?? ''}`).join('\n')}`)
          expect(serious).toEqual([])
        })
      })
    }

    test('every word in five languages', async ({ page, request }) => {
      const path = await pathOf(place, request)
      const sources = await getJSON<{ results: { name: string }[] }>(request, '/filters/data_sources')
      const data = sources.results.map((source) => source.name)
      await open(page, inLanguage(path, 'en'))
      const english = (await untranslated(page)).filter((text) => !data.includes(text))
      for (const language of languages) {
        await test.step(language, async () => {
          await open(page, inLanguage(path, language))
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          expect(await leftovers(page), 'placeholders and values that are none').toEqual([])
          if (language !== 'en') expect(await untranslated(page, english), `words of ${language} that are English`).toEqual([])
        })
      }
    })

    for (const [device, size] of [['phone', { width: 390, height: 844 }], ['tablet', { width: 768, height: 1024 }]] as const) test.describe(() => {
      test.use({ viewport: size, isMobile: true, hasTouch: true })
      test(`${device}: nothing is wider than the screen`, async ({ page, request }) => {
        const path = await pathOf(place, request)
        for (const language of languages) {
          await open(page, inLanguage(path, language))
          const { width, wide } = await page.evaluate(() => {
            // A word may overflow its element.
            const right = (e: Element) => {
              const range = document.createRange()
              range.selectNodeContents(e)
              return Math.max(e.getBoundingClientRect().right, range.getBoundingClientRect().right)
            }
            const wide = [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && right(e) > screen.width + 1)
            return { width: Math.max(document.documentElement.scrollWidth, innerWidth), wide: wide.slice(-5).map((e) => e.outerHTML.slice(0, 200)) }
          })
          expect(width, `${language}: ${wide.join('\n')}`).toBe(size.width)
        }
      })
    })

    test('the keyboard alone reaches everything, and focus is seen', async ({ page, request }) => {
      await open(page, await pathOf(place, request))
      expect(await unreached(page)).toEqual([])
    })
  })
}
