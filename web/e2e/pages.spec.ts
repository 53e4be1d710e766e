// What holds on every page: five languages, a phone, the keyboard alone, both themes for those who see little.
import axe from 'axe-core'

import { unreached } from './support/keyboard'
import { languages, open, pages, pathOf } from './support/pages'
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
      await open(page, path + '?lang=en')
      const english = await untranslated(page)
      for (const language of languages) {
        await test.step(language, async () => {
          await open(page, `${path}?lang=${language}`)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          expect(await leftovers(page), 'placeholders and values that are none').toEqual([])
          if (language !== 'en') expect(await untranslated(page, english), `words of ${language} that are English`).toEqual([])
        })
      }
    })

    test.describe(() => {
      test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
      test('phone: nothing is wider than the screen', async ({ page, request }) => {
        const path = await pathOf(place, request)
        for (const language of languages) {
          await open(page, `${path}?lang=${language}`)
          const { width, wide } = await page.evaluate(() => ({
            width: Math.max(document.documentElement.scrollWidth, innerWidth),
            wide: [...document.querySelectorAll('body *')]
              .filter((e) => e.getBoundingClientRect().right > screen.width + 1 && e.checkVisibility())
              .slice(0, 5)
              .map((e) => e.outerHTML.slice(0, 120)),
          }))
          expect(width, `${language}: ${wide.join('\n')}`).toBe(390)
        }
      })
    })

    test('the keyboard alone reaches everything, and focus is seen', async ({ page, request }) => {
      await open(page, await pathOf(place, request))
      expect(await unreached(page)).toEqual([])
    })
  })
}
