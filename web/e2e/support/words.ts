// Finds texts on a page that are not translated.
import type { Page } from '@playwright/test'

/** Names that are the same in every language. */
const names = /^(Skeeter|CSV|GeoJSON|Darwin Core( Archive)?|PNG|JSON Feed|TileJSON|OpenAPI|ReDoc|Swagger UI|QGIS|MapLibre|API|English|Español|Français|Português|Русский)\b/i

/** Lines with unfilled placeholders or missing values. */
export async function leftovers(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => /\{\w+\}|\bundefined\b|\bNaN\b|\[object |\bnull\b|Invalid Date|Infinity/.test(line))
}

/**
 * Texts of headings, buttons, labels, links and column heads. With those of the English page: the ones that are the same there.
 * Texts of one word may well be the same; data (scientific names, sources, what says its own language) is left out.
 */
export async function untranslated(page: Page, english?: string[]): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts: string[] = []
    for (const e of document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, button, label, legend, summary, th, a, figcaption, [aria-label], [placeholder], [title]')) {
      if (!e.checkVisibility() || e.closest('[lang]:not(html), .scientific, [data-data], code')) continue
      const own = [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.textContent ?? '')
      texts.push(own.join(' '), e.getAttribute('aria-label') ?? '', e.getAttribute('placeholder') ?? '', e.getAttribute('title') ?? '')
    }
    return texts.map((text) => text.replace(/\s+/g, ' ').trim())
  })
  const words = [...new Set(found)].filter((text) => /\p{L}{2,} \p{L}{2,}/u.test(text) && !names.test(text))
  return english ? words.filter((text) => english.includes(text)) : words
}
